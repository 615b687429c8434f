import { sql, type RawBuilder } from 'kysely';
import { selectInactiveOrganizations } from '../../aaa/account/tree-query.ts';
import type { Gateway } from '../../gateway.ts';
import { prepareClaim } from '../../store/claim.ts';
import { namedParameter } from '../../store/prepared-statement.ts';

const claimSilent = prepareClaimOf(sql`>`);
const claimOthers = prepareClaimOf(sql`=`);

function prepareClaimOf(silence: RawBuilder<unknown>) {
  return prepareClaim<{ id: number | string }>({
    table: 'inventory_device',
    candidates: sql`
      select id from inventory_device
      where next_poll_at <= ${namedParameter('now')} and silent_contacts ${silence} 0
        and organization not in ${selectInactiveOrganizations()}
      order by next_poll_at limit ${namedParameter('limit')}`,
    set: sql`next_poll_at = ${namedParameter('nextPollAt')}`,
    returning: sql`id`,
  });
}

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
  const claim = isSilent ? claimSilent : claimOthers;
  const claimed = await claim(gateway.store, { now, limit, nextPollAt });
  return claimed.map(({ id }) => Number(id));
}
