import { sql } from 'kysely';
import { findHashOnlyUsers } from '../../aaa/client/hash-only-users.ts';
import { findWrongClocks } from '../../aaa/client/nas-clock-store.ts';
import { describeOffset } from '../../aaa/client/nas-clocks.ts';
import { selectInactiveOrganizations } from '../../organization/tree-query.ts';
import type { Config } from '../../config/load-config.ts';
import { ownAddress } from '../../own-gateway/own-gateway.ts';
import { statusServerRequest } from '../../protocol/radius/request-encoder.ts';
import { UdpTransport } from '../../protocol/radius/udp-transport.ts';
import { runWithin } from '../../runtime/deadline.ts';
import { isWithin, parseIpNetwork } from '../../runtime/ip-address.ts';
import type { Secret } from '../../contract/secret.ts';
import { openExisting, type OpenedStore } from '../../site/open-existing.ts';
import type { Store } from '../../store/store.ts';
import { failed, ok, skipped, warning, type Found } from '../../contract/finding.ts';
import type { Check } from './check.ts';

/* Checks of the RADIUS listeners by requests of this machine, and of the upstreams by their last state. */

const timeoutMs = 3000;
const retransmission = {
  initialIntervalMs: 1000,
  maxIntervalMs: 1000,
  maxTries: 2,
  timeoutMs,
  jitter: 0,
};

/** The listeners for authentication and accounting answer a Status-Server (RFC 5997), which is not stored. */
export const radiusCheck: Check = {
  name: 'radius',
  run: ({ config, isRunning }) => {
    if (!isRunning) return [skipped('the gateway does not run')];
    const { auth_port: auth, acct_port: acct, host: hosts } = config.radius;
    const host = ownAddress(hosts[0]);
    return onStore(config, async ({ store, vault }) => {
      const client = await findClientAt(store, host);
      if (!client)
        return [
          skipped(
            `no aaa_client over UDP has ${host}: with such a client, the doctor sends requests to RADIUS`,
          ),
        ];
      const secret = vault.open(client.secret, 'aaa_client.secret');
      return Promise.all([...auth, ...acct].map((port) => askStatus({ host, port, secret })));
    });
  },
};

/** Runs work on the store and the key; if either is missing, its own check reports that. */
async function onStore(
  config: Config,
  work: (opened: OpenedStore) => Promise<readonly Found[]>,
): Promise<readonly Found[]> {
  const opened = await openExisting(config).catch(() => null);
  if (!opened) return [skipped('store and key cannot be opened')];
  try {
    return await work(opened);
  } finally {
    await opened.store.close();
  }
}

interface ClientRow {
  readonly address: string;
  readonly secret: string;
}

/** Finds the client of packets of an address: the client with the longest matching prefix. */
async function findClientAt({ db }: Store, address: string): Promise<ClientRow | undefined> {
  const { rows } = await sql<ClientRow>`
    select address, secret from aaa_client where is_active = 1 and transport = 'udp'
      and organization not in ${selectInactiveOrganizations()}`.execute(db);
  const own = parseIpNetwork(address);
  const lengthOf = (row: ClientRow) => parseIpNetwork(row.address)?.prefixLength ?? 0;
  return rows
    .filter((row) => {
      const network = parseIpNetwork(row.address);
      return own && network && isWithin(own, network);
    })
    .sort((one, other) => lengthOf(other) - lengthOf(one))[0];
}

interface Asked {
  readonly host: string;
  readonly port: number;
  readonly secret: Secret;
}

