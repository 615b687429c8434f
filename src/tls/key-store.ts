import {
  createCipheriv,
  createHmac,
  hash,
  randomBytes,
  type X509Certificate,
  type KeyObject,
} from 'node:crypto';
import type { Secret } from '../contract/secret.ts';
import {
  attribute,
  bmpString,
  context,
  integer,
  nothing,
  objectId,
  octetString,
  sequence,
  set,
} from './der.ts';

/*
 * PKCS #12 (RFC 7292): certificate, key and CA in one file. 3DES and SHA-1 are what every system reads: macOS before 15 and Windows
 * before 10 refuse AES. The passwords are random, so that a slow derivation would add nothing.
 */

const dataId = objectId('1.2.840.113549.1.7.1');
const encryptedDataId = objectId('1.2.840.113549.1.7.6');
const sha1 = sequence(objectId('1.3.14.3.2.26'), nothing);
const tripleDes = '1.2.840.113549.1.12.1.3';
const keyBagId = '1.2.840.113549.1.12.10.1.2';
const certificateBagId = '1.2.840.113549.1.12.10.1.3';
/** A file takes seven derivations, on the event loop. */
const iterations = 1_000;
const saltOctets = 8;

/** What a file holds. */
export interface KeyStoreContent {
  /** As systems show it. */
  readonly name: string;
  readonly privateKey: KeyObject;
  readonly certificate: X509Certificate;
  readonly authorities: readonly X509Certificate[];
}

/** Returns a file of PKCS #12 in DER, encrypted with a password, which may be empty. */
export function createKeyStore(content: KeyStoreContent, password: Secret): Buffer {
  const { name, privateKey, certificate, authorities } = content;
  const keyId = hash('sha1', certificate.raw, 'buffer');
  const owned = set(
    attribute('1.2.840.113549.1.9.20', bmpString(name.replaceAll(surrogates, ''))),
    attribute('1.2.840.113549.1.9.21', octetString(keyId)),
  );
  const encrypt = (plain: Buffer) => encryptWith(password, plain);
  const key = encrypt(privateKey.export({ type: 'pkcs8', format: 'der' }));
  const keyBag = bag(keyBagId, sequence(key.algorithm, octetString(key.encrypted)), owned);
  const certificates = encrypt(
    sequence(certificateBag(certificate, owned), ...authorities.map((one) => certificateBag(one))),
  );
  const safes = sequence(
    sequence(
      encryptedDataId,
      context(
        0,
        sequence(
          integer(Buffer.from([0])),
          sequence(dataId, certificates.algorithm, context(0, certificates.encrypted, 'primitive')),
        ),
      ),
    ),
    sequence(dataId, context(0, octetString(sequence(keyBag)))),
  );
  return sequence(
    integer(Buffer.from([3])),
    sequence(dataId, context(0, octetString(safes))),
    authenticationOf(safes, password),
  );
}

/** Halves of characters that BMPString has not. */
const surrogates = /[\ud800-\udfff]/g;

function bag(id: string, value: Buffer, attributes?: Buffer): Buffer {
  return sequence(objectId(id), context(0, value), ...(attributes ? [attributes] : []));
}

function certificateBag({ raw }: X509Certificate, attributes?: Buffer): Buffer {
  const x509 = sequence(objectId('1.2.840.113549.1.9.22.1'), context(0, octetString(raw)));
  return bag(certificateBagId, x509, attributes);
}

/** Encrypts by pbeWithSHAAnd3-KeyTripleDES-CBC (RFC 7292 appendix C). */
function encryptWith(password: Secret, plain: Buffer) {
  const salt = randomBytes(saltOctets);
  const derived = (purpose: Purpose, octets: number) =>
    deriveOctets({ password, salt, purpose, octets });
  const cipher = createCipheriv('des-ede3-cbc', derived('key', 24), derived('iv', 8));
  const parameters = sequence(octetString(salt), count);
  return {
    algorithm: sequence(objectId(tripleDes), parameters),
    encrypted: Buffer.concat([cipher.update(plain), cipher.final()]),
  };
}

const count = integer(Buffer.from([iterations >> 8, iterations & 0xff]));

function authenticationOf(safes: Buffer, password: Secret): Buffer {
  const salt = randomBytes(saltOctets);
  const key = deriveOctets({ password, salt, purpose: 'mac', octets: digestOctets });
  const mac = createHmac('sha1', key).update(safes).digest();
  return sequence(sequence(sha1, octetString(mac)), octetString(salt), count);
}

const purposes = { key: 1, iv: 2, mac: 3 } as const;
type Purpose = keyof typeof purposes;
const blockOctets = 64;
const digestOctets = 20;

interface Derivation {
  readonly password: Secret;
  readonly salt: Buffer;
  readonly purpose: Purpose;
  readonly octets: number;
}

/** Derives octets of a password. @see RFC 7292 appendix B.2, whose letters these are */
function deriveOctets({ password, salt, purpose, octets }: Derivation): Buffer {
  const text = Buffer.from(`${password.reveal()}\0`, 'utf16le').swap16();
  const d = Buffer.alloc(blockOctets, purposes[purpose]);
  let i: Buffer = Buffer.concat([fill(salt), fill(text)]);
  const derived: Buffer[] = [];
  for (let length = 0; length < octets; length += digestOctets) {
    let a: Buffer = Buffer.concat([d, i]);
    for (let round = 0; round < iterations; round += 1) a = hash('sha1', a, 'buffer');
    derived.push(a);
    i = nextInput(i, a);
  }
  return Buffer.concat(derived).subarray(0, octets);
}

/** Repeats octets to the end of a block. */
function fill(octets: Buffer): Buffer {
  return Buffer.alloc(Math.ceil(octets.length / blockOctets) * blockOctets, octets);
}

/** Adds the repeated digest and one to each block. */
function nextInput(input: Buffer, digest: Buffer): Buffer {
  const added = numberOf(Buffer.alloc(blockOctets, digest)) + 1n;
  const blocks = Array.from({ length: input.length / blockOctets }, (_, at) => {
    const block = input.subarray(at * blockOctets, (at + 1) * blockOctets);
    const sum = BigInt.asUintN(8 * blockOctets, numberOf(block) + added);
    return Buffer.from(sum.toString(16).padStart(2 * blockOctets, '0'), 'hex');
  });
  return Buffer.concat(blocks);
}

function numberOf(octets: Buffer): bigint {
  return BigInt(`0x${octets.toString('hex')}`);
}
