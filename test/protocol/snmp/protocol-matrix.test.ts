import tap, { test } from 'tap';
import { SnmpClient } from '../../../src/protocol/snmp/client.ts';
import type { SnmpCredentials } from '../../../src/protocol/snmp/credentials.ts';
import type { SnmpSession } from '../../../src/protocol/snmp/session.ts';
import { Secret } from '../../../src/contract/secret.ts';
import { at, decode } from '../../peers/ber.ts';
import { startSnmpd } from '../../peers/snmpd.ts';
import { startRelay } from '../../peers/udp-relay.ts';

/* Privacy of 192 and 256 bits with both key extensions, and rows by GETBULK and by GETNEXT, with snmpd. */

/** A digest shorter than a key needs an extension: of 20 octets for both sizes, of 28 for 256 bits. */
const auths = [
  ['sha', 'SHA'],
  ['sha224', 'SHA-224'],
  ['sha256', 'SHA-256'],
  ['sha384', 'SHA-384'],
  ['sha512', 'SHA-512'],
] as const;
/** The key extension of Blumenthal, and that of Reeder, which Cisco uses. */
const privs = [
  ['aes192b', 'AES-192'],
  ['aes192r', 'AES-192-C'],
  ['aes256b', 'AES-256'],
  ['aes256r', 'AES-256-C'],
] as const;
const users = auths.flatMap(([authProtocol, auth]) =>
  privs.map(([privProtocol, priv]) => ({
    authProtocol,
    privProtocol,
    auth,
    priv,
    name: `${authProtocol}-${privProtocol}`,
  })),
);

const snmpd = await startSnmpd({ users });
const tags: number[] = [];
const relay = await startRelay(snmpd.port, {
  request: (datagram, { toDevice }) => {
    tags.push(at(decode(datagram), 2).tag);
    toDevice(datagram);
  },
});
const client = new SnmpClient();
tap.teardown(async () => {
  client.close();
  await relay.stop();
  await snmpd.stop();
});

const column = '1.3.6.1.4.1.32473.10';
const [getNext, getBulk] = [0xa1, 0xa5];

async function using<T>(
  credentials: SnmpCredentials,
  { port, maxRepetitions }: { readonly port: number; readonly maxRepetitions: number },
  work: (session: SnmpSession) => Promise<T>,
): Promise<T> {
  const peer = { host: '127.0.0.1', port, credentials, timeoutMs: 5_000, retries: 1 };
  const session = await client.open({ ...peer, maxRepetitions }, new AbortController().signal);
  try {
    return await work(session);
  } finally {
    session.close();
  }
}

for (const { name, authProtocol, privProtocol } of users)
  test(`a user with ${authProtocol} and ${privProtocol} reads values and rows`, async (t) => {
    const user = {
      user: name,
      authProtocol,
      authPassword: new Secret(snmpd.v3.authPassword),
      privProtocol,
      privPassword: new Secret(snmpd.v3.privPassword),
    };
    for (const maxRepetitions of [0, 20]) {
      const at = { port: snmpd.port, maxRepetitions };
      const [text, columns] = await using({ version: 'v3', user }, at, async (session) => [
        await session.get([snmpd.madeUp.text.oid]),
        await session.walkColumns([column]),
      ]);
      t.match(text, [{ value: snmpd.madeUp.text.value }], `max_repetitions: ${maxRepetitions}`);
      t.match(columns, [{ rows: [{}, {}, {}] }], `max_repetitions: ${maxRepetitions}`);
    }
  });

test('max_repetitions: 0 asks for each row by GETNEXT, any other by GETBULK', async (t) => {
  const v2c = { version: 'v2c', community: new Secret(snmpd.community) } as const;
  const walk = async (maxRepetitions: number) => {
    tags.length = 0;
    const columns = await using(v2c, { port: relay.port, maxRepetitions }, (session) =>
      session.walkColumns([column]),
    );
    return { columns, tags: [...tags] };
  };
  const next = await walk(0);
  const bulk = await walk(20);
  t.match(next.columns, [{ rows: [{}, {}, {}] }]);
  t.same(next.columns, bulk.columns);
  t.ok(next.tags.length >= 3, 'a request for each row');
  t.same([...new Set(next.tags)], [getNext]);
  t.same([...new Set(bulk.tags)], [getBulk]);
});
