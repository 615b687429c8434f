import { Fault } from '../../contract/errors.ts';
import { canonicalMac, isRecord } from '../../contract/fields.ts';
import type { CountedOctets } from '../../aaa/session/controlled-session.ts';
import {
  maxGrantSeconds,
  type Ask,
  type AuthorizeContext,
  type ControllerClient,
  type ControllerDevice,
  type ControllerGuest,
} from './controller-client.ts';
import { countedIn } from './counters.ts';

/** The device type whose login and words of success hold for the portal as well. */
const type = 'unifi_controller';
/** Below what the type puts before every path. */
const official = '/integration/v1/sites';

/**
 * UniFi: with a user name the API of the application, on UniFi OS or on a controller of its own; without, the official API
 * of UniFi OS with an API key.
 */
export const unifiClient: ControllerClient = {
  authorize: (context, guest) =>
    context.account.username === null
      ? authorizeByKey(context, guest)
      : authorizeAsUser(context, guest),
  unauthorize: (context, device) =>
    context.account.username === null
      ? actByKey(context, device, { action: 'UNAUTHORIZE_GUEST_ACCESS' })
      : commandAsUser(context, { cmd: 'unauthorize-guest', mac: device.mac.toLowerCase() }),
  readCounted: (context, devices) =>
    context.account.username === null
      ? readCountedByKey(context, devices)
      : readCountedAsUser(context),
  findAddresses: async (context, mac) => {
    const clients =
      context.account.username === null
        ? await findByKey(context, mac)
        : await findAsUser(context, mac);
    return clients.flatMap(({ mac: own, ip, macAddress = own, ipAddress = ip }) =>
      canonicalMac(String(macAddress)) === mac && typeof ipAddress === 'string' ? [ipAddress] : [],
    );
  },
};

/** The counters of a station begin with its association, before the login. */
async function authorizeAsUser(
  context: AuthorizeContext,
  { mac, apMac, limits }: ControllerGuest,
): Promise<CountedOctets | null> {
  await commandAsUser(context, {
    cmd: 'authorize-guest',
    mac: mac.toLowerCase(),
    minutes: minutesOf(limits.seconds),
    ...(apMac !== null && { ap_mac: apMac.toLowerCase() }),
    ...defined({
      up: kbitOf(limits.upBits),
      down: kbitOf(limits.downBits),
      bytes: megabytesOf(limits.octets),
    }),
  });
  return null;
}

async function commandAsUser(
  { account, asDevice }: AuthorizeContext,
  json: Readonly<Record<string, string | number>>,
): Promise<void> {
  const site = account.site ?? 'default';
  await asDevice(type, (ask) =>
    ask({ method: 'POST', path: '/api/s/{{ site }}/cmd/stamgr', json }, { site }),
  );
}

/** Each authorization counts from its begin. */
async function authorizeByKey(
  context: AuthorizeContext,
  guest: ControllerGuest,
): Promise<CountedOctets> {
  const { seconds, octets, upBits, downBits } = guest.limits;
  await actByKey(context, guest, {
    action: 'AUTHORIZE_GUEST_ACCESS',
    timeLimitMinutes: minutesOf(seconds),
    ...defined({
      dataUsageLimitMBytes: megabytesOf(octets),
      // From the point of view of the guest.
      rxRateLimitKbps: kbitOf(downBits),
      txRateLimitKbps: kbitOf(upBits),
    }),
  });
  return { up: 0, down: 0 };
}

/** Limits of the official API: rates of 2 to 100000 kbit/s, 1 to 1048576 MB. */
const maxKbit = 100_000;
const maxMegabytes = 1_048_576;

/** @returns null: no limit, or one above what a controller can limit to */
function kbitOf(bits: number | null): number | null {
  const kbit = Math.max(2, Math.round((bits ?? Infinity) / 1000));
  return kbit > maxKbit ? null : kbit;
}

/** Begun megabytes count: the gateway ends the session at its octet. */
function megabytesOf(octets: number | null): number | null {
  const megabytes = Math.max(1, Math.ceil((octets ?? Infinity) / 1_048_576));
  return megabytes > maxMegabytes ? null : megabytes;
}

function defined(
  values: Readonly<Record<string, number | null>>,
): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
}

