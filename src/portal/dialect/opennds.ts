import { createDecipheriv, createHash } from 'node:crypto';
import type { Secret } from '../../contract/secret.ts';
import type { Dialect, Grant, GrantRequest, RedirectParameters } from './dialect.ts';

/**
 * openNDS with a forward authentication service (FAS): level 0 sends the token of the device in clear, level 1 a hash of
 * it, levels 2 and 3 the same encrypted with the key of the FAS. At level 0 openNDS 9.10 sends no address of the device.
 */
export const opennds: Dialect = {
  title: 'openNDS',
  detectedBy: [['fas'], ['hid', 'gatewayaddress'], ['tok', 'authaction']],
  fields: {
    mac: ['clientmac', 'mac'],
    ip: ['clientip'],
    ap_mac: ['gatewaymac'],
    nas_id: ['gatewayname'],
    original_url: ['originurl', 'redir'],
  },
  hosts: [],
  isExperimental: false,
  needsSecret: true,
  unpack: unpackFas,
  grant: buildFasGrant,
};

function buildFasGrant({ parameters, originalUrl, secret }: GrantRequest): Grant | string {
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
  const answer = createHash('sha256').update(`${hid}${secret.reveal()}`).digest('hex');
  const url = `http://${gatewayaddress}/${authdir}/`;
  return { method: 'redirect', url: withQuery(url, { tok: answer, redir }), fields: {} };
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
