import { NtHash, type Secret } from '../../contract/secret.ts';
import { md4 } from './md4.ts';

/** Computes the NT hash of a password, 16 octets; an NT hash that stands for the password is itself. @see RFC 2759 section 8.3 */
export function ntPasswordHash(password: Secret): Buffer {
  return password instanceof NtHash
    ? password.revealOctets()
    : md4(Buffer.from(password.reveal(), 'utf16le'));
}
