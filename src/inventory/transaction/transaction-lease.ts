import { sql, type RawBuilder } from 'kysely';
import type { Selectable } from 'kysely';
import { selectInactiveOrganizations } from '../../organization/tree-query.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { isNotSkipped } from '../../gateway/trusted-clock.ts';
import { endedStatuses, unfinishedStatuses } from './transaction.ts';
import { prepareClaim } from '../../store/claim.ts';
import { namedParameter } from '../../store/prepared-statement.ts';
import { mustChange } from '../../store/store.ts';
import type { Tables } from '../../contract/tables.ts';

export type ClaimedTransaction = Selectable<Tables['inventory_transaction']>;

/** Lease of this gateway on a transaction: no other gateway may run it before `until`. */
export interface Lease {
  readonly owner: string;
  readonly until: number;
}

/**
 * Claims transactions that are scheduled and due, or whose lease has expired. Of each device only the oldest due one is
 * claimed, and only while no other one runs, so that its transactions run one at a time in the order of their requests.
 * Transactions of an inactive organization stay scheduled; running ones continue.
 *
 * @param isSilent    true: for devices that did not answer the last time; false: for all others
 * @param maxRunning  only for organizations with fewer running transactions; null: for all
 */
export async function claimTransactions(
  gateway: Gateway,
  lease: Lease,
  { limit, isSilent, maxRunning }: ClaimLimits,
): Promise<readonly ClaimedTransaction[]> {
  const claim = isSilent ? claimOfSilent : claimOfOthers;
  const { owner, until } = lease;
  return claim(gateway.store, {
    now: gateway.now().getTime(),
    ...gateway.trustedClock.skippedTime(),
    owner,
    until,
    limit,
    running: maxRunning ?? unlimited,
  });
}

export interface ClaimLimits {
  readonly limit: number;
  readonly isSilent: boolean;
  readonly maxRunning: number | null;
}

const unlimited = 1_000_000_000;
const now = namedParameter('now');
const skipped = { from: namedParameter('skipped_from'), until: namedParameter('skipped_until') };
const isDue = (dueAt: RawBuilder<unknown>) =>
  sql`${dueAt} <= ${now} and ${isNotSkipped(dueAt, skipped)}`;
const claimOfSilent = prepareClaimOf(sql``);
const claimOfOthers = prepareClaimOf(sql`not`);

/** @param silence  negation of: its device did not answer the last time */
function prepareClaimOf(silence: RawBuilder<unknown>) {
  return prepareClaim<ClaimedTransaction>({
    table: 'inventory_transaction',
    // An idle gateway reads two indexes and does not write.
    probe: sql`
      select 1 from inventory_transaction where status = 'scheduled' and ${isDue(sql`due_at`)}
      union all select 1 from inventory_transaction where status = 'running' and lease_until < ${now} limit 1`,
    candidates: sql`
      select t.id from inventory_transaction t
      where ((t.status = 'scheduled' and ${isDue(sql`t.due_at`)} and (t.expires_at is null or t.expires_at > ${now})
            and t.organization not in ${selectInactiveOrganizations()}
            and t.organization not in (
              select r.organization from inventory_transaction r where r.status = 'running'
              group by r.organization having count(*) >= ${namedParameter('running')}))
          or (t.status = 'running' and t.lease_until < ${now}))
        and not exists (
          select 1 from inventory_transaction o
          where o.device = t.device and o.id <> t.id and o.status in (${sql.join(unfinishedStatuses)})
            and (o.status = 'running'
              or (${isDue(sql`o.due_at`)} and (o.created_at, o.id) < (t.created_at, t.id)))
        )
        and ${silence} exists (
          select 1 from inventory_device d where d.id = t.device and d.silent_contacts > 0
        )
      order by t.created_at limit ${namedParameter('limit')}`,
    set: sql`status = 'running', lease_owner = ${namedParameter('owner')}, lease_until = ${namedParameter('until')},
      started_at = coalesce(started_at, ${now}), waiting_for = null, error_code = null, error_message = null`,
    returning: sql`*`,
  });
}

/** Ends the leases of this gateway, so that its transactions can be claimed immediately. */
export async function releaseTransactions(gateway: Gateway, owner: string): Promise<void> {
  const { db } = gateway.store;
  await gateway.store.write([
    db
      .updateTable('inventory_transaction')
      .set({ lease_until: 0 })
      .where('lease_owner', '=', owner)
      .where('status', '=', 'running'),
  ]);
}

/** @returns ids of the transactions whose lease this gateway still holds */
export async function renewLeases(gateway: Gateway, lease: Lease): Promise<ReadonlySet<string>> {
  const query = gateway.store.db
    .updateTable('inventory_transaction')
    .set({ lease_until: lease.until })
    .where('lease_owner', '=', lease.owner)
    .where('status', '=', 'running')
    .returning('id');
  const [written] = await gateway.store.write([query]);
  return new Set((written?.rows ?? []).map(({ id }) => String(id)));
}

/** @returns ids of those transactions that have ended, on any gateway */
export async function findEndedTransactions(
  gateway: Gateway,
  ids: readonly string[],
): Promise<readonly string[]> {
  const query = gateway.store.db
    .selectFrom('inventory_transaction')
    .select('id')
    .where('id', 'in', ids);
  const ended = await query.where('status', 'in', endedStatuses).execute();
  return ended.map(({ id }) => id);
}

/** Returns a statement that fails its unit if this gateway no longer holds the lease. */
export function updateClaimedTransaction(
  gateway: Gateway,
  owned: { readonly id: string; readonly owner: string },
  values: Partial<ClaimedTransaction>,
) {
  const query = gateway.store.db
    .updateTable('inventory_transaction')
    .set(values)
    .where('id', '=', owned.id)
    .where('lease_owner', '=', owned.owner)
    .where('status', '=', 'running');
  return mustChange(query);
}
