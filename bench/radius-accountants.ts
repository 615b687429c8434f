import { join } from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';
import type { GatewayProcess } from '../test/gateway-process.ts';
import { startPostgres, type Postgres } from '../test/peers/postgres.ts';
import { octetsAtStop } from '../tools/accounting-packets.ts';
import {
  keepsDetail,
  keepsNothing,
  keepsPostgres,
  keepsSqlite,
  sqliteFile,
  startFreeRadiusServer,
  type Setup,
} from './freeradius.ts';
import { secret, startGateway } from './radius-gateway.ts';
import type { Server } from './radius-run.ts';

/** Ends something that was started. */
export type Stop = () => Promise<void>;

/** Database that stores the sessions. */
type Kept = { readonly table: string } & ({ readonly file: string } | { readonly url: string });

/** A server that takes accounting. */
export interface Accountant extends Server {
  readonly gateway?: GatewayProcess;
  /** Absent if the server has no table. */
  readonly kept?: Kept;
}

/** @param started  what must be stopped, the last one first, also where this throws; added to */
export async function startAccountants(started: Stop[]): Promise<Accountant[]> {
  const postgres = await startPostgres({ isShared: false });
  started.push(() => postgres.stop());
  return [
    await gatewayOnSqlite(started),
    await peerOnSqlite(started),
    await gatewayOnPostgres(started, postgres),
    await peerOnPostgres(started, postgres),
    await peer(started, 'FreeRADIUS, detail file', keepsDetail),
    await peer(started, 'FreeRADIUS, no store', keepsNothing),
  ];
}

async function gatewayOnSqlite(started: Stop[]): Promise<Accountant> {
  const gateway = await startGateway();
  started.push(() => gateway.remove());
  const kept = { table: 'aaa_accounting', file: gateway.database };
  return { name: 'Gatehouse, SQLite', port: gateway.acctPort, pids: [gateway.pid], gateway, kept };
}

async function gatewayOnPostgres(started: Stop[], postgres: Postgres): Promise<Accountant> {
  const gateway = await startGateway({ GATEHOUSE_DATABASE_URL: postgres.url });
  started.push(() => gateway.remove());
  const kept = { table: 'aaa_accounting', url: postgres.url };
  return {
    name: 'Gatehouse, PostgreSQL',
    port: gateway.acctPort,
    pids: [gateway.pid, postgres.pid],
    gateway,
    kept,
  };
}

async function peerOnSqlite(started: Stop[]): Promise<Accountant> {
  const server = await peer(started, 'FreeRADIUS, SQLite', keepsSqlite);
  return { ...server, kept: { table: 'radacct', file: join(server.folder, sqliteFile) } };
}

async function peerOnPostgres(started: Stop[], postgres: Postgres): Promise<Accountant> {
  const url = await postgres.createDatabase('radius');
  const server = await peer(started, 'FreeRADIUS, PostgreSQL', keepsPostgres(url));
  return { ...server, pids: [...server.pids, postgres.pid], kept: { table: 'radacct', url } };
}

async function peer(
  started: Stop[],
  name: string,
  prepare: (folder: string) => Setup | Promise<Setup>,
) {
  const server = await startFreeRadiusServer(secret, prepare);
  started.push(() => server.stop());
  return { name, port: server.acctPort, pids: [server.pid], folder: server.folder };
}

/** Updates PostgreSQL's statistics, so that plans made for empty tables are not measured. */
export async function analyze({ kept }: Accountant): Promise<void> {
  if (kept && 'url' in kept) await query(kept.url, `analyze ${kept.table}`);
}

/** Sessions that have stopped, with the octets of their last packet; null where no table is. */
export async function completeIn({ kept }: Accountant): Promise<number | null> {
  if (!kept) return null;
  const statement = `select count(*) as n from ${kept.table} where acctstoptime is not null and acctinputoctets = ${octetsAtStop}`;
  if ('url' in kept) return Number((await query(kept.url, statement)).rows[0]?.n);
  const database = new Database(kept.file, { readonly: true });
  try {
    return database.prepare<[], number>(statement).pluck().get() ?? 0;
  } finally {
    database.close();
  }
}

async function query(
  connectionString: string,
  statement: string,
): Promise<pg.QueryResult<{ readonly n?: string }>> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}
