import { sql, type Generated, type RawBuilder } from 'kysely';
import { asFault } from '../../../contract/errors.ts';
import {
  namedParameter,
  prepareQuery,
  prepareStatement,
} from '../../../store/prepared-statement.ts';
import type { Statement, Store } from '../../../store/store.ts';
import { macDigits, macDigitsSql } from '../mac-digits.ts';

/*
 * Between the Access-Accept of a user and the Start of its session there is no session for Simultaneous-Use to count: devices
 * that log in at once would all get in. So an Access-Accept reserves a place, in the store and so for every gateway. The place
 * is counted until its device has a session, or until its time is over.
 */

declare module '../../../contract/tables.ts' {
  interface Tables {
    /** Places of users with Simultaneous-Use. */
    aaa_reservation: {
      id: Generated<number>;
      user: number;
      /** The device as `stationKey` returns it; null: not known, so that each login has a place of its own. */
      station: string | null;
      /** Milliseconds since 1970. */
      created: number;
      expires: number;
    };
  }
}

/** A device of a user. */
interface UserDevice {
  readonly user: number;
  /** The device, as its NAS spells it; null: not known. */
  readonly station: string | null;
}

/** Returns the digits of a MAC address in any spelling, else the text as it is. */
function stationKey(station: string | null): string | null {
  return macDigits(station) ?? station;
}

const user = namedParameter('user');
const station = sql`cast(${namedParameter('station')} as text)`;
const now = sql`cast(${namedParameter('now')} as bigint)`;
const stationOfSession = sql`coalesce(${macDigitsSql(sql.ref('s.callingstationid'))}, s.callingstationid)`;

/** The corrected time of a Start may be earlier than its login by this much. */
const toleranceMs = 60_000;

function beganSince(created: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(s.acctstarttime >= ${created} - ${sql.lit(toleranceMs)} and s.heard_at >= ${created})`;
}

/** The open sessions of other devices; a device that is not known is another one. */
const sessions = sql`
  select count(*) from aaa_accounting as s where s."user" = ${user} and s.acctstoptime is null
    and (${station} is null or s.callingstationid is null or ${stationOfSession} <> ${station})`;

const isReserved = sql`r."user" = ${user} and r.expires > ${now}`;

/** The places of other known devices that have had no session since. */
const placesOfDevices = sql`
  select count(*) from aaa_reservation as r where ${isReserved} and r.station is not null
    and (${station} is null or r.station <> ${station})
    and not exists (
      select 1 from aaa_accounting as s where s."user" = ${user} and s.acctstoptime is null and ${stationOfSession} = r.station)
    and not exists (
      select 1 from aaa_accounting as s where s."user" = ${user} and ${beganSince(sql.ref('r.created'))} and ${stationOfSession} = r.station)`;

/** The places of unknown devices, less the sessions of unknown devices that have begun since the first of them. */
const placesOfUnknown = sql`
  select case when u.places > u.begun then u.places - u.begun else 0 end from (
    select p.places, (
      select count(*) from aaa_accounting as s
      where s."user" = ${user} and s.callingstationid is null and ${beganSince(sql.ref('p.since'))}) as begun
    from (
      select count(*) as places, min(r.created) as since from aaa_reservation as r
      where ${isReserved} and r.station is null) as p) as u`;

const taken = sql<number>`((${sessions}) + (${placesOfDevices}) + (${placesOfUnknown}))`;

const selectTaken = prepareQuery<{ readonly taken: number }>((db) =>
  sql<{ taken: number }>`select ${taken} as taken`.compile(db),
);

/** Counts the open sessions and the reserved places of a user on other devices. @throws Fault if the store cannot be read */
export async function countOtherPlaces(
  store: Store,
  { user, station }: UserDevice,
  at: Date,
): Promise<number> {
  const [row] = await selectTaken(store, { user, station: stationKey(station), now: at.getTime() });
  return row?.taken ?? 0;
}

/** A login that needs a place. */
interface PlaceRequest extends UserDevice {
  /** The value of Simultaneous-Use. */
  readonly allowed: number;
  readonly at: Date;
}

const ifPlaceIsFree = prepareStatement((db) =>
  sql`update "user" set last_login = last_login
    where id = ${user} and ${taken} < cast(${namedParameter('allowed')} as bigint)`.compile(db),
);

/**
 * Builds the statement that fails its batch if the user has as many sessions and places on other devices as it may have. It must
 * follow a statement of the batch that changes the row of the user: of simultaneous logins the second waits for the first then.
 */
export function requirePlace(
  store: Store,
  { user, station, allowed, at }: PlaceRequest,
): Statement {
  const values = { user, station: stationKey(station), allowed, now: at.getTime() };
  return { ...ifPlaceIsFree(store, values), mustChange: true };
}

const lockUser = prepareStatement((db) =>
  sql`update "user" set last_login = last_login where id = ${user}`.compile(db),
);

const insertPlace = prepareStatement((db) =>
  sql`insert into aaa_reservation ("user", station, created, expires)
    values (${user}, ${station}, ${now}, ${namedParameter('expires')})
    on conflict ("user", station) do update set created = excluded.created, expires = excluded.expires`.compile(
    db,
  ),
);

const deleteExpired = prepareStatement((db) =>
  sql`delete from aaa_reservation where "user" = ${user} and expires <= ${now}`.compile(db),
);

/**
 * Reserves a place for a login, unless others have taken all since it was decided. Resolves once it is on disk.
 *
 * @param seconds  how long the place is kept without a session
 * @returns false: no place is free
 * @throws Fault as `Store.write` does
 */
export async function reservePlace(
  store: Store,
  { seconds, ...request }: PlaceRequest & { readonly seconds: number },
): Promise<boolean> {
  const { user, station, at } = request;
  const now = at.getTime();
  const place = { user, station: stationKey(station), now, expires: now + seconds * 1000 };
  try {
    await store.write([
      lockUser(store, place),
      deleteExpired(store, place),
      requirePlace(store, request),
      insertPlace(store, place),
    ]);
    return true;
  } catch (error) {
    if (asFault(error)?.kind !== 'conflict') throw error;
    return false;
  }
}
