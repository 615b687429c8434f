import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { Secret } from './secret.ts';

/** Seals secrets for the store, and opens them again. A sealed text names its key, so that keys can be changed later. */
export interface Vault {
  /**
   * @param place  table and column, bound into the seal: a sealed text moved elsewhere does not open
   */
  seal(secret: Secret, place: string): string;
  /** @throws Error where the text was sealed with a key that is not there, for another place, or was changed */
  open(sealed: string, place: string): Secret;
}

/** A key and the name by which sealed texts call it. */
export interface VaultKey {
  readonly id: string;
  readonly octets: Buffer;
}

const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/**
 * AES-256-GCM with keys from a file: the first one seals, all of them open. The file is made on first use, readable by
 * its owner only. A change of the file is noticed when it matters, so a gateway that runs goes along with a rotation.
 *
 * @throws Error where a line of the file is not 32 octets in base64
 */
export function openVault(keyFile: string): Vault {
  if (!existsSync(keyFile)) makeKeyFile(keyFile);
  const ring = new KeyRing(keyFile);
  return {
    seal(secret, place) {
      ring.look();
      const { id, octets } = ring.first;
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', octets, nonce).setAAD(Buffer.from(place));
      const body = Buffer.concat([cipher.update(secret.reveal(), 'utf8'), cipher.final()]);
      return `v1.${id}.${Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url')}`;
    },
    open(sealed, place) {
      const [version, id = '?', text] = sealed.split('.');
      if (!ring.find(id)) ring.look();
      const key = ring.find(id);
      if (version !== 'v1' || !key || !text)
        throw new Error(`${place} was sealed with key ${id}, this gateway has ${ring.first.id}`);
      const bytes = Buffer.from(text, 'base64url');
      const decipher = createDecipheriv(
        'aes-256-gcm',
        key.octets,
        bytes.subarray(0, nonceBytes),
      ).setAAD(Buffer.from(place));
      decipher.setAuthTag(bytes.subarray(-tagBytes));
      return new Secret(
        decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') +
          decipher.final('utf8'),
      );
    },
  };
}

/** Whether a text seals an empty secret, which stands for none: that shows without a key. */
export function sealsEmptySecret(sealed: string): boolean {
  const [version, , text] = sealed.split('.');
  return (
    version === 'v1' &&
    text !== undefined &&
    Buffer.from(text, 'base64url').length === nonceBytes + tagBytes
  );
}

/** The keys of a file as it was when it was last looked at. */
class KeyRing {
  readonly #file: string;
  #version: string;
  #keys: readonly [VaultKey, ...VaultKey[]];

  constructor(file: string) {
    this.#file = file;
    this.#version = versionOf(file);
    this.#keys = readKeyFile(file);
  }

  get first(): VaultKey {
    return this.#keys[0];
  }

  find(id: string): VaultKey | undefined {
    return this.#keys.find((key) => key.id === id);
  }

  /** Takes a changed file over. One that is away or unfinished changes nothing: what is in memory still opens the store. */
  look(): void {
    try {
      const version = versionOf(this.#file);
      if (version === this.#version) return;
      this.#keys = readKeyFile(this.#file);
      this.#version = version;
    } catch {
      return;
    }
  }
}

function versionOf(file: string): string {
  const { ino, mtimeNs, size } = statSync(file, { bigint: true });
  return `${ino.toString()}/${mtimeNs.toString()}/${size.toString()}`;
}

/**
 * The keys of a file, one a line, the one that seals first.
 *
 * @throws Error where there is none, or a line is no key
 */
export function readKeyFile(file: string): readonly [VaultKey, ...VaultKey[]] {
  const [first, ...others] = readFileSync(file, 'utf8').trim().split(/\s+/);
  const keyOf = (line: string) => {
    const octets = Buffer.from(line, 'base64');
    if (octets.length !== keyBytes)
      throw new Error(`${file}: expected ${keyBytes} octets in base64, found ${octets.length}`);
    return named(octets);
  };
  return [keyOf(first ?? ''), ...others.map(keyOf)];
}

/** Puts other keys into a key file: at every moment the file has the former ones or all the new ones, and its owner stays. */
export function writeKeyFile(keyFile: string, keys: readonly VaultKey[]): void {
  const file = realpathSync(keyFile);
  const { uid, gid, mode } = statSync(file);
  const draft = openSync(`${file}.new`, 'w', 0o600);
  try {
    fchownSync(draft, uid, gid);
    fchmodSync(draft, mode & 0o777);
    writeFileSync(draft, textOf(keys));
    fsyncSync(draft);
  } finally {
    closeSync(draft);
  }
  renameSync(`${file}.new`, file);
  const folder = openSync(dirname(file), 'r');
  fsyncSync(folder);
  closeSync(folder);
}

export function generateVaultKey(): VaultKey {
  return named(randomBytes(keyBytes));
}

function named(octets: Buffer): VaultKey {
  return { id: createHash('sha256').update(octets).digest('hex').slice(0, 8), octets };
}

function makeKeyFile(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, textOf([generateVaultKey()]), { mode: 0o600, flag: 'wx' });
}

function textOf(keys: readonly VaultKey[]): string {
  return keys.map(({ octets }) => `${octets.toString('base64')}\n`).join('');
}
