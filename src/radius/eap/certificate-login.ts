import type { TLSSocket } from 'node:tls';
import { eapType } from '../../protocol/eap/eap-packet.ts';
import { identityOf, verifiedCertificate, type IdentitySource } from './client-certificate.ts';
import { commitment, provenBy } from './resumed-login.ts';
import type { Tunnel, TunnelProtocol, TunnelStep } from './tls-method.ts';

/** EAP-TLS: the certificate of the device is its credential (RFC 5216, RFC 9190). */
export class CertificateProtocol implements TunnelProtocol {
  readonly type = eapType.tls;
  readonly name = 'EAP-TLS';
  readonly asksFor = 'the end of the handshake';
  readonly #sources: readonly IdentitySource[];

  constructor(sources: readonly IdentitySource[]) {
    this.#sources = sources;
  }

  refusalOf(socket: TLSSocket): string | null {
    const certificate = verifiedCertificate(socket);
    return typeof certificate === 'string' ? certificate : null;
  }

  async proceed({ socket, outerIdentity, resumed, authenticate }: Tunnel): Promise<TunnelStep> {
    const certificate = verifiedCertificate(socket);
    if (typeof certificate === 'string') return fail(certificate);
    const identity = identityOf(certificate, this.#sources, outerIdentity);
    if (identity === null)
      return fail(
        `the certificate of the device (${certificate.subject}) has not the name ${outerIdentity}`,
      );
    const login = await authenticate({
      username: Buffer.from(identity),
      presented: provenBy(resumed ? 'resumed' : 'certificate'),
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
