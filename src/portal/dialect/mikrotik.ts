import { createHash } from 'node:crypto';
import {
  byRadius,
  failureIn,
  wisprRates,
  type Dialect,
  type Grant,
  type GrantRequest,
} from './dialect.ts';

/** MikroTik HotSpot with the `login.html` of the documentation, which sends its variables to the portal. */
export const mikrotik: Dialect = {
  title: 'MikroTik RouterOS',
  detectedBy: [['link-login-only']],
  fields: {
    mac: ['mac'],
    ip: ['ip'],
    ap_mac: ['ap-mac'],
    nas_id: ['ap-id', 'identity', 'server-name'],
    original_url: ['link-orig'],
  },
  hosts: [],
  isExperimental: false,
  carries: byRadius('Mikrotik-Rate-Limit', ...wisprRates),
  outcomeOf: failureIn('error'),
  grant: buildHotspotGrant,
};

function buildHotspotGrant({ parameters, station, originalUrl }: GrantRequest): Grant {
  const id = unescapeOctets(parameters['chap-id'] ?? '');
  const challenge = unescapeOctets(parameters['chap-challenge'] ?? '');
  const password =
    challenge.length === 0 ? station : hashHotspotPassword({ id, challenge }, station);
  return {
    method: 'form',
    url: parameters['link-login-only'] ?? null,
    fields: { username: station, password, dst: originalUrl ?? '', popup: 'false' },
  };
}

/** Returns the password that RouterOS expects with `http-chap`: the MD5 of id, password and challenge. */
export function hashHotspotPassword(
  { id, challenge }: { readonly id: Buffer; readonly challenge: Buffer },
  password: string,
): string {
  return createHash('md5').update(id).update(password).update(challenge).digest('hex');
}

/** Decodes the octal escapes `\ooo` of RouterOS. */
export function unescapeOctets(text: string): Buffer {
  const octets: number[] = [];
  for (const [part, octal] of text.matchAll(/\\([0-3][0-7]{2})|[^]/g))
    octets.push(octal === undefined ? part.charCodeAt(0) & 0xff : Number.parseInt(octal, 8));
  return Buffer.from(octets);
}
