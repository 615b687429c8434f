import { isIP } from 'node:net';
import { sql } from 'kysely';
import { asFault } from '../../contract/errors.ts';
import { canonicalMac } from '../../contract/fields.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { anyTrue } from '../../runtime/deadline.ts';
import { TtlCache } from '../../runtime/cache.ts';
import { canonicalNetwork } from '../../runtime/ip-address.ts';
import { Semaphore } from '../../runtime/limit/semaphore.ts';
import { createAdapterLog, resolveConnection } from '../device/connection.ts';
import { findDeviceById } from '../device/find-device.ts';

/** A location of an organization; null: what is at no location. */
export interface LeasePlace {
  readonly organization: number;
  readonly location: number | null;
}

/** A device by its canonical MAC address, and the IP address that it has leased. */
export interface Lease {
  readonly mac: string;
  readonly ip: string;
}

type Leases = ReadonlySet<string>;

interface Table {
  readonly leases: Leases;
  /** When its reading ended, or failed. */
  readonly readAt: number;
}

const maxRouters = 4;
const routersTtlMs = 60_000;
const tableTtlMs = 30_000;
/** A lease that a table lacks may be newer than the table. */
const missTtlMs = 5_000;
const timeoutMs = 10_000;
const maxPlaces = 1_000;
const maxTables = 200;
const maxLeases = 10_000;

/** Tables of DHCP leases, read from the routers of a place when they are asked for, and kept in memory for a short time. */
export class LeaseTables {
  readonly #clock: () => number;
  readonly #limit = new Semaphore({ max: 4, maxWaiting: 64, name: 'readings of leases' });
  readonly #routers: TtlCache<Promise<readonly number[]>>;
  readonly #tables: TtlCache<Promise<Table>>;

  /** @param clock  returns milliseconds that never go backwards */
  constructor(clock: () => number) {
    this.#clock = clock;
    this.#routers = new TtlCache({ ttlMs: routersTtlMs, maxEntries: maxPlaces, clock });
    this.#tables = new TtlCache({ ttlMs: tableTtlMs, maxEntries: maxTables, clock });
  }

  /** Returns whether a router of a place has leased an address to a device. A router that does not answer has leased none. */
  async has(gateway: Gateway, place: LeasePlace, lease: Lease): Promise<boolean> {
    const routers = await this.#routersOf(gateway, place);
    return anyTrue(routers.map((id) => this.#isLeased(gateway, id, keyOf(lease))));
  }

  /** Returns the device that has leased an address from a router of a place; null: none, or routers disagree. */
  async find(gateway: Gateway, place: LeasePlace, ip: string): Promise<string | null> {
    const routers = await this.#routersOf(gateway, place);
    const address = canonicalNetwork(ip) ?? ip;
    const tables = await Promise.all(
      routers.map((id) => this.#tables.get(String(id)) ?? this.#read(gateway, id)),
    );
    const found = tables.flatMap(({ leases }) =>
      [...leases].filter((lease) => lease.endsWith(` ${address}`)),
    );
    const [only, other] = new Set(found.map((lease) => lease.split(' ')[0] ?? ''));
    return only !== undefined && other === undefined ? only : null;
  }

  async #isLeased(gateway: Gateway, id: number, lease: string): Promise<boolean> {
    const kept = this.#tables.get(String(id)) ?? this.#read(gateway, id);
    const { leases, readAt } = await kept;
    if (leases.has(lease)) return true;
    if (this.#clock() - readAt < missTtlMs) return false;
    const current = this.#tables.get(String(id));
    const newer = current && current !== kept ? current : this.#read(gateway, id);
    return (await newer).leases.has(lease);
  }

  #read(gateway: Gateway, id: number): Promise<Table> {
    const table = this.#limit
      .run(() => readLeases(gateway, id))
      .catch((error: unknown) => {
        logFailure(gateway, id, error);
        return new Set<string>();
      })
      .then((leases) => ({ leases, readAt: this.#clock() }));
    this.#tables.set(String(id), table);
    return table;
  }

  #routersOf(gateway: Gateway, place: LeasePlace): Promise<readonly number[]> {
    const key = `${place.organization} ${place.location ?? ''}`;
    const kept = this.#routers.get(key);
    if (kept) return kept;
    const found = findRouters(gateway, place);
    this.#routers.set(key, found);
    found.catch(() => {
      this.#routers.delete(key);
    });
    return found;
  }
}

/** Finds devices of a place that answer and whose type lists leases. */
async function findRouters(
  { store, deviceTypes }: Gateway,
  { organization, location }: LeasePlace,
): Promise<readonly number[]> {
  const types = [...deviceTypes.values()].filter(({ leases }) => leases !== undefined);
  if (types.length === 0) return [];
  const found = await store.db
    .selectFrom('inventory_device as d')
    .innerJoin('inventory_type as t', 't.id', 'd.type')
    .select('d.id')
    .where('d.organization', '=', organization)
    .where(sql<boolean>`d.location is not distinct from cast(${location} as bigint)`)
    .where('d.status', '=', 1)
    .where(
      't.short_name',
      'in',
      types.map(({ short_name }) => short_name),
    )
    .orderBy('d.id')
    .limit(maxRouters)
    .execute();
  return found.map(({ id }) => id);
}

/** @throws Fault if the device does not answer */
async function readLeases(gateway: Gateway, id: number): Promise<Leases> {
  const connection = await resolveConnection(gateway, await findDeviceById(gateway.store, id));
  const { adapter, target, type } = connection;
  const command = type.leases?.read;
  if (!command) return new Set();
  const log = createAdapterLog(gateway, connection);
  const requests = [{ variable: 'leases', command }];
  const readings = await gateway.watchdog.run(
    { name: 'leases', timeoutMs },
    async (signal) => (await adapter.read?.(target, requests, { signal, log })) ?? [],
  );
  return leasesIn(String(readings[0]?.value ?? ''));
}

/** Reads a MAC address and an IP address from each line. */
function leasesIn(text: string): Leases {
  const leases = text
    .split('\n', maxLeases)
    .map((line) => line.split(/[\s=]+/))
    .flatMap((words) => {
      const mac = words.map(canonicalMac).find((found) => found !== null);
      const ip = words.find((word) => isIP(word) !== 0);
      return mac !== undefined && ip !== undefined ? [keyOf({ mac, ip })] : [];
    });
  return new Set(leases);
}

function keyOf({ mac, ip }: Lease): string {
  return `${mac} ${canonicalNetwork(ip) ?? ip}`;
}

function logFailure({ log }: Gateway, device: number, error: unknown): void {
  const reason = asFault(error)?.message;
  if (reason === undefined) log.error({ device, err: error }, 'cannot read the leases of a device');
  else log.debug({ device, reason }, 'cannot read the leases of a device');
}
