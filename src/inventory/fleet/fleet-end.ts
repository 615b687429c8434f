import { Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { compileStatement, mustChange, type Statement } from '../../store/store.ts';
import { cancelTransactions, findStatus, type OwnedKey } from '../transaction/transaction-end.ts';
import { unendedFleetStatuses } from './fleet-operation.ts';

type EndStatus = 'completed' | 'failed' | 'canceled';

/** Returns statements that end a fleet operation, unless it has ended; devices without a transaction are left out. */
export function endFleet(
  gateway: Gateway,
  id: string,
  { status, message }: { readonly status: EndStatus; readonly message: string | null },
): readonly Statement[] {
  const { db } = gateway.store;
  const fleet = db
    .updateTable('inventory_fleet_operation')
    .set({
      status,
      error_message: message,
      completed_at: gateway.now().getTime(),
      lease_until: 0,
      secret_parameters: null,
    })
    .where('id', '=', id)
    .where('status', 'in', unendedFleetStatuses);
  const targets = db
    .updateTable('inventory_fleet_target')
    .set({ state: status === 'failed' ? 'skipped' : 'canceled', message })
    .where('fleet_operation', '=', id)
    .where('state', '=', 'pending');
  return [mustChange(fleet), compileStatement(targets)];
}

/**
 * Cancels a fleet operation: devices that it has not begun on are left out, running transactions end by themselves.
 *
 * @throws Fault `not_found`; `conflict` if it has ended
 */
export async function cancelFleet(
  gateway: Gateway,
  key: OwnedKey,
  username: string,
): Promise<void> {
  const { id } = key;
  const found = await findStatus(gateway, 'inventory_fleet_operation', key);
  if (!unendedFleetStatuses.some((status) => status === found))
    throw new Fault('conflict', `Fleet operation ${id} is ${found}.`);
  const message = `canceled by ${username}`;
  await gateway.store.write(endFleet(gateway, id, { status: 'canceled', message }));
  await cancelTransactions(gateway, ['fleet_operation', id], message);
}