function actByKey(
  { account, asDevice }: AuthorizeContext,
  device: ControllerDevice,
  json: Readonly<Record<string, string | number>>,
): Promise<void> {
  return asDevice(type, async (ask) => {
    const site = await findSite(ask, account.site ?? 'default');
    const [client] = await findClients(ask, { site, mac: device.mac });
    if (!client)
      throw new Fault('rejected', `the UniFi controller does not know device ${device.mac}`);
    const path = `${clientsPath}/{{ client }}/actions`;
    await ask({ method: 'POST', path, json }, { site, client: String(client['id']) });
  });
}

/** Finds the entry of a connected device; a controller that has none rejects the request. */
function findAsUser({ account, asDevice }: AuthorizeContext, mac: string): Promise<Entries> {
  const of = { site: account.site ?? 'default', mac: mac.toLowerCase() };
  const path = '/api/s/{{ site }}/stat/sta/{{ mac }}';
  return asDevice(type, async (ask) => listOf(await ask({ method: 'GET', path }, of)));
}

function findByKey({ account, asDevice }: AuthorizeContext, mac: string): Promise<Entries> {
  return asDevice(type, async (ask) => {
    const site = await findSite(ask, account.site ?? 'default');
    return findClients(ask, { site, mac });
  });
}

/** All stations of the site by one request: `tx` is what the access point sends. */
async function readCountedAsUser({ account, asDevice }: AuthorizeContext) {
  const of = { site: account.site ?? 'default' };
  const path = '/api/s/{{ site }}/stat/sta';
  const stations = listOf(await asDevice(type, (ask) => ask({ method: 'GET', path }, of)));
  return countedIn(stations.map(({ mac, rx_bytes: up, tx_bytes: down }) => ({ mac, up, down })));
}

/** Details of each device: the list has no counters. */
function readCountedByKey(
  { account, asDevice }: AuthorizeContext,
  devices: readonly ControllerDevice[],
) {
  return asDevice(type, async (ask) => {
    const site = await findSite(ask, account.site ?? 'default');
    const found: Entries[number][] = [];
    for (const { mac } of devices.slice(0, maxDetails)) {
      const [client] = await findClients(ask, { site, mac });
      if (!client) continue;
      const path = `${clientsPath}/{{ client }}`;
      const details = await ask({ method: 'GET', path }, { site, client: String(client['id']) });
      if (isRecord(details)) found.push(details);
    }
    return countedIn(
      found.map(({ macAddress: mac, access }) => {
        const { rxBytes: down, txBytes: up } = recordIn(recordIn(access, 'authorization'), 'usage');
        return { mac, up, down };
      }),
    );
  });
}

/** Devices of one reading, within the time limit of calls. */
const maxDetails = 100;

function recordIn(value: unknown, name: string): Readonly<Record<string, unknown>> {
  const inner = isRecord(value) ? value[name] : undefined;
  return isRecord(inner) ? inner : {};
}

async function findSite(ask: Ask, wanted: string): Promise<string> {
  const sites = listOf(await ask({ method: 'GET', path: official, query: { limit: '200' } }, {}));
  const site = sites.find(({ id, name, internalReference }) =>
    [id, name, internalReference].includes(wanted),
  );
  if (!site) throw new Fault('rejected', `the UniFi controller has no site "${wanted}"`);
  return String(site['id']);
}

const clientsPath = `${official}/{{ site }}/clients`;

async function findClients(
  ask: Ask,
  { site, mac }: { readonly site: string; readonly mac: string },
): Promise<Entries> {
  const query = { filter: `macAddress.eq('${mac.toLowerCase()}')` };
  return listOf(await ask({ method: 'GET', path: clientsPath, query }, { site }));
}

type Entries = readonly Readonly<Record<string, unknown>>[];

/** Begun minutes count: the gateway ends the session at its second. */
function minutesOf(seconds: number | null): number {
  return Math.max(1, Math.ceil(Math.min(seconds ?? maxGrantSeconds, maxGrantSeconds) / 60));
}

/** @throws Fault `garbled` if a reply has no list */
function listOf(reply: unknown): Entries {
  const data = isRecord(reply) ? reply['data'] : undefined;
  if (!Array.isArray(data)) throw new Fault('garbled', 'the UniFi controller answers without data');
  return data.filter(isRecord);
}
