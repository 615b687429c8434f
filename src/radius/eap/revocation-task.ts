import { endRevokedSessions } from '../../aaa/coa/certificate-device.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { PeriodicTask } from '../../gateway/job.ts';
import type { EapCertificates } from './eap-certificates.ts';

/** Below the two seconds within which a device is off the network, with the file and the Disconnect. */
const intervalMs = 300;
/** A device may have logged in before the revocation, and its session may begin after it. */
const againMs = 60_000;

/** Returns the task that notices renewed files of EAP, and ends the sessions of devices whose certificates are revoked. */
export function revocationTask(gateway: Gateway, certificates: EapCertificates): PeriodicTask {
  let known: EapCertificates['revoked'] = [];
  let endedAt = -Infinity;
  return {
    name: 'revoked certificates',
    intervalMs,
    initialDelayMs: intervalMs,
    failureMessage: 'EAP: cannot end sessions of revoked certificates; retrying',
    async run() {
      await certificates.renew();
      const { revoked } = certificates;
      const now = gateway.clock.monotonicMs();
      if (revoked === known && now - endedAt < againMs) return undefined;
      for (const list of revoked) await endRevokedSessions(gateway, list);
      known = revoked;
      endedAt = now;
      return undefined;
    },
  };
}
