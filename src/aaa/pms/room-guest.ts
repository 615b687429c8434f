import { asFault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { readDeadline } from '../../organization/deadline.ts';
import { readTimeZone } from '../../organization/time-zone.ts';
import { offsetAt } from '../../runtime/time-zone.ts';
import type { Statement, Store } from '../../store/store.ts';
import { insertGuest } from '../account/user-lookup.ts';
import { isNamed } from './guest-name.ts';
import { findGuestsOfRoom, linkUser, type InHouseGuest } from './guest-store.ts';
import { findLinksOfPlace, type StoredLink } from './link-store.ts';
import { insertPosting } from './posting-store.ts';

/** Where a guest logs in, and what it types. */
export interface RoomLogin {
  readonly place: { readonly organization: number; readonly location: number | null };
  readonly room: string;
  readonly lastName: string;
}

/** A guest who may log in. */
export interface RoomGuest {
  /** Id of its user. */
  readonly user: number;
  readonly username: string;
  /** What is written together with its login: the charge. */
  readonly alongside: readonly Statement[];
}

/**
 * Why nobody logs in: no hotel system serves the place; room and name do not fit; they do not, and the hotel system cannot be
 * reached, so the guest may be new; no charge may be posted to the room.
 */
export type RoomRefusal = 'no_link' | 'unknown' | 'unreachable' | 'no_post';

/**
 * Finds the guest of a room and name among those in house, as the hotel system has told last, and gives it a user at its first
 * login.
 *
 * @throws Fault of the store
 */
export async function findRoomGuest(
  gateway: Pick<Gateway, 'store' | 'now'>,
  { place, room, lastName }: RoomLogin,
): Promise<RoomGuest | RoomRefusal> {
  const { store } = gateway;
  const links = await findLinksOfPlace(store, place);
  if (links.length === 0) return 'no_link';
  const ids = links.map(({ id }) => id);
  const guests = await findGuestsOfRoom(store, ids, room);
  const guest = guests.find((one) => isNamed(one, lastName));
  const link = links.find(({ id }) => id === guest?.link);
  if (!guest || !link) return links.some(({ state }) => state !== 'up') ? 'unreachable' : 'unknown';
  if (link.charge && guest.noPost) return 'no_post';
  const user = await userOf(gateway, link, guest);
  return { ...user, alongside: await chargeOf(gateway, { link, guest, user: user.user }) };
}

/** Two devices of a guest may log in at a time: the second one finds the user of the first. */
async function userOf(
  { store, now }: Pick<Gateway, 'store' | 'now'>,
  link: StoredLink,
  guest: InHouseGuest,
): Promise<Omit<RoomGuest, 'alongside'>> {
  if (guest.user !== null && guest.username !== null)
    return { user: guest.user, username: guest.username };
  const { organization, profile } = link;
  const username = `pms-${link.id}-${guest.id}`;
  const expiration =
    guest.departure === null ? null : await readDeadline(store, link, guest.departure);
  const { reservation: external_id, firstName: first_name, lastName: last_name } = guest;
  const user = { organization, username, profile, external_id, first_name, last_name, expiration };
  await store
    .write([insertGuest(store, user, now()), linkUser(store, guest.id, username)])
    .catch((error: unknown) => {
      if (asFault(error)?.kind !== 'conflict') throw error;
    });
  return readUser(store, guest, username);
}

async function readUser(
  { db }: Store,
  guest: InHouseGuest,
  username: string,
): Promise<Omit<RoomGuest, 'alongside'>> {
  const found = await db
    .selectFrom('pms_guest')
    .select('user')
    .where('id', '=', guest.id)
    .executeTakeFirst();
  return { user: found?.user ?? 0, username };
}

async function chargeOf(
  { store, now }: Pick<Gateway, 'store' | 'now'>,
  {
    link,
    guest,
    user,
  }: { readonly link: StoredLink; readonly guest: InHouseGuest; readonly user: number },
): Promise<readonly Statement[]> {
  const { charge } = link;
  if (!charge) return [];
  const at = now();
  const zone = await readTimeZone(store, link);
  const day = new Date(at.getTime() + offsetAt(zone, at.getTime())).toISOString().slice(0, 10);
  return [insertPosting(store, { guest, link, charge, user, day, at })];
}
