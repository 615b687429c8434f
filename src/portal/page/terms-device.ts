import { deleteIdleTermsDevices, findOrAddTermsDevice } from '../../aaa/account/terms-device.ts';
import type { CallerScope } from '../../contract/caller.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { PeriodicTask } from '../../gateway/job.ts';
import type { ServedPage } from './page-store.ts';
import { PortalReject } from '../portal-reject.ts';

/** The device of a guest who accepts the terms of a page, and has no name. */
interface NamelessGuest {
  readonly page: Pick<ServedPage, 'termsUser'>;
  /** Canonical. */
  readonly mac: string;
  readonly scope: CallerScope;
}

/** Finds the user of a device, so that limits and data are those of one device; it is added at its first login. */
export async function findNamelessGuest(
  { store, now }: Gateway,
  { page: { termsUser }, mac, scope: { organizations } }: NamelessGuest,
): Promise<{ readonly id: number; readonly username: string } | PortalReject> {
  const device =
    termsUser === null
      ? null
      : await findOrAddTermsDevice(store, { termsUser, organizations, mac }, now());
  return device ?? new PortalReject('unknown_user', 'The page has no user for its terms.');
}

const intervalMs = 600_000;

/** Returns the task that deletes users of devices that have not come back. */
export function termsDeviceTask({ store, trustedClock }: Gateway): PeriodicTask {
  return {
    name: 'idle devices of portal pages',
    intervalMs,
    failureMessage: 'portal: cannot delete idle devices; retrying in 10 min',
    run: async () =>
      (await deleteIdleTermsDevices(store, trustedClock.now())) > 0 ? 0 : undefined,
  };
}
