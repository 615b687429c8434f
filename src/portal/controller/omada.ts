import { Fault } from '../../contract/errors.ts';
import { canonicalMac, isRecord } from '../../contract/fields.ts';
import type { CountedOctets } from '../../aaa/session/controlled-session.ts';
import type { RedirectParameters } from '../dialect/dialect.ts';
import {
  maxGrantSeconds,
  type AuthorizeContext,
  type Call,
  type ControllerAccount,
  type ControllerClient,
  type ControllerDevice,
  type ControllerGuest,
  type ControllerLogin,
} from './controller-client.ts';
import { countedIn, octetsIn } from './counters.ts';
import { cookiesOf, type ControllerReply } from './controller-request.ts';

/** Omada from 5.0.15 on: the URL ends with the id of the controller, the account is a hotspot operator. */
export const omadaClient: ControllerClient = { logIn, authorize, unauthorize, readCounted };

async function logIn(
  { url, username, password }: ControllerAccount,
  call: Call,
): Promise<ControllerLogin> {
  const reply = await call({
    method: 'POST',
    url: `${url}/api/v2/hotspot/login`,
    body: { name: username, password: password.reveal() },
  });
  const { result, errorCode } = reply.json;
  const token = isRecord(result) ? result['token'] : undefined;
  if (errorCode !== 0 || typeof token !== 'string')
    throw new Fault(
      'refused',
      `the Omada controller refuses operator "${username ?? ''}": ${reasonOf(reply)}`,
    );
  return { 'csrf-token': token, cookie: cookiesOf(reply) };
}

async function authorize(
  { account, login, call }: AuthorizeContext,
  guest: ControllerGuest,
): Promise<CountedOctets> {
  const seconds = Math.min(guest.limits.seconds ?? maxGrantSeconds, maxGrantSeconds);
  const reply = await call({
    method: 'POST',
    url: `${account.url}/api/v2/hotspot/extPortal/auth`,
    headers: login,
    body: {
      clientMac: dashed(guest.mac),
      ...placeOf(guest),
      site: guest.parameters['site'] ?? account.site ?? 'Default',
      // Microseconds.
      time: seconds * 1_000_000,
      authType: 4,
    },
  });
  checkReply(reply);
  // An authorization has a record of its own, whose counters begin with it.
  return { up: 0, down: 0 };
}

/** Cuts a device off as the operator's list of authorized clients does. */
async function unauthorize(
  { account, login: headers, call }: AuthorizeContext,
  { mac, parameters }: ControllerDevice,
): Promise<void> {
  const base = hotspotOf(account, parameters);
  const isDevice = ({ mac: listed }: Client) => canonicalMac(String(listed)) === mac;
  for (const { id } of (await listClients(base, { headers, call })).filter(isDevice)) {
    const url = `${base}/cmd/clients/${encodeURIComponent(String(id))}/disconnect`;
    checkReply(await call({ method: 'POST', url, headers, body: {} }));
  }
}

type Client = Readonly<Record<string, unknown>>;

/** Reads the operator's lists of authorized clients: of each device the record that began last. */
async function readCounted(
  { account, login: headers, call }: AuthorizeContext,
  devices: readonly ControllerDevice[],
): Promise<ReadonlyMap<string, CountedOctets>> {
  const sites = new Set(devices.map(({ parameters }) => hotspotOf(account, parameters)));
  const found: Client[] = [];
  for (const base of sites) found.push(...(await listClients(base, { headers, call })));
  const begin = ({ start }: Client) => octetsIn(start) ?? 0;
  const oldestFirst = found.toSorted((one, other) => begin(one) - begin(other));
  return countedIn(oldestFirst.map(({ mac, upload: up, download: down }) => ({ mac, up, down })));
}

function hotspotOf({ url, site }: ControllerAccount, parameters: RedirectParameters): string {
  const name = encodeURIComponent(parameters['site'] ?? site ?? 'Default');
  return `${url}/api/v2/hotspot/sites/${name}`;
}

/** Lists the authorizations of a site that are in force. */
async function listClients(
  base: string,
  { headers, call }: { readonly headers: ControllerLogin; readonly call: Call },
): Promise<readonly Client[]> {
  const url = `${base}/clients?currentPage=1&currentPageSize=${maxClients}`;
  const { result } = checkReply(await call({ method: 'GET', url, headers }));
  const listed: unknown = isRecord(result) ? result['data'] : undefined;
  if (!Array.isArray(listed))
    throw new Fault('garbled', 'the Omada controller does not list its authorized clients');
  return listed.filter(isRecord).filter(({ valid }) => valid !== false);
}

const maxClients = 1_000;

/** @returns the body @throws Fault if it is no success */
function checkReply(reply: ControllerReply): ControllerReply['json'] {
  const { errorCode } = reply.json;
  if (reply.status === 200 && errorCode === 0) return reply.json;
  // A login that has timed out is answered by a page or a redirect to it.
  throw typeof errorCode !== 'number' || errorCode === -1200
    ? new Fault('refused', `the Omada controller refuses the gateway: ${reasonOf(reply)}`)
    : new Fault('rejected', `the Omada controller rejects the guest: ${reasonOf(reply)}`);
}

/** Returns the access point of a redirect, or the gateway and VLAN of a wired one. */
function placeOf({ apMac, parameters }: ControllerGuest) {
  const { gatewayMac, vid = '0', ssidName, radioId = '0' } = parameters;
  if (gatewayMac !== undefined) return { gatewayMac, vid: Number(vid) };
  const point = parameters['apMac'] ?? dashed(apMac ?? '');
  return { apMac: point, ssidName, radioId: Number(radioId) };
}

const dashed = (mac: string) => mac.replaceAll(':', '-');

function reasonOf({ status, json }: ControllerReply): string {
  const { msg, errorCode } = json;
  return typeof msg === 'string'
    ? `${msg.slice(0, 200)} (error ${String(errorCode)})`
    : `HTTP ${status}`;
}
