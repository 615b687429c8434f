import { Fault } from '../../contract/errors.ts';
import { canonicalMac } from '../../contract/fields.ts';
import { formatStationId } from '../../aaa/session/portal-session.ts';
import type {
  AuthorizeContext,
  ControllerClient,
  ControllerDevice,
  ControllerGuest,
} from './controller-client.ts';
import type { ControllerReply } from './controller-request.ts';

/** The codes of the northbound interface for a device that is on the network. */
const authorized: readonly unknown[] = [101, 201];

/** Ruckus SmartZone: one call of the northbound portal interface, which has the controller ask RADIUS. */
export const smartzoneClient: ControllerClient = { authorize, unauthorize, findAddresses };

/** The codes for a device that is off the network: off, done, not found. */
const unauthorized: readonly unknown[] = [100, 200, 300];

async function authorize(context: AuthorizeContext, guest: ControllerGuest): Promise<null> {
  const station = formatStationId(guest.mac);
  const reply = await request(context, guest, {
    RequestType: 'Login',
    'UE-Proxy': '0',
    'UE-Username': station,
    'UE-Password': station,
  });
  if (!authorized.includes(reply.json['ResponseCode'])) throw faultOf(reply);
  return null;
}

async function unauthorize(context: AuthorizeContext, device: ControllerDevice): Promise<void> {
  const reply = await request(context, device, { RequestType: 'Logout' });
  if (!unauthorized.includes(reply.json['ResponseCode'])) throw faultOf(reply);
}

/** The codes for a device that the controller knows: off the network, on it, or about to be. */
const known: readonly unknown[] = [100, 101, 201, 202];

/** Asks by the MAC address alone, so that the IP address of the reply is the one that the controller knows. */
async function findAddresses(context: AuthorizeContext, mac: string): Promise<readonly string[]> {
  const { json } = await send(context, { RequestType: 'Status', 'UE-MAC': mac });
  const { ResponseCode: code, 'UE-MAC': station, 'UE-IP': ip } = json;
  // They may be encrypted, and say nothing then.
  const isDevice = known.includes(code) && canonicalMac(String(station)) === mac;
  return isDevice && typeof ip === 'string' ? [ip] : [];
}

function request(
  context: AuthorizeContext,
  { mac, ip, parameters }: ControllerDevice,
  body: Readonly<Record<string, string>>,
): Promise<ControllerReply> {
  return send(context, {
    // As the redirect has them: they may be encrypted.
    'UE-IP': parameters['uip'] ?? ip,
    'UE-MAC': parameters['client_mac'] ?? mac,
    ...body,
  });
}

function send(
  { account, call }: AuthorizeContext,
  body: Readonly<Record<string, string>>,
): Promise<ControllerReply> {
  return call({
    method: 'POST',
    url: `${account.url}/portalintf`,
    body: {
      Vendor: 'ruckus',
      APIVersion: '1.0',
      RequestUserName: account.username ?? 'api',
      RequestPassword: account.password.reveal(),
      RequestCategory: 'UserOnlineControl',
      ...body,
    },
  });
}

function faultOf({ status, json }: ControllerReply): Fault {
  const { ResponseCode: code, ReplyMessage: message } = json;
  const reason = `${typeof message === 'string' ? message.slice(0, 200) : `HTTP ${status}`} (code ${String(code)})`;
  // 302: the request itself is refused.
  return code === 302 || code === undefined
    ? new Fault('refused', `the SmartZone refuses the gateway: ${reason}`)
    : new Fault('rejected', `the SmartZone rejects the guest: ${reason}`);
}
