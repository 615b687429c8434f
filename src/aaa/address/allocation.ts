import { sql, type RawBuilder } from 'kysely';
import { selectDescendants } from '../../organization/tree-query.ts';
import { macDigits, macDigitsSql } from '../policy/mac-digits.ts';
import { compileStatement, type Store } from '../../store/store.ts';
import { poolKindNames, poolKinds, readPoolFields, type PoolKind } from './address-pool.ts';
import { addressFrom, layoutKey, layoutOf, type PoolLayout } from './pool-layout.ts';

/** A pool as its row describes it. */
export interface StoredPool {
  readonly id: number;
  readonly organization: number;
  readonly name: string;
  readonly kind: PoolKind;
  readonly layout: PoolLayout;
  readonly layoutKey: string;
  readonly sticky: string;
  readonly holdMs: number;
  /** When a login last found no free address, in milliseconds since 1970; null: never. */
  readonly exhausted: number | null;
}

/** Reads pools in the order of their ids in a list. */
export async function readPools(
  { db }: Store,
  ids: readonly number[],
): Promise<readonly StoredPool[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('address_pool').selectAll().where('id', 'in', ids).execute();
  return ids.flatMap((id) => {
    const row = rows.find((one) => one.id === id);
    const kind = poolKindNames.find((one) => one === row?.kind);
    if (!row || !kind) return [];
    const fields = readPoolFields({ ...row });
    const layout = layoutOf(fields);
    if (typeof layout === 'string') return [];
    const { organization, name, sticky, exhausted, hold_seconds } = row;
    const shown = { id, organization, name, kind, sticky, exhausted };
    return [{ ...shown, holdMs: hold_seconds * 1000, layout, layoutKey: layoutKey(fields) }];
  });
}

/** A login that needs an address. */
export interface AddressRequest {
  readonly user: number;
  /** The device, as its NAS spells it; null: not known. */
  readonly station: string | null;
  /** Id of the AAA client. */
  readonly client: number;
  readonly at: Date;
}

/** What the statements of one allocation share. */
interface Allocation {
  readonly store: Store;
  readonly pool: StoredPool;
  readonly user: number;
  readonly station: string | null;
  readonly now: number;
  readonly values: Readonly<Record<'granted' | 'held_until', number>> & {
    readonly user: number;
    readonly station: string | null;
    readonly client: number;
  };
}

/** Tries of places that another login or gateway takes at the same moment, or that a static address has. */
const maxTries = 64;

/**
 * Gives a login an address of a pool: the one that the device has, else its former one, else one that nobody has had, else the
 * one that has been free for the longest time. Each of them is taken by one statement, which does nothing if another gateway has
 * taken it. A session keeps its address as long as it is open: a Stop, a restart of the NAS and a silent NAS end it.
 *
 * @returns null: no address is free
 * @throws Fault as `Store.write` does
 */
export async function allocateAddress(
  store: Store,
  pool: StoredPool,
  { user, station: spelled, client, at }: AddressRequest,
): Promise<string | null> {
  const now = at.getTime();
  const station = macDigits(spelled) ?? spelled;
  const values = { user, station, client, granted: now, held_until: now + pool.holdMs };
  const allocation = { store, pool, user, station, now, values };
  const own = await takeOwn(allocation);
  // Another gateway may give the same address in the meantime.
  if (own !== null || store.isCopy === true) return own;
  return (await takeFresh(allocation)) ?? (await takeFree(allocation));
}

const lease = sql.table('address_lease');

/** The open session of the user of a lease that has its address, or whose NAS has not said which one the device has. */
export function hasSession(kind: PoolKind): RawBuilder<boolean> {
  const address = sql.ref(`s.${poolKinds[kind].column}`);
  const device = sql`coalesce(${macDigitsSql(sql.ref('s.callingstationid'))}, s.callingstationid)`;
  return sql<boolean>`exists (select 1 from aaa_accounting as s
    where s."user" = address_lease."user" and s.acctstoptime is null and (${address} = address_lease.address
      or (${address} is null and ${device} = address_lease.station)))`;
}

