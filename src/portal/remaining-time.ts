import { collectControlItems } from '../aaa/policy/control-items.ts';
import { minimumOrNull } from '../aaa/policy/limits.ts';
import { findSubscriberById } from '../aaa/policy/subscriber.ts';
import type { Store } from '../store/store.ts';
import { admitGuest, PortalReject } from './guest-admission.ts';
import type { OpenSession } from './page/page-store.ts';

/**
 * Computes for how many seconds an open session may go on, by its own time and the limits of its user.
 *
 * @returns null: nothing limits it
 */
export async function findRemainingSeconds(
  store: Store,
  { user, mac, organization, location, expires }: OpenSession,
  at: Date,
): Promise<number | null> {
  const subscriber = await findSubscriberById(store, user);
  const controls = collectControlItems(subscriber?.checkLists ?? []);
  if (!subscriber || typeof controls === 'string') return 0;
  const site = { organization, location };
  const guest = await admitGuest(store, { user: subscriber, controls }, { mac, at, site });
  if (guest instanceof PortalReject) return 0;
  const own = expires === null ? null : (expires - at.getTime()) / 1000;
  const seconds = minimumOrNull([own, guest.remainingSeconds]);
  return seconds === null ? null : Math.max(0, Math.floor(seconds));
}
