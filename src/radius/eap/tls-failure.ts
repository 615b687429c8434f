import { errorCode } from '../../contract/errors.ts';

/** What a device says by an alert, or what is wrong with its records, by the end of the code of OpenSSL. */
const meanings: Readonly<Record<string, string>> = {
  ALERT_UNKNOWN_CA: 'the device does not trust our certificate: unknown_ca',
  ALERT_BAD_CERTIFICATE:
    'the device refuses our certificate, perhaps for its name: bad_certificate',
  // What wpa_supplicant says of a name that does not match.
  ALERT_INTERNAL_ERROR: 'the device refuses our certificate, perhaps for its name: internal_error',
  ALERT_CERTIFICATE_UNKNOWN: 'the device refuses our certificate: certificate_unknown',
  ALERT_CERTIFICATE_EXPIRED:
    'our certificate has expired for the device, whose clock may be wrong: certificate_expired',
  ALERT_CERTIFICATE_REVOKED: 'our certificate is revoked for the device: certificate_revoked',
  ALERT_UNSUPPORTED_CERTIFICATE: 'the device cannot use our certificate: unsupported_certificate',
  ALERT_ACCESS_DENIED: 'the device refuses our certificate: access_denied',
  ALERT_PROTOCOL_VERSION: 'the device refuses the version of TLS: protocol_version',
  ALERT_HANDSHAKE_FAILURE: 'the device shares no cipher with us: handshake_failure',
  UNSUPPORTED_PROTOCOL: 'the device offers only versions of TLS that are not permitted',
  NO_SHARED_CIPHER: 'the device offers no cipher that is permitted',
  NO_SHARED_GROUP: 'the device offers no curve that is permitted',
  NO_SUITABLE_KEY_SHARE: 'the device offers no curve that is permitted',
};

/** Explains in words why a handshake has failed. @param error  of Node, whose code names the reason of OpenSSL */
export function explainTlsFailure(error: Error): string {
  const code = errorCode(error) ?? '';
  const reason = code.replace(/^ERR_SSL_(?:TLSV1_|TLSV13_|SSLV3_)?/, '');
  const known = meanings[reason];
  if (known !== undefined) return known;
  return reason.startsWith('ALERT_')
    ? `the device ended the handshake: ${reason.slice('ALERT_'.length).toLowerCase()}`
    : `the records of the device are invalid: ${reason === '' ? error.message : reason.toLowerCase()}`;
}