function isFree({ now, pool }: Allocation): RawBuilder<boolean> {
  return sql<boolean>`address_lease.held_until <= ${now} and not ${hasSession(pool.kind)}`;
}

/** No other user, of an organization that the pool is for, has the address by a reply item of its own. */
function isNoOthers({ pool, user }: Allocation, address: RawBuilder<unknown>) {
  return sql<boolean>`not exists (select 1 from static_address as f where f.kind = ${pool.kind} and f.address = ${address}
    and f."user" <> ${user} and f.organization in ${selectDescendants(pool.organization)})`;
}

function assignments({ values }: Allocation): RawBuilder<unknown> {
  return sql.join(
    Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
  );
}

/** Takes the address that the device has now, else the former one of the user or device that is free. */
async function takeOwn(allocation: Allocation): Promise<string | null> {
  return (await takeSame(allocation)) ?? (await takeFormer(allocation));
}

function ofPool(allocation: Allocation): RawBuilder<unknown> {
  const { pool } = allocation;
  return sql`pool = ${pool.id} and layout = ${pool.layoutKey}
    and ${isNoOthers(allocation, sql.ref('address_lease.address'))}`;
}

async function takeSame(allocation: Allocation): Promise<string | null> {
  const { pool, user, station, now } = allocation;
  if (station === null) return null;
  const isHeld = sql`(address_lease.held_until > ${now} or ${hasSession(pool.kind)})`;
  const isSame = sql`station = ${station} and "user" = ${user} and ${ofPool(allocation)}
    and ${pool.sticky === 'none' ? isHeld : sql`1 = 1`}`;
  const candidate = sql`select id from ${lease} where ${isSame} order by granted desc limit 1`;
  return update(allocation, sql`id = (${candidate}) and ${isSame}`);
}

/** Of an account that many share, these many leases are looked at. */
const maxFormer = 50;

async function takeFormer(allocation: Allocation): Promise<string | null> {
  const { pool, user, station } = allocation;
  if (pool.sticky === 'none' || (pool.sticky === 'device' && station === null)) return null;
  const isOwn = pool.sticky === 'user' ? sql`"user" = ${user}` : sql`station = ${station}`;
  const free = sql`${ofPool(allocation)} and ${isFree(allocation)}`;
  const newest = sql`select id from ${lease} where ${isOwn} and pool = ${pool.id}
    order by granted desc limit ${sql.lit(maxFormer)}`;
  const candidate = sql`select id from ${lease} where id in (${newest}) and ${free} order by granted desc limit 1`;
  return update(allocation, sql`id = (${candidate}) and ${free}`);
}

/**
 * Takes the lease that a condition names.
 *
 * @param where  repeats what makes the lease the login's: PostgreSQL compares only the row again that it has waited for, and not
 *               the query that chose it
 * @returns null: there is none, or no longer
 */
async function update(allocation: Allocation, where: RawBuilder<unknown>): Promise<string | null> {
  const { store } = allocation;
  const change = sql`update ${lease} set ${assignments(allocation)} where ${where} returning address`;
  return addressOf(await store.write([compileStatement(change.compile(store.db))]));
}

function addressOf([written]: Awaited<ReturnType<Store['write']>>): string | null {
  const address = written?.rows[0]?.['address'];
  return typeof address === 'string' ? address : null;
}

/** Takes the next address that nobody has had. */
async function takeFresh(allocation: Allocation): Promise<string | null> {
  const { store, pool } = allocation;
  let next = (await lastPosition(allocation)) + 1n;
  for (let tries = 0; tries < maxTries; tries += 1) {
    const placed = addressFrom(pool.layout, next);
    if (!placed) return null;
    const taken = addressOf(await store.write(insertLease(allocation, placed)));
    if (taken !== null) return taken;
    next = placed.position + 1n;
  }
  return null;
}

async function lastPosition({ store, pool }: Allocation): Promise<bigint> {
  const row = await store.db
    .selectFrom('address_lease')
    .select(({ fn }) => fn.max('position').as('last'))
    .where('pool', '=', pool.id)
    .where('layout', '=', pool.layoutKey)
    .executeTakeFirst();
  return row?.last == null ? -1n : BigInt(row.last);
}

