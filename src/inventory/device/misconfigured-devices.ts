import { sql } from 'kysely';
import type { Store } from '../../store/store.ts';
import { deviceState } from './device-status.ts';

/** A device that is Misconfigured, with its type and connection profile. */
export interface MisconfiguredDevice {
  readonly id: number;
  readonly name: string;
  readonly organization: number;
  readonly location: number | null;
  readonly type: number;
  readonly type_name: string;
  readonly last_error: string | null;
  /** Null: the connection of its type. */
  readonly connection_profile: number | null;
  readonly profile_name: string | null;
}

const maxDevices = 10_000;

/** Returns the devices that are Misconfigured, by id. */
export async function findMisconfiguredDevices(
  store: Store,
): Promise<readonly MisconfiguredDevice[]> {
  const query = sql<MisconfiguredDevice>`
    select d.id, d.name, d.organization, d.location, d.type, t.name as type_name, d.last_error, d.connection_profile,
      p.name as profile_name
    from inventory_device d join inventory_type t on t.id = d.type
      left join inventory_connection_profile p on p.id = d.connection_profile
    where d.status = 0 and d.last_status_change is not null and ${sql.raw(deviceState)} = 'Misconfigured'
    order by d.id limit ${maxDevices}`;
  return (await query.execute(store.db)).rows;
}
