import type { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';

const alternativeName = /(?:^|, )(?:DNS|IP Address|URI):/;

/** The verified certificate of a RadSec peer, signed by the configured CA. */
export class PeerCertificate {
  readonly #certificate: X509Certificate;
  /** Result of the last check: every packet of the connection repeats it. */
  #checked: { readonly name: string; readonly hasName: boolean } | null = null;

  constructor(certificate: X509Certificate) {
    this.#certificate = certificate;
  }

  /**
   * True if the certificate has a name: as a DNS name or an IP address of its subjectAltName, or, if that has neither, as
   * its Common Name. Wildcards in the certificate do not match.
   *
   * @see RFC 6614 section 2.3
   */
  hasName(name: string): boolean {
    if (this.#checked?.name !== name) this.#checked = { name, hasName: this.#matches(name) };
    return this.#checked.hasName;
  }

  #matches(name: string): boolean {
    if (isIP(name) !== 0 && this.#certificate.checkIP(name) !== undefined) return true;
    const isHost =
      this.#certificate.checkHost(name, { subject: 'never', wildcards: false }) !== undefined;
    if (isHost) return true;
    const hasNames = alternativeName.test(this.#certificate.subjectAltName ?? '');
    return !hasNames && this.#certificate.toLegacyObject().subject.CN === name;
  }
}
