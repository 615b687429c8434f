import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import type { Secret } from '../../contract/secret.ts';

const derive = promisify(pbkdf2);
const iterations = 4_096;
export const masterKeyOctets = 32;

/**
 * Derives the pairwise master key of a passphrase, on a thread of the pool: it takes some milliseconds.
 *
 * @param ssid  1 to 32 octets
 * @see         IEEE 802.11-2020 annex J.4
 */
export function deriveMasterKey(passphrase: Secret, ssid: string): Promise<Buffer> {
  return derive(passphrase.reveal(), ssid, iterations, masterKeyOctets, 'sha1');
}
