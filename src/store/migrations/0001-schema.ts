import { sql } from 'kysely';
import { aaaTables } from './0001-schema/aaa.ts';
import { accountTables } from './0001-schema/account.ts';
import { accountingTables } from './0001-schema/accounting.ts';
import { alertTables } from './0001-schema/alert.ts';
import { appTables } from './0001-schema/app.ts';
import { dnsfilterTables } from './0001-schema/dnsfilter.ts';
import { createEventTriggers } from './0001-schema/event-triggers.ts';
import { gatewayTables } from './0001-schema/gateway.ts';
import { inventoryTables } from './0001-schema/inventory.ts';
import { metricTables } from './0001-schema/metric.ts';
import { operationTables } from './0001-schema/operation.ts';
import { organizationTables } from './0001-schema/organization.ts';
import { portalTables } from './0001-schema/portal.ts';
import { upkeepTables } from './0001-schema/upkeep.ts';
import {
  createVersionTriggers,
  type AnyDatabase,
  type Engine,
  type MigrationStep,
  type VersionedTable,
} from './ddl.ts';
import { createTables, type Tables } from './table.ts';

/** All tables of 0.1.0; each group refers to itself and to those before it. */
const groups: readonly Tables[] = [
  gatewayTables,
  organizationTables,
  accountTables,
  upkeepTables,
  inventoryTables,
  metricTables,
  operationTables,
  aaaTables,
  accountingTables,
  portalTables,
  appTables,
  dnsfilterTables,
  alertTables,
];

/** Tables that gateways keep in memory: those with a row in `table_version`. */
const versionedTables: readonly VersionedTable[] = [
  {
    table: 'aaa_client',
    statusColumns: ['last_seen', 'weak_since', 'accepts_coa', 'accepts_disconnect'],
  },
  { table: 'aaa_upstream', statusColumns: ['state', 'state_since', 'last_error'] },
  { table: 'access_point', statusColumns: [] },
  { table: 'organization', statusColumns: [] },
];

/** Creates the schema of 0.1.0: tables, indexes, triggers, functions, and the rows that a new store has. */
export const schema: MigrationStep = (engine) => ({
  async up(db: AnyDatabase) {
    for (const tables of groups) await createTables(db, engine, tables);
    await createSessionIdIndex(db, engine);
    if (engine === 'postgres') await createFunctions(db);
    for (const each of versionedTables) await createVersionTriggers(db, engine, each);
    await createEventTriggers(db, engine);
  },
});

/**
 * Indexes accounting by session id. A random key is the most expensive one to maintain, so SQLite indexes the last four
 * characters only, in list order: that costs a quarter of an index of the whole id. PostgreSQL keeps a hash.
 */
async function createSessionIdIndex(db: AnyDatabase, engine: Engine): Promise<void> {
  const index =
    engine === 'sqlite'
      ? sql`(substr(acctsessionid, -4), acctstarttime)`
      : sql`using hash (acctsessionid)`;
  await sql`create index aaa_accounting_acctsessionid on aaa_accounting ${index}`.execute(db);
}

async function createFunctions(db: AnyDatabase): Promise<void> {
  // The last part of the ids of metric log entries of one millisecond.
  await sql`create sequence inventory_metric_log_place as integer minvalue 0 maxvalue 4095 cycle`.execute(
    db,
  );
  await sql`
    create function count_table_version() returns trigger language plpgsql as $$
    begin
      update table_version set version = version + 1 where name = tg_table_name;
      return null;
    end $$`.execute(db);
  await createFold(db);
}

/**
 * Creates the function that folds texts for a search without regard to case, as JavaScript does on SQLite. `lower` and
 * `ilike` follow the locale of the database, which for many is `C`: ASCII alone.
 */
async function createFold(db: AnyDatabase): Promise<void> {
  const { rows } = await sql`
    select 1 from pg_collation where collname = 'und-x-icu' and pg_encoding_to_char(
      (select encoding from pg_database where datname = current_database())) = 'UTF8'`.execute(db);
  // A server without ICU folds as its locale does.
  const folded =
    rows.length > 0
      ? 'upper(normalize($1, NFC) collate pg_catalog."und-x-icu") collate pg_catalog."C"'
      : 'upper($1)';
  await sql`
    create or replace function gatehouse_fold(text) returns text
    language sql immutable strict parallel safe as ${sql.lit(`select ${folded}`)}`.execute(db);
}
