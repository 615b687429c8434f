import { join } from 'node:path';
import tap, { test } from 'tap';
import { eventually, GatewayProcess, results } from '../../gateway-process.ts';
import { Authority } from '../../peers/certificates.ts';
import { eapolTest } from '../../peers/eapol.ts';
import { startPostgres } from '../../peers/postgres.ts';
import { startRelay } from '../../peers/udp-relay.ts';
import { password, secret } from '../fixture.ts';
import { accepted, refused } from './station.ts';

/* Two gateways on one PostgreSQL, and a NAS that turns from one to the other in the middle of a handshake. */

tap.setTimeout(120_000);
const postgres = await startPostgres({ fsync: false, hasTypes: true });
const authority = new Authority();
const server = authority.issue('radius.example');
const shared = {
  GATEHOUSE_DATABASE_URL: postgres.url,
  GATEHOUSE_RADIUS_EAP_ENABLED: 'true',
  GATEHOUSE_RADIUS_EAP_METHODS: 'ttls,peap',
  GATEHOUSE_RADIUS_EAP_CERTIFICATE: server.certificate,
  GATEHOUSE_RADIUS_EAP_KEY: server.key,
};
const first = await GatewayProcess.start(shared);
const second = await GatewayProcess.start({
  ...shared,
  GATEHOUSE_SECRET_KEY_FILE: join(first.folder, 'data', 'secret.key'),
});
tap.teardown(async () => {
  await Promise.all([first.remove(), second.remove()]);
  await postgres.stop();
  authority.remove();
});
await prepare('/aaa_client/', { name: 'nas', address: '127.0.0.1', secret });
await prepare('/user/', { username: 'alice', password, reversible_password: true });

async function prepare(path: string, body: object) {
  const { status, text } = await first.gate('POST', path, body);
  if (status !== 201) throw new Error(text);
}

const network = (method: string) => [
  `eap=${method}`,
  'identity="alice"',
  `password="${password}"`,
  `phase2="auth=${method === 'PEAP' ? 'MSCHAPV2' : 'PAP'}"`,
];

interface Turn {
  readonly method: string;
  /** How many requests the first gateway gets. */
  readonly after: number;
}

/** Logs a device in whose NAS turns to the second gateway. @returns how it ended at first, and when it starts again */
async function turn({ method, after }: Turn, mac: string) {
  const relay = await startRelay(() =>
    relay.requests() <= after ? first.authPort : second.authPort,
  );
  const to = { address: '127.0.0.1', port: relay.port };
  const attempt = () =>
    eapolTest({ to, secret, network: network(method), args: ['-M', mac.replaceAll('-', ':')] });
  try {
    return { before: await attempt(), again: await attempt() };
  } finally {
    await relay.stop();
  }
}

const outcomesOf = async (mac: string) => {
  const rows = await eventually(
    () => first.gate('GET', `/aaa_decision/?callingstationid=${mac}`).then(results),
    (found) => found.some(({ outcome }) => outcome === 'accept'),
  );
  return rows.map(({ outcome, reason }) => `${String(outcome)}: ${String(reason)}`);
};

const turns: readonly Turn[] = [
  { method: 'TTLS', after: 1 },
  { method: 'TTLS', after: 2 },
  { method: 'TTLS', after: 3 },
  { method: 'PEAP', after: 5 },
];

for (const [index, at] of turns.entries())
  test(`${at.method} that goes on at another gateway after ${at.after} requests starts again, and succeeds`, async (t) => {
    const mac = `02-00-00-00-0B-0${index}`;
    const { before, again } = await turn(at, mac);
    t.match(before, refused);
    t.match(again, accepted);
    t.match(await outcomesOf(mac), [
      'accept: accepted',
      /^reject: the gateway does not know the conversation: .* the device has to start again$/,
    ]);
  });
