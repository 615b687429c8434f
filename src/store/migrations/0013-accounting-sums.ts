import { sql } from 'kysely';
import type { AnyDatabase, Engine, MigrationStep } from './ddl.ts';
import { bigint, createIndex, createTables, id, index, reference, text } from './table.ts';

/**
 * Keeps sums of sessions by day, so that a report reads some hundred rows in place of a million sessions. A session that is
 * over is added once; a trigger takes it out again in the statement that changes it, and it is added anew later. Both halves
 * of the counters (RFC 2869 section 5.1) are summed up apart: no sum of what a NAS may state is too large for 63 bits.
 */
export const accountingSums: MigrationStep = (engine) => ({
  async up(db) {
    const table = () => db.schema.alterTable('aaa_accounting');
    await table().addColumn('local_start', 'bigint').execute();
    await table().addColumn('profile', 'bigint').execute();
    await createIndex(db, engine, {
      table: 'aaa_accounting',
      name: 'not_summed',
      columns: ['acctstoptime', 'organization'],
      where: 'acctstoptime is not null and local_start is null',
    });
    await createTables(db, engine, {
      aaa_accounting_sum: {
        columns: {
          id,
          organization: reference('organization', 'cascade'),
          dimension: text,
          day: bigint,
          key: text,
          sessions: bigint,
          seconds: bigint,
          gigawords_in: bigint,
          octets_in: bigint,
          gigawords_out: bigint,
          octets_out: bigint,
        },
        indexes: [
          { columns: ['organization', 'dimension', 'day', 'key'], isUnique: true },
          index('organization', 'day', 'id'),
        ],
      },
    });
    await createTrigger(db, engine);
  },
});

/** The columns that decide where a session is counted; no statement changes the counters of a session that is over without them. */
const watched = [
  'acctstarttime',
  'acctstoptime',
  'organization',
  'client',
  'access_point',
  'location',
  'acctterminatecause',
];
const counted = ['acctsessiontime', 'acctinputoctets', 'acctoutputoctets', 'calledstationid'];

/** When a session that is in the sums has changed so that they no longer hold. */
export const changesAfterSum = {
  on: sql.raw(`update of ${watched.join(', ')}`),
  changes(engine: Engine) {
    const differs = engine === 'postgres' ? 'is distinct from' : 'is not';
    const changed = [...watched, ...counted].map(
      (column) => `old.${column} ${differs} new.${column}`,
    );
    return sql.raw(`(${changed.join(' or ')})`);
  },
};

async function createTrigger(db: AnyDatabase, engine: Engine): Promise<void> {
  const when = sql`old.local_start is not null and ${changesAfterSum.changes(engine)}`;
  const on = sql`${changesAfterSum.on} on aaa_accounting`;
  if (engine === 'sqlite') {
    await sql`
      create trigger aaa_accounting_changed_after_sum after ${on} when ${when} begin
        ${subtractFromSums};
        update aaa_accounting set local_start = null where radacctid = old.radacctid;
      end`.execute(db);
    return;
  }
  await sql`
    create function take_session_out_of_sums() returns trigger language plpgsql as $$
    begin
      ${subtractFromSums};
      new.local_start := null;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger aaa_accounting_changed_after_sum before ${on}
    for each row when (${when}) execute function take_session_out_of_sums()`.execute(db);
}

/** The SSID behind the MAC address in Called-Station-Id (RFC 3580 section 3.20). */
function ssidBehind(octets: number): string {
  const mac = `replace(replace(replace(substr(old.calledstationid, 1, ${octets}), '-', ''), ':', ''), '.', '')`;
  return `when substr(old.calledstationid, ${octets + 1}, 1) = ':' and length(${mac}) = 12
    and trim(upper(${mac}), '0123456789ABCDEF') = '' then substr(old.calledstationid, ${octets + 2})`;
}

const keys: Readonly<Record<string, string>> = {
  hour: 'old.local_start % 86400000 / 3600000',
  access_point: 'old.access_point',
  location: 'old.location',
  client: 'old.client',
  ssid: `case ${[17, 14, 12].map(ssidBehind).join(' ')} end`,
  profile: 'old.profile',
  cause: 'old.acctterminatecause',
};

export const subtractFromSums = sql.raw(`
  update aaa_accounting_sum set
    sessions = sessions - 1,
    seconds = seconds - coalesce(old.acctsessiontime, 0),
    gigawords_in = gigawords_in - (coalesce(old.acctinputoctets, 0) >> 32),
    octets_in = octets_in - (coalesce(old.acctinputoctets, 0) & 4294967295),
    gigawords_out = gigawords_out - (coalesce(old.acctoutputoctets, 0) >> 32),
    octets_out = octets_out - (coalesce(old.acctoutputoctets, 0) & 4294967295)
  where id in (
    select s.id from (${Object.entries(keys)
      .map(
        ([dimension, key]) =>
          `select '${dimension}' as dimension, coalesce(cast(${key} as text), '') as "key"`,
      )
      .join(' union all ')}) as k
    join aaa_accounting_sum s on s.organization = old.organization and s.dimension = k.dimension
      and s.day = old.local_start / 86400000 and s."key" = k."key")`);
