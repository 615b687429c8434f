import { sql } from 'kysely';
import type { Gateway } from '../../gateway/gateway.ts';
import { compileStatement, mustChange } from '../../store/store.ts';
import { withdrawTransaction } from '../transaction/transaction-end.ts';

/**
 * SQL: rank of device `d` among canaries. Devices that answered last time come first, then devices without a contact, then
 * silent devices.
 */
export const canaryRank = sql<number>`case when d.silent_contacts > 0 then 2 when d.status = 1 then 0
  when d.last_status_change is null then 1 else 2 end`;

/** Highest rank of a device that may replace a canary: it is not known to be down. */
export const maxReplacementRank = 1;

const message = 'the device could not be reached, and another one is the canary';

/**
 * Makes canaries that wait for their device pending again, so that others become canaries. A canary that had begun before its
 * device was lost, or that shares the transaction of another request, stays.
 */
export async function withdrawWaitingCanaries(
  gateway: Gateway,
  fleet: { readonly id: string },
  limit: number,
): Promise<void> {
  const { db } = gateway.store;
  const waiting = await db
    .selectFrom('inventory_fleet_target as f')
    .innerJoin('inventory_transaction as x', 'x.id', 'f.transaction')
    .select(['f.id', 'x.id as transaction'])
    .where('f.fleet_operation', '=', fleet.id)
    .where('x.fleet_operation', '=', fleet.id)
    .where('x.status', '=', 'scheduled')
    .where('x.waiting_for', '=', 'device')
    .where('x.progress', 'is', null)
    .orderBy('f.id')
    .limit(limit)
    .execute();
  for (const { id, transaction } of waiting) {
    const restore = db
      .updateTable('inventory_fleet_target')
      .set({ state: 'pending', transaction: null, started_at: null })
      .where('id', '=', id)
      .where('transaction', '=', transaction);
    const also = [mustChange(compileStatement(restore))];
    await withdrawTransaction(gateway, transaction, { message, also });
  }
}
