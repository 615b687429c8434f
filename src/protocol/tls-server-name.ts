import { isIP } from 'node:net';
import { checkServerIdentity, type ConnectionOptions } from 'node:tls';

/** Returns the options of a TLS connection whose server must have a certificate for a host name or IP address. */
export function serverOfName(
  name: string,
): Required<Pick<ConnectionOptions, 'servername' | 'checkServerIdentity'>> {
  return {
    // An IP address is not sent as SNI (RFC 6066 section 3), but the certificate is still checked for it.
    servername: isIP(name) === 0 ? name : '',
    checkServerIdentity: (_, certificate) => checkServerIdentity(name, certificate),
  };
}
