import { Fault } from '../../contract/errors.ts';
import { isRecord } from '../../contract/fields.ts';
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

/**
 * UniFi: with a user name the API of the application, on UniFi OS or on a controller of its own; without, the official API
 * of UniFi OS with an API key.
 */
export const unifiClient: ControllerClient = {
  logIn: (account, call) =>
    account.username === null ? Promise.resolve(useKey(account)) : logInAsUser(account, call),
  authorize: (context, guest) =>
    context.account.username === null
      ? authorizeByKey(context, guest)
      : authorizeAsUser(context, guest),
  unauthorize: (context, device) =>
    context.account.username === null
      ? actByKey(context, device, { action: 'UNAUTHORIZE_GUEST_ACCESS' })
      : commandAsUser(context, { cmd: 'unauthorize-guest', mac: device.mac.toLowerCase() }),
};

function useKey({ password }: ControllerAccount): ControllerLogin {
  return {
    headers: { 'x-api-key': password.reveal() },
    prefix: '/proxy/network/integration/v1',
  };
}

async function logInAsUser(
  { url, username, password }: ControllerAccount,
  call: Call,
): Promise<ControllerLogin> {
  const body = { username, password: password.reveal() };
  const onOs = await call({ method: 'POST', url: `${url}/api/auth/login`, body });
  if (onOs.status === 200) return loginOf(onOs, '/proxy/network');
  const isOs = onOs.status !== 404 && onOs.status !== 405;
  const reply = isOs ? onOs : await call({ method: 'POST', url: `${url}/api/login`, body });
  if (reply.status === 200 && reply !== onOs) return loginOf(reply, '');
  throw new Fault(
    'refused',
    `the UniFi controller refuses user "${username ?? ''}": ${reasonOf(reply)}`,
  );
}

function loginOf(reply: ControllerReply, prefix: string): ControllerLogin {
  const token = reply.headers['x-csrf-token'];
  return {
    headers: {
      cookie: cookiesOf(reply),
      ...(typeof token === 'string' && { 'x-csrf-token': token }),
    },
    prefix,
  };
}

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
  { account, login, call }: AuthorizeContext,
  body: Readonly<Record<string, string | number>>,
): Promise<void> {
  const site = encodeURIComponent(account.site ?? 'default');
  const reply = await call({
    method: 'POST',
    url: `${account.url}${login.prefix}/api/s/${site}/cmd/stamgr`,
    headers: login.headers,
    body,
  });
  const { meta } = reply.json;
  if (reply.status !== 200 || !isRecord(meta) || meta['rc'] !== 'ok') throw faultOf(reply);
}

function authorizeByKey(context: AuthorizeContext, guest: ControllerGuest): Promise<void> {
  const timeLimitMinutes = minutesOf(guest.sessionSeconds);
  return actByKey(context, guest, { action: 'AUTHORIZE_GUEST_ACCESS', timeLimitMinutes });
}

async function actByKey(
  context: AuthorizeContext,
  device: ControllerDevice,
  body: Readonly<Record<string, string | number>>,
): Promise<void> {
  const { account, login, call } = context;
  const base = `${account.url}${login.prefix}/sites`;
  const list = async (url: string) => {
    const reply = await call({ method: 'GET', url, headers: login.headers });
    const { data } = reply.json;
    if (reply.status !== 200 || !Array.isArray(data)) throw faultOf(reply);
    return data.filter(isRecord);
  };
  const wanted = account.site ?? 'default';
  const sites = await list(`${base}?limit=200`);
  const site = sites.find(({ id, name, internalReference }) =>
    [id, name, internalReference].includes(wanted),
  );
  if (!site) throw new Fault('rejected', `the UniFi controller has no site "${wanted}"`);
  const clients = `${base}/${String(site['id'])}/clients`;
  const filter = `macAddress.eq('${device.mac.toLowerCase()}')`;
  const [client] = await list(`${clients}?filter=${encodeURIComponent(filter)}`);
  if (!client)
    throw new Fault('rejected', `the UniFi controller does not know device ${device.mac}`);
  const reply = await call({
    method: 'POST',
    url: `${clients}/${String(client['id'])}/actions`,
    headers: login.headers,
    body,
  });
  if (reply.status !== 200) throw faultOf(reply);
}

/** Begun minutes count: the gateway ends the session at its second. */
function minutesOf(seconds: number | null): number {
  return Math.max(1, Math.ceil(Math.min(seconds ?? maxGrantSeconds, maxGrantSeconds) / 60));
}

function faultOf(reply: ControllerReply): Fault {
  const reason = reasonOf(reply);
  const isLogin = reply.status === 401 || reply.status === 403 || /LoginRequired/i.test(reason);
  return isLogin
    ? new Fault('refused', `the UniFi controller refuses the gateway: ${reason}`)
    : new Fault('rejected', `the UniFi controller rejects the guest: ${reason}`);
}

function reasonOf({ status, json }: ControllerReply): string {
  const { meta, message } = json;
  const text = isRecord(meta) ? meta['msg'] : message;
  return typeof text === 'string' ? `${text.slice(0, 200)} (HTTP ${status})` : `HTTP ${status}`;
}
