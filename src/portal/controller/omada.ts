import { Fault } from '../../contract/errors.ts';
import { canonicalMac, isRecord } from '../../contract/fields.ts';
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
import { cookiesOf, type ControllerReply } from './controller-request.ts';

/** Omada from 5.0.15 on: the URL ends with the id of the controller, the account is a hotspot operator. */
export const omadaClient: ControllerClient = { logIn, authorize, unauthorize };

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
): Promise<void> {
  const seconds = Math.min(guest.sessionSeconds ?? maxGrantSeconds, maxGrantSeconds);
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
}

/** Cuts a device off as the operator's list of authorized clients does. */
async function unauthorize(
  { account, login: headers, call }: AuthorizeContext,
  { mac, parameters }: ControllerDevice,
): Promise<void> {
  const site = encodeURIComponent(parameters['site'] ?? account.site ?? 'Default');
  const base = `${account.url}/api/v2/hotspot/sites/${site}`;
  const clients = `${base}/clients?currentPage=1&currentPageSize=${maxClients}`;
  const { result } = checkReply(await call({ method: 'GET', url: clients, headers }));
  const listed: unknown = isRecord(result) ? result['data'] : undefined;
  if (!Array.isArray(listed))
    throw new Fault('garbled', 'the Omada controller does not list its authorized clients');
  const isDevice = (client: Readonly<Record<string, unknown>>) =>
    client['valid'] !== false && canonicalMac(String(client['mac'])) === mac;
  for (const { id } of listed.filter(isRecord).filter(isDevice)) {
    const url = `${base}/cmd/clients/${encodeURIComponent(String(id))}/disconnect`;
    checkReply(await call({ method: 'POST', url, headers, body: {} }));
  }
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
