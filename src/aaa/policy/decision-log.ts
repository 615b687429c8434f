import type { Insertable } from 'kysely';
import { Counter } from 'prom-client';
import type { Gateway } from '../../gateway/gateway.ts';
import { BatchedLog } from '../../store/batched-log.ts';
import type { Statement, Store } from '../../store/store.ts';
import { recordEarlierUse } from '../voucher/voucher.ts';
import type { Tables } from '../../contract/tables.ts';

export type DecisionRow = Insertable<Tables['aaa_decision']>;

/** Above this many pending writes the log waits: accounting has priority over a log of logins. */
const maxPendingWrites = 64;

/** Writes decisions on logins after the reply. Decisions that cannot be written in time are dropped and counted. */
export type DecisionLog = BatchedLog<DecisionRow>;

/** Keeps decisions while the store is away. */
export interface DecisionKeeper {
  /** True: decisions are kept, not written. */
  readonly isKeeping: () => boolean;
  /** Resolves once they are on disk. @throws Fault `unavailable` without room */
  readonly keep: (rows: readonly DecisionRow[]) => Promise<void>;
}

/** @param keeper  null: decisions wait for the store in memory */
export function createDecisionLog(
  gateway: Gateway,
  keeper: DecisionKeeper | null = null,
): DecisionLog {
  const dropped = new Counter({
    name: 'gatehouse_radius_decisions_dropped_total',
    help: 'Decisions on RADIUS logins that were made but not logged.',
    registers: [gateway.metrics],
  });
  return new BatchedLog<DecisionRow>({
    write: (rows) =>
      keeper?.isKeeping() === true
        ? keeper.keep(rows)
        : gateway.store.write(batchStatements(gateway.store, rows)),
    mayWrite: () => gateway.store.pendingWrites < maxPendingWrites,
    sleep: gateway.clock.sleep,
    onDropped: () => {
      dropped.inc();
    },
    onRefused: (rows, error) => {
      gateway.log.error(
        { err: error, rows: rows.length },
        'cannot write decisions on RADIUS logins; they are dropped',
      );
      dropped.inc(rows.length);
      return [];
    },
  });
}

/**
 * Writes decisions that were kept, with what their logins have changed; those that are stored already are left out.
 *
 * @throws Fault as `Store.write` does
 */
export async function writeKeptDecisions(
  store: Store,
  rows: readonly DecisionRow[],
): Promise<void> {
  const stored = await readStored(store, rows);
  const missing = rows.filter((row) => !stored.has(keyOf(row)));
  if (missing.length === 0) return;
  await store.write([
    ...batchStatements(store, missing),
    ...missing.flatMap(({ outcome, user, datetime }) =>
      outcome === 'accept' && typeof user === 'number'
        ? [recordEarlierUse(store, user, datetime)]
        : [],
    ),
  ]);
}

async function readStored(
  { db }: Store,
  rows: readonly DecisionRow[],
): Promise<ReadonlySet<string>> {
  const found = await db
    .selectFrom('aaa_decision')
    .select(['datetime', 'client', 'ms', 'username'])
    .where('organization', 'in', [...new Set(rows.map(({ organization }) => organization))])
    .where('datetime', 'in', [...new Set(rows.map(({ datetime }) => datetime))])
    .execute();
  return new Set(found.map(keyOf));
}

/** Two decisions of one time, client and name differ in how long they took. */
function keyOf({
  datetime,
  client,
  ms,
  username = null,
}: Pick<DecisionRow, 'datetime' | 'client' | 'ms' | 'username'>): string {
  return JSON.stringify([datetime, client, ms, username]);
}

/** Inserts the decisions and updates the users' last login. */
function batchStatements({ db }: Store, rows: readonly DecisionRow[]): Statement[] {
  return [
    db.insertInto('aaa_decision').values(rows).compile(),
    ...lastLogins(rows).map(([user, at]) =>
      db.updateTable('user').set({ last_login: at }).where('id', '=', user).compile(),
    ),
  ];
}

/** Returns the latest accepted login of each user, ordered by user: two gateways lock rows in the same order. */
function lastLogins(rows: readonly DecisionRow[]): [user: number, at: number][] {
  const accepted = rows.filter(({ outcome }) => outcome === 'accept');
  const latest = new Map(
    accepted.flatMap(({ user, datetime }) =>
      typeof user === 'number' ? [[user, datetime] as const] : [],
    ),
  );
  return [...latest].sort(([one], [other]) => one - other);
}
