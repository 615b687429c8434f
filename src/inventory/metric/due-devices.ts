import { sql } from 'kysely';
import { selectInactiveOrganizations } from '../../aaa/account/tree-query.ts';
import type { Gateway } from '../../gateway.ts';
import { claimRows } from '../../store/claim.ts';

/**
 * Claims devices that are due for a poll by moving their due time, so that only one of several gateways polls each. The
 * stored result of the poll sets the next due time; should this gateway die before, the device is due again after twice
 * the time limit of a poll. Devices of an organization that is switched off are not polled.
 *
 * @param isSilent  true: devices that did not answer the last time; false: all others
 * @returns ids of the claimed devices, at most `limit`
 */
export async function claimDueDevices(
  gateway: Pick<Gateway, 'store' | 'now' | 'config'>,
  { limit, isSilent }: { readonly limit: number; readonly isSilent: boolean },
): Promise<readonly number[]> {
  const now = gateway.now().getTime();
  const nextPollAt = now + 2000 * gateway.config.polling.timeout_seconds;
  const operator = isSilent ? sql`>` : sql`=`;
  const due = sql`
    select id from inventory_device
    where next_poll_at <= ${now} and silent_contacts ${operator} 0
      and organization not in ${selectInactiveOrganizations()}
    order by next_poll_at limit ${limit}`;
  const claimed = await claimRows<{ id: number | string }>(gateway.store, {
    table: 'inventory_device',
    candidates: due,
    probe: due,
    set: sql`next_poll_at = ${nextPollAt}`,
    returning: sql`id`,
  });
  return claimed.map(({ id }) => Number(id));
}
