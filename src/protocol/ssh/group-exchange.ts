import { createPublicKey, diffieHellman, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { Client } from 'ssh2';

/*
 * Diffie-Hellman group exchange (RFC 4419): the server chooses the prime. ssh2 asks for up to 8192 bits and has
 * Node check the prime, which blocks the event loop for 0.2 s at 2048 bits and for 22 s at 8192. The check is of no use:
 * the host key signs the exchange, and OpenSSH checks the size alone. Here the size is bounded, and keys are generated
 * without the check: 10 ms at 2048 bits, 80 ms at 4096.
 */

declare module 'node:crypto' {
  /** Node generates these keys as well; its types leave them out. */
  function generateKeyPairSync(
    type: 'dh',
    options: { readonly prime: Buffer; readonly generator: number },
  ): { readonly privateKey: KeyObject; readonly publicKey: KeyObject };
}

const minBits = 2048;
const maxBits = 4096;

/** State that ssh2 keeps of a group exchange. */
interface GroupExchange {
  type: unknown;
  _prime: unknown;
  _generator: unknown;
  _minBits: number;
  _prefBits: number;
  _maxBits: number;
  _dh: unknown;
  _public: Buffer | null;
  generateKeys: () => void;
}

/** Bounds each group exchange of a client that has begun to connect. It must be called in the same turn as `connect`. */
export function boundGroupExchange(client: Client): void {
  const protocol: unknown = Reflect.get(client, '_protocol');
  if (typeof protocol !== 'object' || protocol === null) return;
  let current: unknown;
  // ssh2 sets the property for each key exchange, before it sends the sizes.
  Object.defineProperty(protocol, '_kex', {
    configurable: true,
    enumerable: true,
    get: () => current,
    set(exchange: unknown) {
      current = exchange;
      if (isGroupExchange(exchange)) bound(exchange);
    },
  });
}

function isGroupExchange(exchange: unknown): exchange is GroupExchange {
  return (
    typeof exchange === 'object' &&
    exchange !== null &&
    'type' in exchange &&
    exchange.type === 'groupex' &&
    'generateKeys' in exchange
  );
}

function bound(exchange: GroupExchange): void {
  exchange._minBits = minBits;
  exchange._prefBits = minBits;
  exchange._maxBits = maxBits;
  exchange.generateKeys = () => {
    const { _prime: prime, _generator: generator } = exchange;
    if (exchange._dh !== null || !Buffer.isBuffer(prime) || !Buffer.isBuffer(generator)) return;
    const keys = new GroupKeys(prime, generator);
    exchange._dh = keys;
    exchange._public = keys.publicValue;
  };
}

/** Keys of one exchange, with the methods of Node's DiffieHellman that ssh2 calls. */
export class GroupKeys {
  readonly publicValue: Buffer;
  readonly #prime: Buffer;
  readonly #generator: Buffer;
  readonly #privateKey: KeyObject;

  /** @throws Error if the prime has too few or too many bits, or the generator is not a small number */
  constructor(prime: Buffer, generator: Buffer) {
    this.#prime = unsigned(prime);
    this.#generator = unsigned(generator);
    const bits = bitsOf(this.#prime);
    if (bits < minBits || bits > maxBits)
      throw new Error(
        `the device chose a prime of ${bits} bits for the key exchange; allowed are ${minBits} to ${maxBits}`,
      );
    if (this.#generator.length === 0 || this.#generator.length > 4)
      throw new Error('the device chose an unusual generator for the key exchange');
    const { privateKey, publicKey } = generateKeyPairSync('dh', {
      prime: this.#prime,
      generator: this.#generator.readUIntBE(0, this.#generator.length),
    });
    this.#privateKey = privateKey;
    this.publicValue = lastInteger(publicKey.export({ type: 'spki', format: 'der' }));
  }

  getPrime(): Buffer {
    return this.#prime;
  }

  getGenerator(): Buffer {
    return this.#generator;
  }

  computeSecret(otherPublicValue: Buffer): Buffer {
    const parameters = sequence(integer(this.#prime), integer(this.#generator));
    const key = sequence(
      sequence(dhKeyAgreement, parameters),
      element(0x03, Buffer.from([0]), integer(unsigned(otherPublicValue))),
    );
    const publicKey = createPublicKey({ key, type: 'spki', format: 'der' });
    return diffieHellman({ privateKey: this.#privateKey, publicKey });
  }
}

/* DER (X.690), as far as a public key of PKCS #3 needs it. */

/** Object identifier 1.2.840.113549.1.3.1. */
const dhKeyAgreement = Buffer.from('06092a864886f70d010301', 'hex');

function element(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const length = content.length;
  const header = length < 0x80 ? [tag, length] : [tag, 0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(header), content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return element(0x30, ...parts);
}

function integer(value: Buffer): Buffer {
  const [first = 0] = value;
  return element(0x02, first >= 0x80 ? Buffer.concat([Buffer.from([0]), value]) : value);
}

/** Returns the number in the BIT STRING at the end of a public key; the sequences before it have known sizes. */
function lastInteger(key: Buffer): Buffer {
  const algorithmAt = skipHeader(key, 0);
  const bitString = skipHeader(key, algorithmAt) + lengthAt(key, algorithmAt);
  // After the header of the BIT STRING: an octet of unused bits, then the INTEGER.
  const integerAt = skipHeader(key, bitString) + 1;
  return unsigned(key.subarray(skipHeader(key, integerAt)));
}

function skipHeader(der: Buffer, at: number): number {
  const length = der.readUInt8(at + 1);
  return at + 2 + (length < 0x80 ? 0 : length & 0x7f);
}

function lengthAt(der: Buffer, at: number): number {
  const length = der.readUInt8(at + 1);
  return length < 0x80 ? length : der.readUIntBE(at + 2, length & 0x7f);
}

function unsigned(value: Buffer): Buffer {
  const first = value.findIndex((octet) => octet !== 0);
  return first < 0 ? Buffer.alloc(0) : value.subarray(first);
}

function bitsOf(value: Buffer): number {
  const [first] = value;
  return first === undefined ? 0 : (value.length - 1) * 8 + first.toString(2).length;
}
