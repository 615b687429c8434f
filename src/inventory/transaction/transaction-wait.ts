import type { Gateway } from '../../gateway/gateway.ts';
import { backoffDelay } from '../../runtime/backoff.ts';
import { compileStatement, type Statement } from '../../store/store.ts';
import { kindsThat } from './transaction-kinds.ts';
import { updateClaimedTransaction, type ClaimedTransaction } from './transaction-lease.ts';

/** Delays between two tries of a device without any other contact in between. */
const tries = { initialMs: 10_000, maxMs: 300_000 } as const;

/**
 * Returns statements that make a running transaction wait for its device, and with it all others of the device that are
 * due: one try is enough to know. Empty for a device without an address, which is not waited for.
 *
 * @param fault  why the device could not be reached
 */
export async function waitForDevice(
  gateway: Gateway,
  claimed: ClaimedTransaction,
  {
    owner,
    fault,
  }: {
    readonly owner: string;
    readonly fault: { readonly code: string; readonly message: string };
  },
): Promise<readonly Statement[]> {
  const { db } = gateway.store;
  const device = await db
    .selectFrom('inventory_device')
    .select(['ip_address', 'silent_contacts'])
    .where('id', '=', claimed.device)
    .executeTakeFirst();
  if (!device || device.ip_address === null) return [];
  const now = gateway.now().getTime();
  const waiting = {
    status: 'scheduled',
    waiting_for: 'device',
    due_at: Math.round(now + backoffDelay(device.silent_contacts + 1, tries)),
    error_code: fault.code,
    error_message: fault.message,
  } as const;
  const others = db
    .updateTable('inventory_transaction')
    .set(waiting)
    .where('device', '=', claimed.device)
    .where('status', '=', 'scheduled')
    .where('kind', 'in', kindsThat('isOrdered'))
    .where('due_at', '<=', now);
  const ended = { started_at: null, lease_owner: null, lease_until: null };
  return [
    updateClaimedTransaction(gateway, { id: claimed.id, owner }, { ...waiting, ...ended }),
    compileStatement(others),
  ];
}
