import { sql } from 'kysely';
import type { AnyDatabase, MigrationStep } from './ddl.ts';

/** Shipped types whose parameter `system.name` is the host name that the others have as `system.hostname`. */
const named = [
  'airos',
  'aruba_instant',
  'cisco_wlc_aireos',
  'routeros',
  'routeros_rest',
  'ruckus_ap',
  'ruckus_smartzone',
  'ruckus_unleashed',
];

/** Former and new names by type. */
const renamed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ...Object.fromEntries(named.map((type) => [type, { 'system.name': 'system.hostname' }])),
  linux: { 'hardware.machine': 'system.machine' },
  routeros_rest: {
    'system.name': 'system.hostname',
    version: 'system.version',
    board: 'system.board',
    serial: 'system.serial',
    uptime: 'system.uptime',
    cpu_load: 'system.cpu_load',
    clients: 'wireless.clients',
    ssids: 'wireless.ssids',
    ssid: 'wireless.ssid',
  },
  unifi_controller: {
    version: 'system.version',
    access_points: 'wireless.access_points',
    clients: 'wireless.clients',
    ssids: 'wireless.ssids',
    uptime: 'system.uptime',
    ssid: 'wireless.ssid',
  },
};

/**
 * Gives parameters of the shipped types the name that other types have for the same value. Settings and metrics refer to a
 * parameter by its id and stay with it.
 */
export const parameterNames: MigrationStep = () => ({
  async up(db: AnyDatabase) {
    for (const [type, names] of Object.entries(renamed))
      for (const [former, name] of Object.entries(names))
        await sql`
          update inventory_parameter set variable_name = ${name}
          where variable_name = ${former}
            and type = (select t.id from inventory_type t where t.short_name = ${type})
            and not exists (
              select 1 from inventory_parameter p
              where p.type = inventory_parameter.type and p.variable_name = ${name})`.execute(db);
  },
});
