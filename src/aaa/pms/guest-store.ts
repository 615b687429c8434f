import { sql, type RawBuilder } from 'kysely';
import { compileStatement, type Statement, type Store } from '../../store/store.ts';
import { changeStayUsers, deleteStayUsers, switchStayUsers } from '../account/stay-user.ts';
import { roomKey } from './guest-name.ts';
import type { StoredLink } from './link-store.ts';

/** A guest in house, as a record of the hotel system has it. */
export interface Stay {
  readonly reservation: string;
  readonly room: string;
  readonly lastName: string;
  readonly firstName: string | null;
  readonly language: string | null;
  readonly arrival: string | null;
  readonly departure: string | null;
  readonly noPost: boolean;
}

interface Recorded {
  readonly at: Date;
  /** Number of the synchronization that the record belongs to; null: none. */
  readonly sync: number | null;
  /** End of the stay in milliseconds since 1970; null: only the check-out ends it. */
  readonly expiration: number | null;
}

type Link = Pick<StoredLink, 'id' | 'organization' | 'location'>;

/** Returns the statements that keep a guest as a record has it, and its user with it. A guest who is in house again gets its user back. */
export function recordStay(store: Store, link: Link, stay: Stay & Recorded): readonly Statement[] {
  const { at, sync, expiration } = stay;
  const isReservation = sql`link = ${link.id} and reservation = ${stay.reservation}`;
  const first_name = stay.firstName;
  const last_name = stay.lastName === '' ? null : stay.lastName;
  return [
    switchStayUsers(store, usersOf(sql`${isReservation} and checked_out is not null`), {
      isActive: true,
      at,
    }),
    upsertGuest(store, link, { stay, at, sync }),
    changeStayUsers(store, usersOf(isReservation), { first_name, last_name, expiration, at }),
  ];
}

function upsertGuest(
  { db }: Store,
  link: Link,
  { stay, at, sync }: { readonly stay: Stay } & Pick<Recorded, 'at' | 'sync'>,
): Statement {
  const now = at.getTime();
  const columns = {
    organization: link.organization,
    location: link.location,
    room: stay.room,
    room_key: roomKey(stay.room),
    last_name: stay.lastName,
    first_name: stay.firstName,
    language: stay.language,
    arrival: stay.arrival,
    departure: stay.departure,
    no_post: stay.noPost ? (1 as const) : (0 as const),
    checked_out: null,
    last_change: now,
    ...(sync !== null && { sync }),
  };
  const insert = db
    .insertInto('pms_guest')
    .values({ ...columns, link: link.id, reservation: stay.reservation, created: now })
    .onConflict((conflict) => conflict.columns(['link', 'reservation']).doUpdateSet(columns));
  return compileStatement(insert);
}

/** Returns a subquery of the users of guests. */
function usersOf(guests: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select "user" from pms_guest where "user" is not null and ${guests})`;
}

/** The guests of a link that a check-out is about: a reservation, or everybody in a room. */
type CheckedOut = { readonly reservation: string } | { readonly room: string };

/** Returns the statements that check guests out: their users are switched off, which ends their sessions. */
export function recordCheckOut(
  store: Store,
  link: number,
  { at, ...guests }: CheckedOut & { readonly at: Date },
): readonly Statement[] {
  const isAbout =
    'reservation' in guests
      ? sql`reservation = ${guests.reservation}`
      : sql`room_key = ${roomKey(guests.room)}`;
  return checkOut(store, sql`link = ${link} and ${isAbout}`, at);
}

/** Returns the statements that check out the guests whom a synchronization has not named. */
export function recordEndOfSync(
  store: Store,
  link: number,
  { sync, at }: { readonly sync: number; readonly at: Date },
): readonly Statement[] {
  const { db } = store;
  const synced = db.updateTable('pms_link').set({ synced_at: at.getTime() }).where('id', '=', link);
  return [
    ...checkOut(store, sql`link = ${link} and sync <> ${sync}`, at),
    compileStatement(synced),
  ];
}

function checkOut(store: Store, guests: RawBuilder<unknown>, at: Date): readonly Statement[] {
  const inHouse = sql`${guests} and checked_out is null`;
  const change = sql`update pms_guest set checked_out = ${at.getTime()}, last_change = ${at.getTime()} where ${inHouse}`;
  return [
    switchStayUsers(store, usersOf(inHouse), { isActive: false, at }),
    compileStatement(change.compile(store.db)),
  ];
}

const dayMs = 86_400_000;

/** Deletes the guests who have checked out longer ago than their link keeps them, with their users and charges. */
export async function deleteFormerGuests(store: Store, now: Date): Promise<void> {
  const isFormer = sql`checked_out is not null and checked_out <
    cast(${now.getTime()} as bigint) - cast(${sql.lit(dayMs)} as bigint)
    * (select keep_days from pms_link as l where l.id = pms_guest.link)`;
  const found = await sql`select id from pms_guest where ${isFormer} limit 1`.execute(store.db);
  if (found.rows.length === 0) return;
  await store.write([
    deleteStayUsers(store, usersOf(isFormer)),
    sql`delete from pms_guest where ${isFormer}`.compile(store.db),
  ]);
}

/** A guest in house. */
export interface InHouseGuest {
  readonly id: number;
  readonly link: number;
  readonly reservation: string;
  readonly room: string;
  readonly lastName: string;
  readonly firstName: string | null;
  readonly departure: string | null;
  readonly noPost: boolean;
  /** Id of its user; null: it has not logged in yet. */
  readonly user: number | null;
  /** Name of its user. */
  readonly username: string | null;
}

/** More than share a room. */
const maxOfRoom = 50;

/** Finds the guests in a room. */
export async function findGuestsOfRoom(
  { db }: Store,
  links: readonly number[],
  room: string,
): Promise<readonly InHouseGuest[]> {
  const rows = await db
    .selectFrom('pms_guest as g')
    .leftJoin('user as u', 'u.id', 'g.user')
    .select(['g.id', 'g.link', 'g.reservation', 'g.room', 'g.departure', 'g.no_post', 'g.user'])
    .select(['g.last_name as lastName', 'g.first_name as firstName', 'u.username'])
    .where('g.link', 'in', links)
    .where('g.room_key', '=', roomKey(room))
    .where('g.checked_out', 'is', null)
    .orderBy('g.id')
    .limit(maxOfRoom)
    .execute();
  return rows.map(({ no_post, ...row }) => ({ ...row, noPost: no_post === 1 }));
}

/** Returns the statement that gives a guest its user, by name; it fails if the guest has one, or has checked out. */
export function linkUser({ db }: Store, guest: number, username: string): Statement {
  const query = sql`update pms_guest set "user" = (select id from "user" where username = ${username})
    where id = ${guest} and "user" is null and checked_out is null`;
  return { ...query.compile(db), mustChange: true };
}

/** Counts the guests of a link in house. */
export async function countInHouse({ db }: Store, link: number): Promise<number> {
  const { count } = await db
    .selectFrom('pms_guest')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('link', '=', link)
    .where('checked_out', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}
