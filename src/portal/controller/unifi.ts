import { Fault } from '../../contract/errors.ts';
import { canonicalMac, isRecord } from '../../contract/fields.ts';
import {
  maxGrantSeconds,
  type Ask,
  type AuthorizeContext,
  type ControllerClient,
  type ControllerDevice,
  type ControllerGuest,
} from './controller-client.ts';

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

function authorizeAsUser(
  context: AuthorizeContext,
  { mac, apMac, sessionSeconds }: ControllerGuest,
): Promise<void> {
  return commandAsUser(context, {
    cmd: 'authorize-guest',
    mac: mac.toLowerCase(),
    minutes: minutesOf(sessionSeconds),
    ...(apMac !== null && { ap_mac: apMac.toLowerCase() }),
  });
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

function authorizeByKey(context: AuthorizeContext, guest: ControllerGuest): Promise<void> {
  const timeLimitMinutes = minutesOf(guest.sessionSeconds);
  return actByKey(context, guest, { action: 'AUTHORIZE_GUEST_ACCESS', timeLimitMinutes });
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
