import type { X509Certificate } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
import type { Config } from '../../../config/config-schema.ts';
import { eapType } from '../../../protocol/eap/eap-packet.ts';
import { numberOfCertificate } from '../../../tls/revocation-list.ts';
import { identityOf, verifiedCertificate } from './client-certificate.ts';
import { commitment, provenBy } from '../resumed-login.ts';
import type { Tunnel, TunnelProtocol, TunnelStep } from '../tls-method.ts';
import { hasHighestKey } from '../tls-security.ts';

type EapConfig = Pick<Config['radius']['eap'], 'identities' | 'security'> & {
  /** Digest of the name of the gateway's own CA of devices; null: there is none. */
  readonly ownIssuer: string | null;
};

/** EAP-TLS: the certificate of the device is its credential (RFC 5216, RFC 9190). */
export class CertificateProtocol implements TunnelProtocol {
  readonly type = eapType.tls;
  readonly name = 'EAP-TLS';
  readonly asksFor = 'the end of the handshake';
  readonly #config: EapConfig;

  constructor(config: EapConfig) {
    this.#config = config;
  }

  refusalOf(socket: TLSSocket): string | null {
    const certificate = this.#certificateOf(socket);
    return typeof certificate === 'string' ? certificate : null;
  }

  #certificateOf(socket: TLSSocket): X509Certificate | string {
    const certificate = verifiedCertificate(socket);
    if (typeof certificate === 'string' || this.#config.security === 'standard') return certificate;
    return hasHighestKey(certificate)
      ? certificate
      : 'the certificate of the device has a key that radius.eap.security forbids';
  }

  async proceed({ socket, outerIdentity, resumed, authenticate }: Tunnel): Promise<TunnelStep> {
    const certificate = this.#certificateOf(socket);
    if (typeof certificate === 'string') return fail(certificate);
    const number = numberOfCertificate(certificate.raw);
    const { identities, ownIssuer } = this.#config;
    // The gateway has written the name of the user there itself.
    const sources = number.issuer === ownIssuer ? (['cn'] as const) : identities;
    const identity = identityOf(certificate, sources, outerIdentity);
    if (identity === null)
      return fail(
        `the certificate of the device (${certificate.subject}) has not the name ${outerIdentity}`,
      );
    const login = await authenticate({
      username: Buffer.from(identity),
      presented: provenBy(resumed ? 'resumed' : 'certificate'),
      certificate: number,
    });
    if (login === 'unreadable') return fail('the name in the certificate is too long');
    if (!login.decision.isAccepted) return { kind: 'decide', login };
    if (socket.getProtocol() === 'TLSv1.3') return { kind: 'decide', login, write: commitment };
    // The last flight of a handshake that resumes a session is that of the device (RFC 5216 section 2.1.2).
    return { kind: 'decide', login, ...(!resumed && { write: Buffer.alloc(0) }) };
  }
}

function fail(reason: string): TunnelStep {
  return { kind: 'fail', reason: `TLS handshake: ${reason}` };
}
