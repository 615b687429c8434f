import { sql } from 'kysely';
import {
  createIndex,
  notNull,
  notNullWithDefault,
  type AnyDatabase,
  type MigrationStep,
} from './ddl.ts';

/**
 * Sessions of the captive portal as sessions of `aaa_accounting`, without a RADIUS client. Those that are open, which so far
 * were known only to the accounting of an upstream, get a row.
 */
export const portalSessions: MigrationStep = () => ({
  async up(db: AnyDatabase) {
    for (const table of ['aaa_accounting', 'aaa_authorization_change'])
      await db.schema
        .alterTable(table)
        .alterColumn('client', (column) => column.dropNotNull())
        .execute();
    const add = () => db.schema.alterTable('aaa_accounting');
    await add().addColumn('origin', 'text', notNullWithDefault('radius')).execute();
    await add().addColumn('portal_session', 'text').execute();
    for (const column of ['seconds_before', 'input_before', 'output_before'])
      await add().addColumn(column, 'bigint', notNullWithDefault(0)).execute();
    await sql`create index aaa_accounting_portal_session on aaa_accounting (portal_session)
      where portal_session is not null`.execute(db);
    await sql`alter table aaa_portal_session rename to aaa_portal_session_before`.execute(db);
    for (const index of ['aaa_portal_session_due', 'aaa_portal_session_mac'])
      await db.schema.dropIndex(index).execute();
    await createTable(db);
    await copySessions(db);
    await db.schema.dropTable('aaa_portal_session_before').execute();
    await createIndexes(db);
  },
});

/** Describes users and access points as they were, so it outlives them. */
async function createTable(db: AnyDatabase): Promise<void> {
  let table = db.schema.createTable('aaa_portal_session').addColumn('id', 'text', notNull);
  for (const column of ['organization', 'user', 'opened'])
    table = table.addColumn(column, 'bigint', notNull);
  for (const column of ['username', 'mac', 'ip', 'called', 'nas'])
    table = table.addColumn(column, 'text', notNull);
  for (const column of ['access_point', 'location', 'expires', 'ended', 'due'])
    table = table.addColumn(column, 'bigint');
  await table
    .addColumn('cause', 'text')
    .addColumn('queue_organization', 'bigint')
    .addColumn('realm', 'text')
    .addColumn('reports', 'integer', notNullWithDefault(0))
    .addPrimaryKeyConstraint('aaa_portal_session_key', ['id'])
    .execute();
}

/** Of several open sessions of one device only the last is continued. */
async function copySessions(db: AnyDatabase): Promise<void> {
  await sql`insert into aaa_portal_session
      (id, organization, "user", opened, username, mac, ip, called, nas, expires, ended, due, cause, queue_organization, realm, reports)
    select b.id, coalesce(u.organization, b.organization), b."user", b.opened, b.username, b.mac, b.ip, b.called, b.nas,
      b.expires, coalesce(b.ended, case when u.id is null then b.due end), b.due, b.cause, b.organization, b.realm, b.reports
    from aaa_portal_session_before as b left join "user" as u on u.id = b."user"`.execute(db);
  const later = sql`select 1 from aaa_portal_session as l
    where l.mac = s.mac and l.organization = s.organization and l.ended is null
      and (l.opened > s.opened or l.opened = s.opened and l.id > s.id)`;
  await sql`update aaa_portal_session set cause = 'User-Request', ended = due
    where id in (select s.id from aaa_portal_session as s where s.ended is null and exists (${later}))`.execute(
    db,
  );
  await sql`insert into aaa_accounting
      (organization, "user", origin, portal_session, acctsessionid, acctuniqueid, username, nasipaddress, nasidentifier,
       acctstarttime, acctupdatetime, callingstationid, calledstationid, framedipaddress,
       framedipv6address)
    select organization, "user", 'portal', id, id, id, username, '', nas, opened, opened, replace(mac, ':', '-'), called,
      case when ip not like '%:%' then ip end, case when ip like '%:%' then ip end
    from aaa_portal_session where ended is null`.execute(db);
}

async function createIndexes(db: AnyDatabase): Promise<void> {
  await sql`create unique index aaa_portal_session_device on aaa_portal_session (mac, organization)
    where ended is null`.execute(db);
  await sql`create index aaa_portal_session_due on aaa_portal_session (due) where due is not null`.execute(
    db,
  );
  await sql`create index aaa_portal_session_expires on aaa_portal_session (expires)
    where ended is null and expires is not null`.execute(db);
  await createIndex(db, 'aaa_portal_session', ['user']);
}
