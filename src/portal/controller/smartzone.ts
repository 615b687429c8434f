import { Fault } from '../../errors.ts';
import { formatStationId } from '../../aaa/session/portal-session.ts';
import type { AuthorizeContext, ControllerClient, ControllerGuest } from './controller-client.ts';

/** The codes of the northbound interface for a device that is on the network. */
const authorized: readonly unknown[] = [101, 201];

/** Ruckus SmartZone: one call of the northbound portal interface, which has the controller ask RADIUS. */
export const smartzoneClient: ControllerClient = {
  logIn: () => Promise.resolve({ headers: {}, prefix: '' }),
  authorize,
};

async function authorize(
  { account, call }: AuthorizeContext,
  { mac, ip, parameters }: ControllerGuest,
): Promise<void> {
  const station = formatStationId(mac);
  const { status, json } = await call({
    method: 'POST',
    url: `${account.url}/portalintf`,
    body: {
      Vendor: 'ruckus',
      APIVersion: '1.0',
      RequestUserName: account.username ?? 'api',
      RequestPassword: account.password.reveal(),
      RequestCategory: 'UserOnlineControl',
      RequestType: 'Login',
      // As the redirect has them: they may be encrypted.
      'UE-IP': parameters['uip'] ?? ip,
      'UE-MAC': parameters['client_mac'] ?? mac,
      'UE-Proxy': '0',
      'UE-Username': station,
      'UE-Password': station,
    },
  });
  const { ResponseCode: code, ReplyMessage: message } = json;
  if (authorized.includes(code)) return;
  const reason = `${typeof message === 'string' ? message.slice(0, 200) : `HTTP ${status}`} (code ${String(code)})`;
  // 302: the request itself is refused.
  throw code === 302 || code === undefined
    ? new Fault('refused', `the SmartZone refuses the gateway: ${reason}`)
    : new Fault('rejected', `the SmartZone rejects the guest: ${reason}`);
}
