import type { Store } from '../../../src/store/store.ts';
import { eventually, results, type GatewayProcess, type Json } from '../../gateway-process.ts';
import { Authority, type Issued } from '../../peers/certificates.ts';
import { freeTcpPort } from '../../peers/port.ts';
import { startTlsRelay, type TlsRelay } from '../../peers/tls-relay.ts';
import { signedPacket } from '../packets.ts';
import { secret } from '../acct/send-accounting.ts';

/* A gateway over TLS, and NASes that connect to it. */

/** Creates a certificate authority, and the environment of a gateway that listens over TLS. */
export async function prepareTls() {
  const authority = new Authority();
  const own = authority.issue('gateway.example', { names: 'DNS:gateway.example' });
  const files = { CERTIFICATE: own.certificate, KEY: own.key, CA: authority.file };
  const port = await freeTcpPort();
  const values = { PORT: String(port), ...files };
  const environment = Object.fromEntries(
    Object.entries(values).map(([key, value]) => [`GATEHOUSE_RADIUS_TLS_${key}`, value]),
  );
  return { authority, port, environment: { GATEHOUSE_POLLING_ENABLED: 'false', ...environment } };
}

interface NasConnection {
  readonly port: number;
  readonly authority: Authority;
  readonly own: Issued;
  readonly device: number | null;
  /** Source address of the NAS. */
  readonly from?: string;
}

export function connectNas({
  port,
  authority,
  own,
  device,
  from = '127.0.0.1',
}: NasConnection): Promise<TlsRelay> {
  const identity = { ca: authority.ca, cert: own.cert, key: own.keyText };
  return startTlsRelay({ connection: { port, localAddress: from, ...identity }, device });
}

let number = 0;

/** @returns id */
export async function addTlsClient(
  gateway: GatewayProcess,
  address: string,
  more: Json = {},
): Promise<string> {
  const client = { name: `over TLS ${(number += 1)}`, address, secret, transport: 'tls', ...more };
  const { body } = await gateway.gate('POST', '/aaa_client/', client);
  return String(body['id']);
}

/** Starts a session on a NAS. @returns its Acct-Session-Id and radacctid */
export async function openSession(
  gateway: GatewayProcess,
  nas: TlsRelay,
  user: { username: string; address?: number[] },
) {
  const session = `T-${(number += 1)}`;
  const start = signedPacket('radsec', {
    code: 4,
    identifier: number % 256,
    attributes: [
      [1, user.username],
      [4, Buffer.from(user.address ?? [192, 0, 2, 10])],
      [40, 1],
      [44, session],
      [55, Math.floor(Date.now() / 1000)],
    ],
  });
  await nas.ask(start);
  const [row] = results(await gateway.gate('GET', `/aaa_accounting/?acctsessionid=${session}`));
  return { session, id: String(row?.['radacctid']) };
}

/** Waits until the open sessions of users have been checked for the first time, which takes their grants as given. */
export function checked(store: Store) {
  const open = store.db
    .selectFrom('aaa_accounting')
    .select('granted')
    .where('user', 'is not', null)
    .where('acctstoptime', 'is', null);
  return eventually(
    () => open.execute(),
    (sessions) => sessions.every(({ granted }) => granted !== null),
  );
}
