import type { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';

/** What the other side of a connection has proved to be: a certificate that our CA has signed. */
export class PeerCertificate {
  readonly #certificate: X509Certificate;
  /** By name, what was found out: each packet of the connection asks again. */
  #asked: { readonly name: string; readonly isIts: boolean } | null = null;

  constructor(certificate: X509Certificate) {
    this.#certificate = certificate;
  }

  /**
   * Whether a name is one of the certificate's own: a DNS name or an IP address of its subjectAltName, or its Common
   * Name. A wildcard in the certificate stands for nothing.
   *
   * @see RFC 6614 section 2.3
   */
  hasName(name: string): boolean {
    if (this.#asked?.name !== name) this.#asked = { name, isIts: this.#has(name) };
    return this.#asked.isIts;
  }

  #has(name: string): boolean {
    if (isIP(name) !== 0 && this.#certificate.checkIP(name) !== undefined) return true;
    const isHost =
      this.#certificate.checkHost(name, { subject: 'never', wildcards: false }) !== undefined;
    return isHost || this.#certificate.toLegacyObject().subject.CN === name;
  }
}
