import { DynamicClient } from '../../protocol/radius/dynamic-client.ts';
import { attributeType } from '../../protocol/radius/attribute-type.ts';
import { probeTcp } from '../../protocol/probe/tcp-probe.ts';
import { resolveHost } from '../../protocol/resolve-host.ts';
import { isCalled } from '../../portal/dialect/dialects.ts';
import { runWithin } from '../../runtime/deadline.ts';
import { failed, ok, skipped, warning, type Found } from '../../contract/finding.ts';
import type { Check } from '../doctor/check.ts';
import type { PlaceClient, PortalTest } from './portal-place.ts';
import { hostOfUrl } from '../../runtime/ip-address.ts';

/* What lets the guest in, and ends the session: RADIUS, CoA, the controller. */

/** Packets of the access point are known: an AAA client has its address. */
export const nasCheck: Check<PortalTest> = {
  name: 'nas',
  run: ({ place, clients, controllers }) => {
    if (clients.length > 0) return clients.map(findingOfClient);
    return [
      controllers.some(({ vendor }) => isCalled(vendor))
        ? ok('no AAA client: a controller lets guests in')
        : failed(
            `no aaa_client of organization ${place.organization} or above: packets of the access point are dropped`,
            'create an aaa_client with the source address and the secret of its RADIUS packets',
          ),
    ];
  },
};

function findingOfClient({ name, address, last_seen }: PlaceClient): Found {
  const shown = `"${name}" (${address})`;
  return last_seen === null
    ? warning(
        `${shown} has never sent a packet`,
        'check server, ports 1812 and 1813 and the secret on the access point, and firewalls between',
      )
    : ok(`${shown} has last sent a packet at ${new Date(last_seen).toISOString()}`);
}

/** A session id that no NAS knows: a request for it has no effect. */
const noSession = Buffer.from('gatehouse-portal-test');
const retransmission = {
  initialIntervalMs: 1000,
  maxIntervalMs: 2000,
  maxTries: 3,
  timeoutMs: 4000,
  jitter: 0,
};
const maxAsked = 8;

/** The port for CoA and Disconnect answers a request for an unknown session. */
export const coaCheck: Check<PortalTest> = {
  name: 'coa',
  run: async (test) => {
    const clients = test.clients.slice(0, maxAsked);
    const client = new DynamicClient({ hosts: test.config.radius.host, retransmission });
    try {
      return await Promise.all(clients.map((asked) => askForCoa(test, client, asked)));
    } finally {
      await client.close();
    }
  },
};

async function askForCoa(
  { vault }: PortalTest,
  client: DynamicClient,
  { name, nas, transport, secret, coa_port: port }: PlaceClient,
): Promise<Found> {
  if (transport === 'tls')
    return skipped(`"${name}": over TLS, CoA uses the connection that the access point opens`);
  if (nas === null) return skipped(`"${name}" is a network, and the access point has no ip in it`);
  const place = `"${name}" (${nas} port ${port}/udp)`;
  const { outcome, errorCause } = await client.sendRequest({
    kind: 'coa',
    address: nas,
    port,
    secret: vault.open(secret, 'aaa_client.secret'),
    attributes: Buffer.concat([
      Buffer.from([attributeType.acctSessionId, noSession.length + 2]),
      noSession,
    ]),
    at: new Date(),
    signal: new AbortController().signal,
  });
  return outcome === 'no_answer'
    ? failed(
        `${place} does not answer a CoA-Request: sessions of guests continue after their time`,
        'allow CoA and Disconnect (RFC 5176) from the gateway on the access point with the same secret, check coa_port, and the firewall between',
      )
    : ok(`${place} answers${errorCause === null ? '' : ` (Error-Cause ${errorCause})`}`);
}

const timeoutMs = 5000;

/** Controllers that the gateway calls accept connections. */
export const controllerCheck: Check<PortalTest> = {
  name: 'controller',
  run: async ({ controllers }) => {
    const called = controllers.filter(({ vendor }) => isCalled(vendor)).slice(0, maxAsked);
    return Promise.all(called.map(({ name, url }) => connect(name, url ?? '')));
  },
};

async function connect(name: string, url: string): Promise<Found> {
  const parsed = new URL(url);
  try {
    const ms = await runWithin({ timeoutMs }, async (signal) => {
      const { address } = await resolveHost(hostOfUrl(parsed), { signal, timeoutMs });
      const defaultPort = parsed.protocol === 'https:' ? 443 : 80;
      return probeTcp({ address, port: Number(parsed.port) || defaultPort, timeoutMs }, signal);
    });
    return ok(`"${name}" (${url}) accepts a connection in ${Math.round(ms)} ms`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'no connection';
    return failed(
      `"${name}" (${url}): ${reason}`,
      'check url of the portal_controller, the controller itself, and the firewall between',
    );
  }
}
