import type { Insertable } from 'kysely';
import { Counter } from 'prom-client';
import type { Gateway } from '../../gateway/gateway.ts';
import { BatchedLog } from '../../store/batched-log.ts';
import type { Statement } from '../../store/store.ts';
import type { Tables } from '../../contract/tables.ts';

export type DecisionRow = Insertable<Tables['aaa_decision']>;

/** Above this many pending writes the log waits: accounting has priority over a log of logins. */
const maxPendingWrites = 64;

/** Writes decisions on logins after the reply. Decisions that cannot be written in time are dropped and counted. */
export type DecisionLog = BatchedLog<DecisionRow>;

export function createDecisionLog(gateway: Gateway): DecisionLog {
  const dropped = new Counter({
    name: 'gatehouse_radius_decisions_dropped_total',
    help: 'Decisions on RADIUS logins that were made but not logged.',
    registers: [gateway.metrics],
  });
  return new BatchedLog<DecisionRow>({
    write: (rows) => gateway.store.write(batchStatements(gateway, rows)),
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

/** Inserts the decisions and updates the users' last login. */
function batchStatements(gateway: Gateway, rows: readonly DecisionRow[]): Statement[] {
  const { db } = gateway.store;
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
