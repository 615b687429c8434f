import type { Gateway } from '../../gateway/gateway.ts';
import { findSessionByIp, type DeviceSearch } from '../page/page-store.ts';
import { findRemainder } from '../session-remainder.ts';

/** What a system expects from its probe when it is on the Internet. */
interface ProbeReply {
  readonly status: number;
  readonly body: string;
  readonly type?: string;
  readonly location?: string;
}

const success = '<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>';
const page = { status: 200, body: success, type: 'text/html' };
const nothing = { status: 204, body: '' };
/** The text that a Kindle looks for. */
const kindle = '<html><body>81ce4465-7167-4dcb-835b-dcc9e44c112a</body></html>';

/** The paths that systems probe for a captive portal, and the reply that means open access. */
export const probes: Readonly<Record<string, ProbeReply>> = {
  '/generate_204': nothing,
  '/gen_204': nothing,
  '/hotspot-detect.html': page,
  '/library/test/success.html': page,
  '/connecttest.txt': { status: 200, body: 'Microsoft Connect Test', type: 'text/plain' },
  // Where Windows sends the browser of a guest, before the login and after it.
  '/redirect': {
    status: 302,
    body: '',
    location: 'https://www.msn.com/',
  },
  '/kindle-wifi/wifistub.html': { status: 200, body: kindle, type: 'text/html' },
  '/kindle-wifi/wifiredirect.html': { status: 200, body: kindle, type: 'text/html' },
  '/ncsi.txt': { status: 200, body: 'Microsoft NCSI', type: 'text/plain' },
  '/success.txt': { status: 200, body: 'success\n', type: 'text/plain' },
  '/canonical.html': {
    status: 200,
    body: '<meta http-equiv="refresh" content="0;url=https://support.mozilla.org/kb/captive-portal"/>',
    type: 'text/html',
  },
  '/check_network_status.txt': {
    status: 200,
    body: 'NetworkManager is online\n',
    type: 'text/plain',
  },
  '/nm-check.txt': { status: 200, body: 'NetworkManager is online\n', type: 'text/plain' },
};

/** Returns the state of the network for the device with an address, as RFC 8908 has it. */
export async function captiveState(
  gateway: Gateway,
  device: DeviceSearch,
): Promise<Readonly<Record<string, unknown>>> {
  const { store, config, now } = gateway;
  const session = await findSessionByIp(store, device);
  const { page } = device;
  const url = config.portal.public_url;
  const left = session && (await findRemainder(gateway, session, now()));
  return {
    captive: session === null,
    ...(url !== '' && { 'user-portal-url': `${url}/portal/${page ? `${page.id}/` : ''}` }),
    'can-extend-session': true,
    ...(left && left.seconds !== null && { 'seconds-remaining': left.seconds }),
    ...(left && left.octets !== null && { 'bytes-remaining': left.octets }),
  };
}
