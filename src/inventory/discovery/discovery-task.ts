import { sql, type Selectable } from 'kysely';
import { asFault, Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { PeriodicTask } from '../../gateway/job.ts';
import { Semaphore } from '../../runtime/limit/semaphore.ts';
import { hostsOf, parseIpNetwork, type IpNetwork } from '../../runtime/ip-address.ts';
import { prepareTimedClaim } from '../../store/claim.ts';
import { namedParameter } from '../../store/prepared-statement.ts';
import { compileStatement, mustChange, parseJsonColumn } from '../../store/store.ts';
import type { Tables } from '../../contract/tables.ts';
import { unendedDiscoveryStatuses } from './discovery.ts';
import { readNeighbors } from './neighbor-table.ts';
import { PingSweep } from './ping-sweep.ts';
import { probeAddress, type Candidate, type Profile } from './probe.ts';

const searchIntervalMs = 2000;
/** Longer than a page takes at worst. */
const leaseMs = 120_000;
const addressesPerPage = 32;
/** Addresses that are asked at a time, and processes of ping. */
const concurrency = 16;

type Discovery = Selectable<Tables['inventory_discovery']>;

/**
 * Returns the task that runs discoveries, one at a time. Each page of addresses is written with its candidates, so that a
 * restart continues with the next page; one of several gateways runs a discovery, under a lease.
 */
export function createDiscoveryTask(gateway: Gateway): PeriodicTask {
  return {
    name: 'discoveries',
    intervalMs: searchIntervalMs,
    failureMessage: `cannot run discoveries; retrying every ${searchIntervalMs / 1000} s`,
    async run(signal) {
      const [claimed] = await claimDiscovery(gateway);
      if (!claimed) return undefined;
      await runDiscovery(gateway, claimed, signal);
      return 0;
    },
  };
}

const claimDiscovery = prepareTimedClaim<Discovery>(
  {
    table: 'inventory_discovery',
    candidates: sql`
    select id from inventory_discovery
    where status in (${sql.join(unendedDiscoveryStatuses)}) and lease_until < ${namedParameter('now')}
    order by created_at limit 1`,
    set: sql`status = 'running', started_at = coalesce(started_at, ${namedParameter('now')}),
    lease_until = ${namedParameter('until')}`,
    returning: sql`*`,
  },
  leaseMs,
);

async function runDiscovery(
  gateway: Gateway,
  claimed: Discovery,
  signal: AbortSignal,
): Promise<void> {
  try {
    const profiles = await findProfiles(gateway, claimed);
    let current = claimed;
    const sweep = sweepOf(gateway, claimed);
    while (current.scanned < current.addresses) {
      if (signal.aborted) {
        await write(gateway, current, { values: { lease_until: 0 } });
        return;
      }
      const [scanned, found] = await scanPage(gateway, current, { profiles, sweep });
      const lease_until = gateway.now().getTime() + leaseMs;
      await write(gateway, current, { values: { scanned, lease_until }, found });
      current = { ...current, scanned, lease_until };
    }
    await write(gateway, current, { values: endOf(gateway, 'completed', null) });
  } catch (error) {
    await endFailed(gateway, claimed, error);
  }
}

/** Ends a discovery that this machine cannot run, unless it was canceled or claimed by another gateway in between. */
async function endFailed(gateway: Gateway, { id }: Discovery, error: unknown): Promise<void> {
  const fault = asFault(error);
  if (fault?.kind === 'conflict') return;
  if (fault?.kind !== 'unsupported') throw error;
  const query = gateway.store.db
    .updateTable('inventory_discovery')
    .set(endOf(gateway, 'failed', fault.message))
    .where('id', '=', id)
    .where('status', '=', 'running');
  await gateway.store.write([query]);
}

function endOf(gateway: Gateway, status: 'completed' | 'failed', error_message: string | null) {
  return { status, error_message, completed_at: gateway.now().getTime() };
}

function findProfiles(
  gateway: Gateway,
  { connection_profiles }: Discovery,
): Promise<readonly Profile[]> {
  return gateway.store.db
    .selectFrom('inventory_connection_profile')
    .selectAll()
    .where('id', 'in', parseJsonColumn<number[]>(connection_profiles))
    .execute();
}

type Found = readonly (Candidate & { readonly mac_address: string | null })[];

function sweepOf(gateway: Gateway, { network, organization }: Discovery): PingSweep {
  return new PingSweep(gateway, { network: networkOf(network), organization });
}

function networkOf(text: string): IpNetwork {
  const network = parseIpNetwork(text);
  if (network) return network;
  throw new Fault('unsupported', `${text} is not a network`);
}

/** Asks the next addresses. @returns how many are done then, and what answered */
async function scanPage(
  gateway: Gateway,
  { network, scanned, organization, ping, addresses }: Discovery,
  { profiles, sweep }: { readonly profiles: readonly Profile[]; readonly sweep: PingSweep },
): Promise<readonly [number, Found]> {
  const parsed = networkOf(network);
  const page = hostsOf(parsed, { offset: scanned, limit: addressesPerPage });
  const limit = new Semaphore({ max: concurrency });
  const answering = ping === 1 ? await sweep.answering(scanned) : null;
  const probe = { organization, profiles, ping: ping === 1, answering };
  const found = await Promise.all(
    page.map((address) => limit.run(() => probeAddress(gateway, address, probe))),
  );
  const neighbors = await readNeighbors();
  const candidates = found
    .filter((one) => one !== null)
    .map((one) => ({ ...one, mac_address: neighbors.get(one.address) ?? null }));
  return [Math.min(scanned + addressesPerPage, addresses), candidates];
}

/** @throws Fault `conflict` if the discovery was canceled, or the lease was lost */
async function write(
  gateway: Gateway,
  { id, organization, lease_until }: Discovery,
  { values, found = [] }: { readonly values: Partial<Discovery>; readonly found?: Found },
): Promise<void> {
  const { db } = gateway.store;
  const progress = db
    .updateTable('inventory_discovery')
    .set(values)
    .where('id', '=', id)
    .where('status', '=', 'running')
    .where('lease_until', '=', lease_until);
  const found_at = gateway.now().getTime();
  const rows = found.map((one) => ({ ...one, organization, discovery: id, found_at }));
  const insert = db.insertInto('inventory_discovery_candidate').values(rows);
  await gateway.store.write([
    mustChange(progress),
    ...(rows.length > 0 ? [compileStatement(insert)] : []),
  ]);
}
