import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  randomBytes,
  type KeyObject,
} from 'node:crypto';
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
import { writeDurableFile } from '../runtime/durable-file.ts';
import { Secret } from '../contract/secret.ts';

/** Encrypts secrets for the store and decrypts them. A sealed text contains the id of its key, so that keys can be rotated. */
export interface Vault {
  /**
   * @param place  table and column, authenticated with the text: it cannot be opened in another column
   */
  seal(secret: Secret, place: string): string;
  /** @throws Error if the key is missing, the text was sealed for another place, or the text was changed */
  open(sealed: string, place: string): Secret;
}

/** A key and its id in sealed texts. */
export interface VaultKey {
  readonly id: string;
  /** A key object: Node prepares a buffer again for each cipher, which takes three times as long as opening a secret. */
  readonly key: KeyObject;
}

const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Opens a vault that uses AES-256-GCM with the keys of a file: the first key seals, all keys open. A missing file is
 * created, readable by its owner only. A changed file is reloaded before it is needed, so that a running gateway follows
 * a key rotation.
 *
 * @throws Error if a line of the file is not 32 octets in base64
 */
export function openVault(keyFile: string): Vault {
  if (!existsSync(keyFile)) createKeyFile(keyFile);
  const ring = new KeyRing(keyFile);
  return {
    seal(secret, place) {
      ring.reloadIfChanged();
      const { id, key } = ring.first;
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place));
      const body = Buffer.concat([cipher.update(secret.reveal(), 'utf8'), cipher.final()]);
      return `v1.${id}.${Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url')}`;
    },
    open(sealed, place) {
      const [version, id = '?', text] = sealed.split('.');
      if (!ring.find(id)) ring.reloadIfChanged();
      const found = ring.find(id);
      if (version !== 'v1' || !found || !text)
        throw new Error(`${place} was sealed with key ${id}, this gateway has ${ring.first.id}`);
      const bytes = Buffer.from(text, 'base64url');
      const decipher = createDecipheriv(
        'aes-256-gcm',
        found.key,
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

/** True if a text seals the empty secret, which means no secret; no key is needed to tell. */
export function sealsEmptySecret(sealed: string): boolean {
  const [version, , text] = sealed.split('.');
  return (
    version === 'v1' &&
    text !== undefined &&
    Buffer.from(text, 'base64url').length === nonceBytes + tagBytes
  );
}

/** Keys of a file as last read. */
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

  /** Reloads a changed file. The keys in memory stay if the file is missing or incomplete. */
  reloadIfChanged(): void {
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
 * Reads the keys of a file, one per line; the first one seals.
 *
 * @throws Error if the file has no key or an invalid line
 */
export function readKeyFile(file: string): readonly [VaultKey, ...VaultKey[]] {
  const [first, ...others] = readFileSync(file, 'utf8').trim().split(/\s+/);
  const keyOf = (line: string) => {
    const octets = Buffer.from(line, 'base64');
    if (octets.length !== keyBytes)
      throw new Error(`${file}: expected ${keyBytes} octets in base64, found ${octets.length}`);
    return createKey(octets);
  };
  return [keyOf(first ?? ''), ...others.map(keyOf)];
}

/** Returns the ids of the keys of a file; an empty list without a file. */
export function readKeyIds(file: string): readonly string[] {
  return existsSync(file) ? readKeyFile(file).map(({ id }) => id) : [];
}

/** Replaces the keys of a key file atomically and keeps its owner and mode. */
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
  return createKey(randomBytes(keyBytes));
}

function createKey(octets: Buffer): VaultKey {
  const id = createHash('sha256').update(octets).digest('hex').slice(0, 8);
  return { id, key: createSecretKey(octets) };
}

function createKeyFile(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeDurableFile(file, textOf([generateVaultKey()]), { mode: 0o600, mayReplace: false });
}

function textOf(keys: readonly VaultKey[]): string {
  return keys.map(({ key }) => `${key.export().toString('base64')}\n`).join('');
}
