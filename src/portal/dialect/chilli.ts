import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import { withBrackets } from '../../runtime/ip-address.ts';
import {
  byRadius,
  wisprRates,
  type Dialect,
  type Grant,
  type GrantRequest,
  type Outcome,
} from './dialect.ts';

/** CoovaChilli and its relatives: the browser brings a CHAP response, which RADIUS verifies. */
export const coovachilli: Dialect = {
  title: 'CoovaChilli',
  detectedBy: [
    ['uamip', 'uamport'],
    ['uamip', 'challenge'],
  ],
  fields: {
    mac: ['mac'],
    ip: ['ip'],
    ap_mac: ['called', 'apmac'],
    nas_id: ['nasid'],
    ssid: ['ssid'],
    original_url: ['userurl'],
  },
  hosts: [],
  isExperimental: false,
  carries: byRadius(...wisprRates, 'ChilliSpot-Bandwidth-Max-Up', 'ChilliSpot-Bandwidth-Max-Down'),
  needsSecret: true,
  outcomeOf: ({ res, reply, reason }) => {
    const kind = results[res ?? ''];
    return kind === undefined ? null : { kind, reason: reply ?? reason ?? null };
  },
  grant: buildChilliGrant,
};

/** The values of `res`; `notyet` is the way in. */
const results: Readonly<Record<string, Outcome['kind']>> = {
  success: 'connected',
  already: 'connected',
  failed: 'failed',
  logoff: 'logged_out',
};

function buildChilliGrant({
  parameters,
  station,
  originalUrl,
  secret,
}: GrantRequest): Grant | string {
  const { uamip = '', uamport = '3990', challenge = '' } = parameters;
  const fault = findFault({ uamip, uamport, challenge });
  if (fault !== null) return fault;
  const host = withBrackets(uamip);
  const query = new URLSearchParams({
    username: station,
    response: respondToChallenge(challenge, station, secret?.reveal() ?? ''),
    ...(originalUrl !== null && { userurl: originalUrl }),
  });
  const url = `http://${host}:${uamport}/logon?${query.toString()}`;
  return { method: 'redirect', url, fields: {} };
}

interface ChilliAddress {
  readonly uamip: string;
  readonly uamport: string;
  readonly challenge: string;
}

function findFault({ uamip, uamport, challenge }: ChilliAddress): string | null {
  if (isIP(uamip) === 0) return `uamip "${uamip}" is not an IP address`;
  if (!/^\d{1,5}$/.test(uamport)) return `uamport "${uamport}" is not a port`;
  return /^(?:[0-9a-f]{2}){1,64}$/i.test(challenge)
    ? null
    : 'the redirect has no challenge; set the UAM server of the NAS to this portal';
}

/**
 * Returns the CHAP response (RFC 1994, identifier 0) to the challenge of a redirect. With a UAM secret the NAS hashes the
 * challenge with it first, and so does the response.
 *
 * @param challenge  hexadecimal
 */
export function respondToChallenge(challenge: string, password: string, secret: string): string {
  const octets = Buffer.from(challenge, 'hex');
  const used = secret === '' ? octets : createHash('md5').update(octets).update(secret).digest();
  return createHash('md5').update(Buffer.of(0)).update(password).update(used).digest('hex');
}
