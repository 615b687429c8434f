import { sql, type RawBuilder } from 'kysely';
import { prepareQuery, prepareStatement } from './prepared-statement.ts';
import { writeReturning, type Engine, type Store } from './store.ts';

/*
 * Work that several gateways on one store share. A gateway claims a row by writing until when the claim holds; once that
 * time is over the row is free for the others, so a gateway that died does not block a row.
 */

export interface RowClaim {
  readonly table: string;
  /** Selects the ids of the rows to claim. */
  readonly candidates: RawBuilder<unknown>;
  /** Finds a row if there are candidates: an idle gateway reads, and does not write. Default: always write. */
  readonly probe?: RawBuilder<unknown>;
  /** Assigns the columns that mark a row as claimed. */
  readonly set: RawBuilder<unknown>;
  readonly returning: RawBuilder<unknown>;
}

/**
 * Claims rows. On PostgreSQL rows that another gateway is claiming at this moment are skipped; on SQLite the one writer
 * serializes all claims.
 *
 * @returns the claimed rows, each with the columns of `returning`
 * @throws  Fault if the store cannot be read or written
 */
export async function claimRows<T extends Readonly<Record<string, unknown>>>(
  store: Store,
  { table, candidates, probe, set, returning }: RowClaim,
): Promise<readonly T[]> {
  if (probe && (await probe.execute(store.db)).rows.length === 0) return [];
  const query = claimOf<T>(store.engine, { table, candidates, set, returning });
  return writeReturning(store, query.compile(store.db));
}

function claimOf<T>(
  engine: Engine,
  { table, candidates, set, returning }: Omit<RowClaim, 'probe'>,
): RawBuilder<T> {
  const lock = engine === 'postgres' ? sql`for update skip locked` : sql``;
  return sql<T>`
    update ${sql.table(table)} set ${set} where id in (${candidates} ${lock}) returning ${returning}`;
}

/**
 * Prepares a claim that is made again and again: an idle gateway does little else. `claimRows` compiles both statements each
 * time.
 *
 * @param claim  with a `namedParameter` for each value that differs; its probe is by default the candidates
 */
export function prepareClaim<T extends Readonly<Record<string, unknown>>>(
  claim: RowClaim,
): (store: Store, values: Readonly<Record<string, unknown>>) => Promise<readonly T[]> {
  const probe = prepareQuery((db) => (claim.probe ?? claim.candidates).compile(db));
  const update = prepareStatement((db, engine) => claimOf(engine, claim).compile(db));
  return async (store, values) => {
    if ((await probe(store, values)).length === 0) return [];
    return writeReturning<T>(store, update(store, values));
  };
}

/**
 * Prepares a claim that holds for some time.
 *
 * @param claim  with `namedParameter` of `now`, and of `until` when the claim ends
 */
export function prepareTimedClaim<T extends Readonly<Record<string, unknown>>>(
  claim: RowClaim,
  holdMs: number,
) {
  const run = prepareClaim<T>(claim);
  return (
    { store, now }: { readonly store: Store; readonly now: () => Date },
    values: Readonly<Record<string, unknown>> = {},
  ): Promise<readonly T[]> => {
    const at = now().getTime();
    return run(store, { ...values, now: at, until: at + holdMs });
  };
}

/** A row of a lease table, which has the columns of the key, `owner` and `until`. */
export interface LeaseRow {
  readonly table: string;
  readonly key: Readonly<Record<string, string | number>>;
  readonly owner: string;
}

/**
 * Acquires the lease of a key, or renews it.
 *
 * @param times  milliseconds since 1970
 * @returns      false: another gateway holds it
 * @throws       Fault if the store cannot be written
 */
export async function acquireLease(
  store: Store,
  { table, key, owner }: LeaseRow,
  { now, until }: { readonly now: number; readonly until: number },
): Promise<boolean> {
  const columns = sql.join(Object.keys(key).map((column) => sql.ref(column)));
  const held = sql.table(table);
  const query = sql`
    insert into ${held} (${columns}, owner, until) values (${sql.join(Object.values(key))}, ${owner}, ${until})
    on conflict (${columns}) do update set owner = excluded.owner, until = excluded.until
      where ${held}.owner = excluded.owner or ${held}.until < ${now}
    returning owner`;
  const [written] = await store.write([query.compile(store.db)]);
  return written?.changes === 1;
}

/** Releases the lease of a key; has no effect if another gateway holds it. @throws Fault if the store cannot be written */
export async function releaseLease(store: Store, { table, key, owner }: LeaseRow): Promise<void> {
  const owned = { ...key, owner };
  const conditions = Object.entries(owned).map(
    ([column, value]) => sql`${sql.ref(column)} = ${value}`,
  );
  const query = sql`delete from ${sql.table(table)} where ${sql.join(conditions, sql` and `)}`;
  await store.write([query.compile(store.db)]);
}
