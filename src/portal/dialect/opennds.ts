import { createDecipheriv, createHash } from 'node:crypto';
import type { Secret } from '../../contract/secret.ts';
import type {
  Dialect,
  Grant,
  GrantRequest,
  Outcome,
  RedirectParameters,
  SessionLimits,
} from './dialect.ts';

/**
 * openNDS with a forward authentication service (FAS): level 0 sends the token of the device in clear, level 1 a hash of
 * it, levels 2 and 3 the same encrypted with the key of the FAS. At level 0 openNDS 9.10 sends no address of the device.
 */
export const opennds: Dialect = {
  title: 'openNDS',
  detectedBy: [['fas'], ['hid', 'gatewayaddress'], ['tok', 'authaction'], ['tok', 'status']],
  fields: {
    mac: ['clientmac', 'mac'],
    ip: ['clientip'],
    ap_mac: ['gatewaymac'],
    nas_id: ['gatewayname'],
    original_url: ['originurl', 'redir'],
  },
  hosts: [],
  isExperimental: false,
  carries: { time: 'grant', rate: 'grant', volume: 'grant', logout: 'SSH', rateAttributes: [] },
  needsSecret: true,
  unpack: unpackFas,
  outcomeOf: ({ status }): Outcome | null =>
    status === 'authenticated' ? { kind: 'connected', reason: null } : null,
  routerOf: ({ hid, gatewayhash }) =>
    hid === undefined || gatewayhash === undefined ? null : gatewayhash,
  logoutOperation: 'opennds_deauth',
  grant: buildFasGrant,
};

function buildFasGrant({ parameters, originalUrl, limits, secret }: GrantRequest): Grant | string {
  const { hid, tok, authaction, gatewayaddress = '', authdir = 'opennds_auth' } = parameters;
  const redir = originalUrl ?? '';
  if (hid === undefined) {
    if (tok === undefined || authaction === undefined)
      return 'the redirect has neither hid nor tok; check that the device is in the state preauthenticated';
    return { method: 'redirect', url: withQuery(authaction, { tok, redir }), fields: {} };
  }
  if (!secret)
    return 'the faskey of openNDS is not configured as the secret of a portal controller';
  if (!/^[a-z0-9_-]{1,64}$/i.test(authdir)) return `authdir "${authdir}" is not a name`;
  const url = `http://${gatewayaddress}/${authdir}/`;
  const query = { tok: answerOf(hid, secret), custom: customOf(hid, limits, secret), redir };
  return { method: 'redirect', url: withQuery(url, query), fields: {} };
}

/** Returns the answer to a challenge, by which openNDS lets its device in. */
export function answerOf(hid: string, faskey: Secret): string {
  return sha256(`${hid}${faskey.reveal()}`);
}

/**
 * Returns the limits for the binauth script: seconds, rates (kbit/s) and quotas (KiB) of upload and download, 0 for none, and
 * a signature, since the browser of the guest carries them. It holds for one token, so a guest cannot use an earlier one.
 */
function customOf(hid: string, limits: SessionLimits, faskey: Secret): string {
  const values = [limits.seconds ?? 0, ...ratesAndQuotas(limits)].join('-');
  return `${values}-${sha256(`${hid}-${values}-${faskey.reveal()}`)}`;
}

/** Returns the parameters of `ndsctl auth` after the device: begun minutes, rates and quotas. */
export function authParameters(limits: SessionLimits): string {
  const minutes = Math.ceil((limits.seconds ?? 0) / 60);
  return [minutes, ...ratesAndQuotas(limits)].join(' ');
}

/** openNDS counts upload and download apart: each may reach the octets of both. */
function ratesAndQuotas({ upBits, downBits, octets }: SessionLimits): readonly number[] {
  const kbit = (bits: number | null) => (bits === null ? 0 : Math.max(1, Math.round(bits / 1000)));
  const quota = octets === null ? 0 : Math.max(1, Math.ceil(octets / 1024));
  return [kbit(upBits), kbit(downBits), quota, quota];
}

/** True if a token is that of the challenge `hid`, which only its router knows. */
export function isTokenOf(token: string, hid: string): boolean {
  return sha256(token) === hid;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function withQuery(url: string, query: Readonly<Record<string, string>>): string {
  const separator = url.includes('?') ? '&' : '?';
  return `${url}${separator}${new URLSearchParams(query).toString()}`;
}

/** Restores the parameters that `fas` holds: base64 of a list, or of AES-256-CBC with the key of the FAS if `iv` is given. */
function unpackFas(
  parameters: RedirectParameters,
  secret: Secret | null,
): RedirectParameters | null {
  const { fas, iv } = parameters;
  if (fas === undefined) return parameters;
  // openNDS writes base64 into the query as it is, so a "+" has become a space.
  const packed = Buffer.from(fas.replaceAll(' ', '+'), 'base64').toString('latin1');
  const list = iv === undefined ? packed : decryptFas(packed, iv, secret);
  if (list === null) return null;
  const found = list.split(', ').flatMap((pair) => {
    const at = pair.indexOf('=');
    return at > 0 ? [[pair.slice(0, at), pair.slice(at + 1)] as const] : [];
  });
  const unpacked: Record<string, string> = Object.fromEntries(found);
  // As authmon names its router.
  if (iv !== undefined) unpacked['gatewayhash'] = sha256(unpacked['gatewayname'] ?? '');
  for (const name of ['originurl', 'gatewayname', 'gatewayurl'])
    unpacked[name] &&= decodeText(unpacked[name]);
  return unpacked;
}

/** Decrypts as PHP's `openssl_decrypt` does: base64 within base64, key and vector filled up with zeros. */
function decryptFas(packed: string, iv: string, secret: Secret | null): string | null {
  if (!secret) return null;
  const filled = (text: string, length: number) =>
    Buffer.concat([Buffer.from(text), Buffer.alloc(length)]).subarray(0, length);
  try {
    const decipher = createDecipheriv('aes-256-cbc', filled(secret.reveal(), 32), filled(iv, 16));
    return decipher.update(packed, 'base64', 'utf8') + decipher.final('utf8');
  } catch {
    return null;
  }
}

function decodeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
