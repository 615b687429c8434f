import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { Type, type Static } from 'typebox';
import { validateAgainst } from '../../contract/schema.ts';
import type { Secret } from '../../contract/secret.ts';

/* Keys in a backup, encrypted with a passphrase: scrypt and AES-256-GCM. */

const envelopeSchema = Type.Object({
  kdf: Type.Literal('scrypt'),
  n: Type.Integer({ minimum: 1024, maximum: 1_048_576 }),
  r: Type.Integer({ minimum: 1, maximum: 32 }),
  p: Type.Integer({ minimum: 1, maximum: 16 }),
  salt: Type.String(),
  nonce: Type.String(),
  text: Type.String(),
  tag: Type.String(),
});

type Envelope = Static<typeof envelopeSchema>;

/** 64 MiB and a quarter of a second for each guess. */
const cost = { n: 65_536, r: 8, p: 1 };
const minPassphraseLength = 12;
/** Binds the text to its purpose. */
const purpose = Buffer.from('gatehouse backup: keys');
const keysSchema = Type.Record(Type.String(), Type.String());

/** Texts of key files by their names: `secret.key`, `radius.tls.key`. */
export type KeyTexts = Static<typeof keysSchema>;

/** Encrypts key files. @returns JSON @throws Error if the passphrase is too short */
export async function sealKeys(keys: KeyTexts, passphrase: Secret): Promise<string> {
  if (passphrase.reveal().length < minPassphraseLength)
    throw new Error(`the passphrase needs ${minPassphraseLength} characters or more`);
  const [salt, nonce] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', await deriveKey(passphrase, salt, cost), nonce);
  cipher.setAAD(purpose);
  const text = Buffer.concat([cipher.update(JSON.stringify(keys), 'utf8'), cipher.final()]);
  const envelope: Envelope = {
    kdf: 'scrypt',
    ...cost,
    salt: salt.toString('base64'),
    nonce: nonce.toString('base64'),
    text: text.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
  };
  return `${JSON.stringify(envelope)}\n`;
}

/** Decrypts key files. @throws Error if the passphrase is another one, or the text was changed */
export async function openKeys(text: string, passphrase: Secret): Promise<KeyTexts> {
  const envelope = validateAgainst<Envelope>(
    envelopeSchema,
    JSON.parse(text),
    'keys of the backup',
  );
  const octets = (name: 'salt' | 'nonce' | 'text' | 'tag') => Buffer.from(envelope[name], 'base64');
  const key = await deriveKey(passphrase, octets('salt'), envelope);
  const decipher = createDecipheriv('aes-256-gcm', key, octets('nonce')).setAAD(purpose);
  try {
    decipher.setAuthTag(octets('tag'));
    const clear = decipher.update(octets('text'), undefined, 'utf8') + decipher.final('utf8');
    return validateAgainst<KeyTexts>(keysSchema, JSON.parse(clear), 'keys of the backup');
  } catch (error) {
    throw new Error('the passphrase does not open the keys of the backup', { cause: error });
  }
}

function deriveKey(
  passphrase: Secret,
  salt: Buffer,
  { n, r, p }: Pick<Envelope, 'n' | 'r' | 'p'>,
): Promise<Buffer> {
  const options = { N: n, r, p, maxmem: 256 * n * r };
  return new Promise((resolve, reject) => {
    scrypt(passphrase.reveal(), salt, 32, options, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });
}
