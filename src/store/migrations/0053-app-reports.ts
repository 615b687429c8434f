import { sql } from 'kysely';
import {
  createIndex,
  createTableWithId,
  createUniqueIndex,
  foreignKey,
  notNull,
  nullableForeignKey,
  type AnyDatabase,
  type MigrationStep,
} from './ddl.ts';

const counts = ['connections', 'seconds', 'bytes_in', 'bytes_out', 'rssi_sum', 'rssi_count'];
const moreCounts = ['sinr_sum', 'sinr_count', 'speed_count', 'first', 'last'];

/** Adds the access point of what apps report, and the sums of their connections by day. */
export const appReports: MigrationStep = (engine) => ({
  async up(db: AnyDatabase) {
    for (const table of ['device_app_connection_log', 'device_app_test_report']) {
      await db.schema
        .alterTable(table)
        .addColumn('access_point', 'bigint', nullableForeignKey('access_point'))
        .execute();
      for (const column of ['access_point', 'device'])
        await createIndex(db, table, [column, 'created', 'id']);
    }
    await db.schema.alterTable('device_app_test_report').addColumn('bssid', 'text').execute();
    let days = createTableWithId(db, engine, 'device_app_connection_day')
      .addColumn('organization', 'bigint', foreignKey('organization'))
      .addColumn('device', 'bigint', foreignKey('device_app_device', 'cascade'))
      .addColumn('network_type', 'text', notNull)
      .addColumn('network', 'text', notNull)
      .addColumn('day', 'bigint', notNull);
    for (const column of [...counts, ...moreCounts])
      days = days.addColumn(column, 'bigint', notNull);
    await days.addColumn('speed_sum', 'double precision', notNull).execute();
    const key = ['organization', 'device', 'network_type', 'network', 'day'];
    await createUniqueIndex(db, 'device_app_connection_day', key);
    await createIndex(db, 'device_app_connection_day', ['organization', 'day', 'id']);
    await createIndex(db, 'device_app_connection_day', ['device']);
    await sumUp(db);
  },
});

async function sumUp(db: AnyDatabase): Promise<void> {
  await sql`
    insert into device_app_connection_day (organization, device, network_type, network, day, connections, seconds,
      bytes_in, bytes_out, rssi_sum, rssi_count, sinr_sum, sinr_count, speed_sum, speed_count, first, last)
    select organization, device, network_type, network, day, count(*), sum((end_datetime - start_datetime) / 1000),
      sum(coalesce(bytes_in, 0)), sum(coalesce(bytes_out, 0)), coalesce(sum(rssi), 0), count(rssi),
      coalesce(sum(sinr), 0), count(sinr), coalesce(sum(link_speed), 0), count(link_speed),
      min(start_datetime), max(end_datetime)
    from (
      select l.*, coalesce(':' || network_name, '') as network,
        start_datetime - (start_datetime % 86400000 + 86400000) % 86400000 as day
      from device_app_connection_log l
    ) as connections
    group by organization, device, network_type, network, day`.execute(db);
}