async function askStatus({ host, port, secret }: Asked): Promise<Found> {
  const transport = new UdpTransport({ host, port, secret, sourceHosts: [host], retransmission });
  const began = performance.now();
  const place = `${host} port ${port}/udp`;
  try {
    const reply = await runWithin({ timeoutMs: 2 * timeoutMs }, (signal) =>
      transport.sendRequest({ ...statusServerRequest, signal }),
    );
    return reply
      ? ok(`${place} answers in ${Math.ceil(performance.now() - began)} ms, signed with the secret`)
      : failed(
          `${place} does not answer a Status-Server, or signs the answer with another secret`,
          'check the log of the gateway, gatehouse_radius_drops_total, and a firewall on this machine',
        );
  } finally {
    await transport.close();
  }
}

interface UpstreamRow {
  readonly name: string;
  readonly state: string;
  readonly last_error: string | null;
}

/** The upstreams that are in use answer. */
export const upstreamCheck: Check = {
  name: 'upstreams',
  run: ({ config, isRunning }) =>
    onStore(config, async ({ store }) =>
      isRunning ? upstreamFindings(store) : [skipped('the gateway does not run')],
    ),
};

/** Returns the findings of the upstreams that are in use. */
export async function upstreamFindings({ db }: Pick<Store, 'db'>): Promise<readonly Found[]> {
  const { rows } = await sql<UpstreamRow>`
    select name, state, last_error from aaa_upstream where is_active = 1 order by id limit 50`.execute(
    db,
  );
  if (rows.length === 0) return [ok('no upstream is configured')];
  return rows.map((row) => findingOfUpstream(`"${row.name}"`, row));
}

/** Returns the finding of an upstream. @param shown  its name, as printed */
export function findingOfUpstream(
  shown: string,
  { state, last_error }: Pick<UpstreamRow, 'state' | 'last_error'>,
): Found {
  if (state === 'up') return ok(`${shown} answers`);
  return state === 'down'
    ? failed(
        `${shown} does not answer: ${last_error ?? 'unknown reason'}`,
        'check address, port and secret of the aaa_upstream, and the server itself',
      )
    : skipped(`${shown} has not been used yet`);
}

const maxShownClocks = 20;

/** The clocks of NASes are right, as far as their accounting shows. */
export const nasClockCheck: Check = {
  name: 'clocks of NASes',
  run: ({ config }) => onStore(config, ({ store }) => nasClockFindings(store)),
};

/** Returns the findings of the clocks of NASes. */
export async function nasClockFindings(store: Store): Promise<readonly Found[]> {
  const wrong = await findWrongClocks(store);
  if (wrong.length === 0) return [ok('none is known to be wrong')];
  const others = wrong.length - maxShownClocks;
  return [
    ...wrong
      .slice(0, maxShownClocks)
      .map(({ client_name, nas, clock_offset }) =>
        warning(
          `${nas} of the AAA client "${client_name}" is ${describeOffset(clock_offset)}`,
          'set up NTP on it; meanwhile its sessions have the times of this clock',
        ),
      ),
    ...(others > 0 ? [warning(`${others} more`, 'see clock_offset of aaa_client')] : []),
  ];
}

const maxShownUsers = 10;

/** The stored passwords of users serve the methods of 802.1X that devices choose by themselves. */
export const eapPasswordCheck: Check = {
  name: 'passwords for PEAP',
  run: ({ config }) => {
    const { enabled, methods } = config.radius.eap;
    return enabled && methods.includes('peap')
      ? onStore(config, async ({ store }) => [await eapPasswordFinding(store)])
      : [skipped('radius.eap does not offer PEAP')];
  },
};

/** Returns the finding of the passwords that PEAP needs. */
export async function eapPasswordFinding(store: Pick<Store, 'db'>): Promise<Found> {
  const { count, names } = await findHashOnlyUsers(store, maxShownUsers);
  if (count === 0) return ok('no user has only a hash of its password');
  const others = count > names.length ? ` and ${count - names.length} more` : '';
  return warning(
    `of ${names.join(', ')}${others} only a hash of the password is stored, which cannot verify PEAP or MS-CHAPv2`,
    'let their devices use EAP-TTLS with PAP or EAP-TLS, or set the passwords again as reversible ones',
  );
}
