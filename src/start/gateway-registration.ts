import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Gateway } from '../gateway/gateway.ts';
import type { PeriodicTask } from '../gateway/job.ts';
import { writeDurableFile } from '../runtime/durable-file.ts';
import type { Store } from '../store/store.ts';

/*
 * Gateways that share a PostgreSQL have ids, which claims and leases carry. A copy of a data directory has the id of the
 * original: both would take the other's work for their own. Each start has an instance of its own, in the data directory and in
 * the store; a start is refused if the store has another instance of the same id that is alive. On SQLite the lock of the data
 * directory serves.
 */

const renewalMs = 10_000;
const aliveMs = 3 * renewalMs;
/** The server's time: clocks of gateways may differ. */
const serverTime = sql`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`;

export interface Registration {
  /** Renews the registration. @throws Error while another gateway has the same id */
  readonly task: PeriodicTask;
  end(): Promise<void>;
}

/**
 * Registers this start of a gateway.
 *
 * @returns null on SQLite
 * @throws  Error if another gateway with the same id is alive
 */
export async function registerGateway(
  store: Store,
  dataDir: string,
  id: string,
): Promise<Registration | null> {
  if (store.engine !== 'postgres') return null;
  const file = join(dataDir, 'gateway-instance');
  const former = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  const instance = randomUUID();
  // Both, since a kill may come before the store has the new one.
  const text = [instance, ...former.slice(0, 1)].join('\n');
  writeDurableFile(file, `${text}\n`, { mode: 0o600, mayReplace: true });
  const isOwn = former.length > 0 ? sql`gateway.instance in (${sql.join(former)})` : sql`false`;
  const query = sql`
    insert into gateway (id, instance, renewed) values (${id}, ${instance}, ${serverTime})
    on conflict (id) do update set instance = excluded.instance, renewed = excluded.renewed
      where ${isOwn} or gateway.renewed < ${serverTime} - cast(${aliveMs} as bigint)
    returning id`;
  const [written] = await store.write([query.compile(store.db)]).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : 'unknown';
    throw new Error(
      `cannot register gateway ${id} in the store: ${reason}. While "gatehouse move-store" copies the store, no gateway starts on it`,
      { cause },
    );
  });
  if (written?.changes !== 1)
    throw new Error(
      `another gateway with the id ${id} uses this store. If ${dataDir} is a copy, remove gateway-id and gateway-instance from it; ` +
        `if the other one was stopped just now, start again in ${aliveMs / 1000} s`,
    );
  return { task: renewalTask(store, dataDir, { id, instance }), end: () => end(store, instance) };
}

function renewalTask(
  store: Pick<Gateway['store'], 'db' | 'write'>,
  dataDir: string,
  { id, instance }: { readonly id: string; readonly instance: string },
): PeriodicTask {
  return {
    name: 'gateway registration',
    intervalMs: renewalMs,
    initialDelayMs: renewalMs,
    failureMessage: `cannot renew the registration of gateway ${id}; retrying in 10 s`,
    run: async () => {
      const query = sql`update gateway set renewed = ${serverTime} where instance = ${instance}`;
      const [written] = await store.write([query.compile(store.db)]);
      if (written?.changes !== 1)
        throw new Error(
          `another gateway has started with the id ${id} of ${dataDir}: both claim the same work. ` +
            'Stop the gateway with the copied data directory, and remove gateway-id and gateway-instance from that directory',
        );
      return undefined;
    },
  };
}

async function end(store: Store, instance: string): Promise<void> {
  await store.write([sql`delete from gateway where instance = ${instance}`.compile(store.db)]);
}
