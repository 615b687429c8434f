import { createHash } from 'node:crypto';
import { Fault } from '../../errors.ts';

/** A server's public key as people compare it. */
export interface HostKey {
  /** The key's type, `ssh-ed25519`; an RSA key is `ssh-rsa` whichever kind of signature it makes. */
  readonly algorithm: string;
  /** `SHA256:` and base64 without padding, as `ssh-keygen -l` prints it. */
  readonly fingerprint: string;
}

/**
 * Names a public key.
 *
 * @param blob  the key as the server sends it: its type as a counted string, then the numbers
 * @see         RFC 4253 section 6.6; the fingerprint is OpenSSH's
 */
export function parseHostKey(blob: Buffer): HostKey {
  const digest = createHash('sha256').update(blob).digest('base64').replace(/=+$/, '');
  return { algorithm: keyType(blob), fingerprint: `SHA256:${digest}` };
}

function keyType(blob: Buffer): string {
  const length = blob.length < 4 ? 0 : blob.readUInt32BE(0);
  if (length === 0 || length > blob.length - 4)
    throw new Fault('garbled', 'a host key does not begin with its type');
  return blob.toString('latin1', 4, 4 + length);
}
