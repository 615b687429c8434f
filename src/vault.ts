import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Secret } from './secret.ts';

/** Seals secrets for the store, and opens them again. A sealed text names its key, so that keys can be changed later. */
export interface Vault {
  /**
   * @param place  table and column, bound into the seal: a sealed text moved elsewhere does not open
   */
  seal(secret: Secret, place: string): string;
  /** @throws Error where the text was sealed with another key, for another place, or was changed */
  open(sealed: string, place: string): Secret;
}

const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/**
 * AES-256-GCM with a key from a file; the file is made on first use, readable by its owner only.
 *
 * @throws Error where the file is not 32 octets in base64
 */
export function openVault(keyFile: string): Vault {
  const key = existsSync(keyFile) ? readKey(keyFile) : makeKey(keyFile);
  const keyId = createHash('sha256').update(key).digest('hex').slice(0, 8);
  return {
    seal(secret, place) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place));
      const body = Buffer.concat([cipher.update(secret.reveal(), 'utf8'), cipher.final()]);
      return `v1.${keyId}.${Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url')}`;
    },
    open(sealed, place) {
      const [version, id, text] = sealed.split('.');
      if (version !== 'v1' || id !== keyId || !text)
        throw new Error(`${place} was sealed with key ${id ?? '?'}, this gateway has ${keyId}`);
      const bytes = Buffer.from(text, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes)).setAAD(Buffer.from(place));
      decipher.setAuthTag(bytes.subarray(-tagBytes));
      return new Secret(decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8'));
    },
  };
}

function readKey(file: string): Buffer {
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
  if (key.length !== keyBytes) throw new Error(`${file}: expected ${keyBytes} octets in base64, found ${key.length}`);
  return key;
}

function makeKey(file: string): Buffer {
  const key = randomBytes(keyBytes);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, `${key.toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  return key;
}
