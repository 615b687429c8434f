import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import tap, { test, type Test } from 'tap';
import { asFault } from '../../../src/contract/errors.ts';
import { SnmpClient } from '../../../src/protocol/snmp/client.ts';
import type { SnmpCredentials } from '../../../src/protocol/snmp/credentials.ts';
import type { SnmpPeer } from '../../../src/protocol/snmp/peer.ts';
import { Secret } from '../../../src/contract/secret.ts';
import { at, decode, encode, exchange, number, sequence } from '../../peers/ber.ts';
import { startSnmpd } from '../../peers/snmpd.ts';
import { startRelay, type Script } from '../../peers/udp-relay.ts';

const firstEngine = '80001f8880aaaaaaaaaaaaaaaa';
const otherEngine = '80001f8880bbbbbbbbbbbbbbbb';
/** One device at four times: started, started again, replaced by another one, and set back with its first id. */
const [first, again, replaced, setBack] = await Promise.all([
  startSnmpd({ engine: { id: firstEngine, starts: 4 } }),
  startSnmpd({ engine: { id: firstEngine, starts: 5 } }),
  startSnmpd({ engine: { id: otherEngine, starts: 0 } }),
  startSnmpd({ engine: { id: firstEngine, starts: 0 } }),
]);
tap.teardown(() => Promise.all([first, again, replaced, setBack].map((one) => one.stop())));

const sysName = '1.3.6.1.2.1.1.5.0';
const never = new AbortController().signal;
const v2c: SnmpCredentials = { version: 'v2c', community: new Secret(first.community) };
const v3: SnmpCredentials = {
  version: 'v3',
  user: {
    user: first.v3.user,
    authPassword: new Secret(first.v3.authPassword),
    privPassword: new Secret(first.v3.privPassword),
  },
};

function peerOf(port: number, changed: Partial<SnmpPeer> = {}): SnmpPeer {
  // Requests are counted: a busy machine must not make one more of them.
  const timing = { timeoutMs: 20_000, retries: 1, maxRepetitions: 20 };
  return { host: '127.0.0.1', port, credentials: v3, ...timing, ...changed };
}

/** Reads the name of a device in a session of its own. */
async function readName(client: SnmpClient, peer: SnmpPeer) {
  const session = await client.open(peer, never);
  try {
    const [varbind] = await session.get([sysName]);
    return varbind?.value ?? null;
  } finally {
    session.close();
  }
}

async function relayTo(t: Test, devicePort: () => number, script: Script = {}) {
  const relay = await startRelay(devicePort, script);
  t.teardown(() => relay.stop());
  return relay;
}

test('an engine is discovered once, and again only when the device was started or replaced', async (t) => {
  const client = new SnmpClient();
  let device = first;
  const relay = await relayTo(t, () => device.port);
  const requestsOf = async (user: SnmpCredentials) => {
    const before = relay.requests();
    t.equal(await readName(client, peerOf(relay.port, { credentials: user })), 'ap-lobby-01');
    return relay.requests() - before;
  };
  t.equal(await requestsOf(v3), 2, 'discovery and request');
  t.equal(await requestsOf(v3), 1);
  device = again;
  t.equal(await requestsOf(v3), 2, 'one more for the new number of starts');
  t.equal(await requestsOf(v3), 1);
  device = replaced;
  t.equal(await requestsOf(v3), 2, 'one more for the new engine id');
  t.equal(await requestsOf(v3), 1);
  device = first;
  t.equal(await requestsOf(v3), 2);
  device = setBack;
  t.ok((await requestsOf(v3)) <= 4, 'a device that counts its starts anew is discovered again');
  t.equal(await requestsOf(v3), 1);
  client.close();
});

test('a device that changes its engine with each request is refused, and read again when it has settled', async (t) => {
  const client = new SnmpClient();
  let turns = 0;
  let isChanging = true;
  const relay = await relayTo(
    t,
    () => (isChanging && (turns += 1) % 2 === 0 ? replaced : first).port,
  );
  const peer = peerOf(relay.port);
  const fault = await readName(client, peer).then(() => null, asFault);
  t.equal(fault?.kind, 'refused');
  t.match(fault?.message, 'the device changed its SNMPv3 engine id');
  isChanging = false;
  t.equal(await readName(client, peer), 'ap-lobby-01');
  client.close();
});

test('devices that answer share one socket, and a thousand silent ones have few', async (t) => {
  const client = new SnmpClient();
  const silent = createSocket('udp4');
  await once(silent.bind(0, '0.0.0.0'), 'listening');
  const { port } = silent.address();
  const openFiles = () => readdirSync('/proc/self/fd').length;
  for (let turn = 0; turn < 2; turn += 1)
    await readName(client, peerOf(first.port, { credentials: v2c }));
  const before = openFiles();
  const short = { credentials: v2c, timeoutMs: 400, retries: 0 };
  const hosts = Array.from({ length: 1_000 }, (_, at) => `127.1.${at >> 8}.${at & 255}`);
  const kinds = Promise.all(
    hosts.map((host) =>
      readName(client, peerOf(port, { ...short, host })).then(
        () => null,
        (error: unknown) => asFault(error)?.kind,
      ),
    ),
  );
  const names = await Promise.all(
    Array.from({ length: 100 }, () => readName(client, peerOf(first.port, { credentials: v2c }))),
  );
  t.same([...new Set(names)], ['ap-lobby-01'], 'a device that answers is read meanwhile');
  t.ok(openFiles() - before <= 64, `${openFiles() - before} more files are open`);
  t.same([...new Set(await kinds)], ['timeout']);
  silent.close();
  client.close();
});

test('a malformed answer costs its own request only', async (t) => {
  const client = new SnmpClient();
  let isFirst = false;
  const relay = await relayTo(t, () => first.port, {
    answer: (datagram, { asDevice }) => {
      const message = decode(datagram);
      // A varbind that is a number.
      const bad = exchange(message, [2, 3], { tag: sequence, contents: [number(1)] });
      asDevice(isFirst && at(message, 2).tag === 0xa2 ? encode(bad) : datagram);
      isFirst = false;
    },
  });
  const peer = peerOf(relay.port, { credentials: v2c, timeoutMs: 1_500, retries: 0 });
  await readName(client, peer);
  isFirst = true;
  const outcomes = await Promise.all(
    [1, 2, 3].map(() => readName(client, peer).catch((error: unknown) => asFault(error)?.kind)),
  );
  t.same(outcomes.toSorted(), ['ap-lobby-01', 'ap-lobby-01', 'garbled']);
  client.close();
});
