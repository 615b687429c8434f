import { collectControlItems } from '../aaa/policy/control-items.ts';
import { minimumOrNull } from '../aaa/policy/limits.ts';
import { findSubscriberById } from '../aaa/policy/subscriber.ts';
import type { Store } from '../store/store.ts';
import { admitGuest, PortalReject } from './guest-admission.ts';
import type { OpenSession } from './page/page-store.ts';

/** What is left of an open session; null: nothing limits it. */
interface Remainder {
  readonly seconds: number | null;
  readonly octets: number | null;
}

const over: Remainder = { seconds: 0, octets: null };

/** Computes for how long an open session may go on, by its own time and the limits of its user. */
export async function findRemainder(
  store: Store,
  { user, mac, organization, location, expires }: OpenSession,
  at: Date,
): Promise<Remainder> {
  const subscriber = await findSubscriberById(store, user);
  const controls = collectControlItems(subscriber?.checkLists ?? []);
  if (!subscriber || typeof controls === 'string') return over;
  const site = { organization, location };
  const guest = await admitGuest(store, { user: subscriber, controls }, { mac, at, site });
  if (guest instanceof PortalReject) return over;
  const own = expires === null ? null : (expires - at.getTime()) / 1000;
  const seconds = minimumOrNull([own, guest.remainingSeconds]);
  return {
    seconds: seconds === null ? null : Math.max(0, Math.floor(seconds)),
    octets: guest.remainingOctets,
  };
}
