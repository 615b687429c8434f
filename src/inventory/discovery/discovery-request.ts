import { randomUUID } from 'node:crypto';
import type { Caller } from '../../contract/caller.ts';
import { asFault, Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { canonicalNetwork, hostCount, parseIpNetwork } from '../../runtime/ip-address.ts';
import { mustChange } from '../../store/store.ts';
import { checkNetwork } from '../device/device-address.ts';
import { unendedDiscoveryStatuses } from './discovery.ts';

/** Addresses of a network: a /20 of IPv4, a /116 of IPv6. */
const maxAddresses = 4096;
/** Discoveries of an organization that may wait or run. */
const maxUnended = 5;

interface DiscoveryRequest {
  readonly network: string;
  /** Ids of profiles of the caller's organizations. */
  readonly profiles: readonly number[];
  readonly ping: boolean;
}

/**
 * Schedules a search of a network.
 *
 * @returns its id
 * @throws Fault `invalid` naming the field; `conflict` if too many of the organization have not ended
 */
export async function createDiscovery(
  gateway: Gateway,
  { organization, user }: Pick<Caller, 'organization' | 'user'>,
  { network, profiles, ping }: DiscoveryRequest,
): Promise<string> {
  const parsed = parseIpNetwork(network);
  if (!parsed) throw Fault.field('network', `${JSON.stringify(network)} is not a network.`);
  const addresses = hostCount(parsed);
  if (addresses > maxAddresses)
    throw Fault.field('network', `${network} is larger than a /20, or a /116 of IPv6.`);
  await checkNetwork(gateway.store, 'network', { organization, host: network });
  await checkUnended(gateway, organization);
  const id = randomUUID();
  const insert = gateway.store.db.insertInto('inventory_discovery').values({
    id,
    organization,
    user,
    network: canonicalNetwork(network) ?? network,
    connection_profiles: JSON.stringify(profiles),
    ping: ping ? 1 : 0,
    status: 'scheduled',
    addresses,
    created_at: gateway.now().getTime(),
  });
  await gateway.store.write([insert]);
  return id;
}

async function checkUnended(gateway: Gateway, organization: number): Promise<void> {
  const found = await gateway.store.db
    .selectFrom('inventory_discovery')
    .select('id')
    .where('organization', '=', organization)
    .where('status', 'in', unendedDiscoveryStatuses)
    .limit(maxUnended)
    .execute();
  if (found.length === maxUnended)
    throw new Fault('conflict', `${maxUnended} discoveries have not ended. Cancel one of them.`);
}

/**
 * Cancels a discovery; its candidates stay.
 *
 * @throws Fault `not_found`; `conflict` if it has ended
 */
export async function cancelDiscovery(
  gateway: Gateway,
  { id, organizations }: { readonly id: string; readonly organizations: readonly number[] },
): Promise<void> {
  const found = await gateway.store.db
    .selectFrom('inventory_discovery')
    .select('status')
    .where('id', '=', id)
    .where('organization', 'in', organizations)
    .executeTakeFirst();
  if (!found) throw new Fault('not_found', 'Not found.');
  const query = gateway.store.db
    .updateTable('inventory_discovery')
    .set({ status: 'canceled', completed_at: gateway.now().getTime() })
    .where('id', '=', id)
    .where('status', 'in', unendedDiscoveryStatuses);
  try {
    await gateway.store.write([mustChange(query)]);
  } catch (error) {
    if (asFault(error)?.kind !== 'conflict') throw error;
    const { status } = found;
    const state = unendedDiscoveryStatuses.some((one) => one === status) ? 'ended' : status;
    throw new Fault('conflict', `Discovery ${id} is ${state}.`, { cause: error });
  }
}
