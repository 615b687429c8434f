import { sql } from 'kysely';
import type { Gateway } from '../../gateway.ts';
import { compileStatement, type Statement } from '../../store/store.ts';

/** What an attempt to reach a device told: it is there, or why not; and when it is to be polled next, where that is settled by it. */
export type Reachability = (
  { readonly isUp: true } | { readonly isUp: false; readonly reason: string }
) & {
  readonly nextPollAt?: number;
};

/** A statement that keeps whether a device answers, since when, and why not. */
export function updateDeviceStatus(
  gateway: Gateway,
  device: { readonly id: number },
  told: Reachability,
): Statement {
  const at = gateway.now().getTime();
  const status = told.isUp ? 1 : 0;
  const query = gateway.store.db
    .updateTable('inventory_device')
    .set({
      last_status_change: sql<number>`case when status = ${status} and last_status_change is not null then last_status_change else ${at} end`,
      status,
      last_error: told.isUp ? null : told.reason,
      ...(told.isUp && {
        last_connection: at,
        first_connection: sql<number>`coalesce(first_connection, ${at})`,
      }),
      ...(told.nextPollAt !== undefined && { next_poll_at: told.nextPollAt }),
    })
    .where('id', '=', device.id);
  return compileStatement(query);
}
