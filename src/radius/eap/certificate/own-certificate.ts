import { refuseAccepted, type LoginDecision } from '../../../aaa/policy/login-decision.ts';
import { findCertificateFault } from '../../../aaa/wifi/device-certificate.ts';
import type { Gateway } from '../../../gateway/gateway.ts';
import type { CertificateNumber } from '../../../tls/revocation-list.ts';

/** The certificate that a device has shown. */
interface ShownCertificate extends CertificateNumber {
  /** Digest of the name of the gateway's own CA of devices; null: there is none. */
  readonly ownIssuer: string | null;
}

/**
 * Refuses an accept by a certificate of the gateway's own CA that is revoked, or belongs to another user: a name may be that of
 * users of several organizations.
 *
 * @param shown  null: the device has shown none
 * @throws Fault if the store cannot be read
 */
export async function checkOwnCertificate(
  { store }: Pick<Gateway, 'store'>,
  decision: LoginDecision,
  shown: ShownCertificate | null,
): Promise<LoginDecision> {
  if (!decision.isAccepted || !shown || shown.issuer !== shown.ownIssuer) return decision;
  const reason = await findCertificateFault(store, shown, decision.user.id);
  return reason === null
    ? decision
    : refuseAccepted(decision, { kind: 'wrong_credential', reason });
}