/**
 * Inserts the lease of an address. A lease from before the networks of the pool were changed is taken over if it is free, and
 * else gets its new place only.
 */
function insertLease(
  allocation: Allocation,
  { address, position }: { readonly address: string; readonly position: bigint },
) {
  const { store, pool, values } = allocation;
  const place = { layout: pool.layoutKey, position: Number(position) };
  const row = { ...values, ...place, organization: pool.organization, pool: pool.id, address };
  const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)));
  const isOld = sql`address_lease.layout <> ${pool.layoutKey}`;
  const free = isNoOthers(allocation, sql`${address}`);
  const insert = sql`insert into ${lease} (${columns}) select ${sql.join(Object.values(row).map(typed))}
    where ${free} on conflict (pool, address) do update
      set ${assignments(allocation)}, layout = excluded.layout, position = excluded.position
      where ${isOld} and ${isFree(allocation)}
    returning address`;
  const move = sql`update ${lease} set layout = ${place.layout}, position = ${place.position}
    where pool = ${pool.id} and address = ${address} and ${isOld}`;
  return [insert, move].map((statement) => compileStatement(statement.compile(store.db)));
}

function typed(value: string | number | null): RawBuilder<unknown> {
  return typeof value === 'number' ? sql`cast(${value} as bigint)` : sql`cast(${value} as text)`;
}

/** Leases that are looked at together, and how often by one login: the addresses of a large pool are looked at by turns. */
const batchSize = 500;
const maxBatches = 4;
/** From so many on that sessions have, they go behind the others: the next login need not look at them again. */
const manyBusy = 100;

/** Takes the address that has been free for the longest time. */
async function takeFree(allocation: Allocation): Promise<string | null> {
  for (let batch = 0; batch < maxBatches; batch += 1) {
    const leases = await readBatch(allocation);
    const isFreeLease = ({ free }: (typeof leases)[number]) => Number(free) === 1;
    const firstFree = leases.findIndex(isFreeLease);
    const busy = firstFree < 0 ? leases : leases.slice(0, firstFree);
    if (busy.length >= manyBusy) await putBehind(allocation, busy);
    for (const { id } of leases.filter(isFreeLease)) {
      const isStill = sql`${ofPool(allocation)} and ${isFree(allocation)}`;
      const taken = await update(allocation, sql`id = ${id} and ${isStill}`);
      if (taken !== null) return taken;
    }
    if (leases.length < batchSize) return null;
  }
  return null;
}

/** Reads the leases that no login holds, with whether they are free. */
async function readBatch(allocation: Allocation) {
  const { store, pool, now } = allocation;
  const free = sql`${isNoOthers(allocation, sql.ref('address_lease.address'))} and ${isFree(allocation)}`;
  const query = sql<{ id: number; free: number | string }>`
    select id, case when ${free} then 1 else 0 end as free from ${lease}
    where pool = ${pool.id} and layout = ${pool.layoutKey} and held_until <= ${now}
    order by checked, held_until, id limit ${sql.lit(batchSize)}`;
  return (await query.execute(store.db)).rows;
}

async function putBehind(
  { store, now }: Allocation,
  leases: readonly { readonly id: number }[],
): Promise<void> {
  const ids = leases.map(({ id }) => id);
  const change = sql`update ${lease} set checked = ${now} where id in (${sql.join(ids)})`;
  await store.write([compileStatement(change.compile(store.db))]);
}

/** A pool that stays exhausted is noted once a minute, and not by each login. */
const notedAnewMs = 60_000;

/** Notes that a login found no free address. */
export async function noteExhausted(
  store: Store,
  { id, exhausted }: StoredPool,
  at: Date,
): Promise<void> {
  const now = at.getTime();
  if (exhausted !== null && Math.abs(now - exhausted) < notedAnewMs) return;
  const change = store.db.updateTable('address_pool').set({ exhausted: now });
  await store.write([change.where('id', '=', id).compile()]);
}
