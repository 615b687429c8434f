import { sql, type RawBuilder } from 'kysely';
import { selectInactiveOrganizations } from '../../organization/tree-query.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { prepareClaim } from '../../store/claim.ts';
import { namedParameter } from '../../store/prepared-statement.ts';
import { claimEnd } from '../device/poll-interval.ts';

/** A device to poll, and the due time. */
export interface DueDevice {
  readonly id: number;
  readonly dueAt: number;
}

export interface ClaimedDevice extends DueDevice {
  readonly organization: number;
}

const claimSilent = prepareClaimOf(sql`>`);
const claimOthers = prepareClaimOf(sql`=`);

function prepareClaimOf(silence: RawBuilder<unknown>) {
  return prepareClaim<Record<'id' | 'organization' | 'poll_due_at', number | string>>({
    table: 'inventory_device',
    candidates: sql`
      select id from inventory_device
      where next_poll_at <= ${namedParameter('now')} and silent_contacts ${silence} 0
        and organization not in ${selectInactiveOrganizations()}
      order by next_poll_at limit ${namedParameter('limit')}`,
    set: sql`poll_due_at = next_poll_at, next_poll_at = ${namedParameter('nextPollAt')}`,
    returning: sql`id, organization, poll_due_at`,
  });
}

/**
 * Claims devices that are due for a poll by moving their due time, so that only one of several gateways polls each. The
 * stored result of the poll sets the next due time; should this gateway die before, the device is due again after twice
 * the time limit of a poll. Devices of an organization that is switched off are not polled.
 *
 * @param isSilent  true: devices that did not answer the last time; false: all others
 * @returns the claimed devices, at most `limit`
 */
export async function claimDueDevices(
  gateway: Pick<Gateway, 'store' | 'now' | 'config'>,
  { limit, isSilent }: { readonly limit: number; readonly isSilent: boolean },
): Promise<readonly ClaimedDevice[]> {
  const now = gateway.now().getTime();
  const nextPollAt = claimEnd(gateway);
  const claim = isSilent ? claimSilent : claimOthers;
  const claimed = await claim(gateway.store, { now, limit, nextPollAt });
  return claimed.map(({ id, organization, poll_due_at }) => ({
    id: Number(id),
    organization: Number(organization),
    dueAt: Number(poll_due_at),
  }));
}
