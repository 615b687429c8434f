import { sql } from 'kysely';
import type { Gateway } from '../../gateway.ts';
import { compileStatement, type Statement } from '../../store/store.ts';

/** Result of an attempt to reach a device, and the time of the next poll if the attempt was one. */
export type Reachability = (
  | { readonly isUp: true }
  | {
      readonly isUp: false;
      readonly reason: string;
      /** True: there was no answer at all, not even a refusal. */
      readonly isSilent: boolean;
    }
) & {
  readonly nextPollAt?: number;
};

/** Returns a statement that stores whether a device answers, since when, and why not. */
export function updateDeviceStatus(
  gateway: Gateway,
  device: { readonly id: number },
  reachability: Reachability,
): Statement {
  const at = gateway.now().getTime();
  const status = reachability.isUp ? 1 : 0;
  const isSilent = !reachability.isUp && reachability.isSilent;
  const query = gateway.store.db
    .updateTable('inventory_device')
    .set({
      last_status_change: sql<number>`case when status = ${status} and last_status_change is not null then last_status_change else ${at} end`,
      status,
      silent_contacts: isSilent ? sql<number>`silent_contacts + 1` : 0,
      last_error: reachability.isUp ? null : reachability.reason,
      ...(reachability.isUp && {
        last_connection: at,
        first_connection: sql<number>`coalesce(first_connection, ${at})`,
      }),
      ...(reachability.nextPollAt !== undefined && { next_poll_at: reachability.nextPollAt }),
    })
    .where('id', '=', device.id);
  return compileStatement(query);
}

/** Returns a statement that counts a transaction that the device did not answer. */
export function countSilence(gateway: Gateway, device: number): Statement {
  const query = gateway.store.db
    .updateTable('inventory_device')
    .set({ silent_contacts: sql<number>`silent_contacts + 1` })
    .where('id', '=', device);
  return compileStatement(query);
}
