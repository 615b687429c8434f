import { asFault, Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { mustChange } from '../../store/store.ts';
import { cancelTransactions, findStatus, type OwnedKey } from '../transaction/transaction-end.ts';

/**
 * Cancels a series and its run that has not begun; a run that has begun completes.
 *
 * @throws Fault `not_found`; `conflict` if it has ended
 */
export async function cancelSeries(
  gateway: Gateway,
  key: OwnedKey,
  username: string,
): Promise<void> {
  const { id, organizations } = key;
  const status = await findStatus(gateway, 'inventory_series', key);
  const message = `canceled by ${username}`;
  const query = gateway.store.db
    .updateTable('inventory_series')
    .set({ status: 'canceled', next_run_at: null, completed_at: gateway.now().getTime() })
    .where('id', '=', id)
    .where('organization', 'in', organizations)
    .where('status', '=', 'running');
  try {
    await gateway.store.write([mustChange(query)]);
  } catch (error) {
    if (asFault(error)?.kind !== 'conflict') throw error;
    const ended =
      status === 'running' ? await findStatus(gateway, 'inventory_series', key) : status;
    throw new Fault('conflict', `Series ${id} is ${ended}.`, { cause: error });
  }
  await cancelTransactions(gateway, ['series', id], message);
}
