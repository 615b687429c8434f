import { errorCode, Fault, type DeviceFaultKind } from '../../contract/errors.ts';

/** Fault kinds by code of a system call. */
const kindOfCode: Readonly<Record<string, DeviceFaultKind>> = {
  ECONNREFUSED: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  ECONNRESET: 'unreachable',
  EPIPE: 'unreachable',
  ETIMEDOUT: 'timeout',
};

/** Codes of a certificate that no known authority has signed for the address of the device. */
const untrusted =
  /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_ALTNAME|INVALID_CA|HOSTNAME_MISMATCH)/;

/** Converts an error of a connection to a fault. */
export function connectionFault(error: unknown, peerLabel: string): Fault {
  if (error instanceof Fault) return error;
  const code = errorCode(error) ?? '';
  const text = error instanceof Error ? error.message : String(error);
  const fault = (kind: DeviceFaultKind, words: string) =>
    new Fault(kind, `${peerLabel}: ${words}`, { cause: error });
  const kind = kindOfCode[code];
  if (kind !== undefined) return fault(kind, closing.test(text) ? 'closed the connection' : text);
  if (untrusted.test(code))
    return fault('refused', `the certificate is not trusted (${code}); see the options tls and ca`);
  if (/WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST/.test(code))
    return fault('garbled', 'does not answer with TLS; is the port right, or should tls be off?');
  if (/^(ERR_SSL_|EPROTO)/.test(code))
    return fault('garbled', `TLS failed (${code}); an old device may need the option legacy`);
  if (code.startsWith('HPE_')) return fault('garbled', `does not answer with HTTP (${code})`);
  return fault('garbled', text);
}

const closing = /socket hang up|ECONNRESET|EPIPE|disconnected before secure TLS/;
