import { execFileSync } from 'node:child_process';

/* What a peer sends that changes its password by MS-CHAPv2, computed by OpenSSL. */

const legacy = ['-provider', 'legacy', '-provider', 'default'];

function openssl(args: readonly string[], input: Buffer): Buffer {
  return execFileSync('openssl', args, { input });
}

const ntHash = (text: string) =>
  openssl(['dgst', '-md4', '-binary', ...legacy], Buffer.from(text, 'utf16le'));
const sha1 = (...parts: readonly Buffer[]) =>
  openssl(['dgst', '-sha1', '-binary'], Buffer.concat(parts));
const rc4 = (key: Buffer, octets: Buffer) =>
  openssl(['enc', '-rc4', '-K', key.toString('hex'), ...legacy], octets);

/** Encrypts 8 octets with DES; the key of 7 octets gets its parity bits. */
function des(key: Buffer, block: Buffer): Buffer {
  const bits = [...key].map((octet) => octet.toString(2).padStart(8, '0')).join('');
  const octets = Array.from({ length: 8 }, (_, at) =>
    parseInt(`${bits.slice(7 * at, 7 * at + 7)}0`, 2),
  );
  const hex = Buffer.from(octets).toString('hex');
  return openssl(['enc', '-des-ecb', '-nopad', '-K', hex, ...legacy], block);
}

const part = (octets: Buffer, at: number, size: number) => octets.subarray(at, at + size);

export const peerChallenge = Buffer.from('21402324255E262A28295F2B3A337C7E', 'hex');

export interface Change {
  readonly username: string;
  readonly former: string;
  readonly chosen: string;
  /** Of the authenticator. */
  readonly challenge: Buffer;
}

/** Returns the encrypted password, the encrypted hash and the response to the challenge (RFC 2759 section 7). */
export function passwordChange({ username, former, chosen, challenge }: Change) {
  const [formerHash, chosenHash] = [ntHash(former), ntHash(chosen)];
  const text = Buffer.from(chosen, 'utf16le');
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  const clear = Buffer.concat([Buffer.alloc(512 - text.length, 0x5a), text, length]);
  const encrypted = rc4(formerHash, clear);
  const encryptedHash = Buffer.concat(
    [0, 1].map((half) => des(part(chosenHash, 7 * half, 7), part(formerHash, 8 * half, 8))),
  );
  const hashed = part(sha1(peerChallenge, challenge, Buffer.from(username)), 0, 8);
  const padded = Buffer.concat([chosenHash, Buffer.alloc(5)]);
  const response = Buffer.concat([0, 7, 14].map((at) => des(part(padded, at, 7), hashed)));
  return { encrypted, encryptedHash, response };
}
