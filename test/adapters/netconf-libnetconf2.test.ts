import tap, { test, type Test } from 'tap';
import netconf from '../../adapters/netconf.ts';
import type { AdapterContext } from '../../src/contract/adapter.ts';
import { confirmCommit, editConfig } from '../../src/protocol/netconf/edit-config.ts';
import { openNetconf, type NetconfSession } from '../../src/protocol/netconf/session.ts';
import { textsAt } from '../../src/protocol/netconf/xml.ts';
import { Secret } from '../../src/contract/secret.ts';
import { startLibnetconf2, type Libnetconf2 } from '../peers/libnetconf2.ts';

/* The adapter and its sessions on a server of libnetconf2, which netopeer2 is built on. */

const server = await startLibnetconf2();
tap.teardown(() => server.stop());

const targetOf = ({ port, user, password }: Libnetconf2) => ({
  name: 'core',
  host: '127.0.0.1',
  options: { port, connect_timeout: 30, keepalive: 15, legacy: false },
  credentials: { username: user, password: new Secret(password) },
  checkHostKey: () => Promise.resolve(true),
});
const target = targetOf(server);
const soon = () => AbortSignal.timeout(30_000);
const context = (): AdapterContext => ({ signal: soon(), log: () => undefined });
const missing = () => Promise.reject(new Error('no such verb'));

const read = (questions: Record<string, Record<string, unknown>>) =>
  netconf.read?.(
    target,
    Object.entries(questions).map(([variable, command]) => ({ variable, command })),
    context(),
  ) ?? missing();
const write = (values: Record<string, string>) =>
  netconf.write?.(
    target,
    Object.entries(values).map(([leaf, value]) => ({
      variable: leaf,
      value,
      command: { config: { system: { ...system, [leaf]: '{{ value }}' } } },
      isSecret: false,
    })),
    context(),
  ) ?? missing();

const system = { $: { xmlns: 'urn:ietf:params:xml:ns:yang:ietf-system' } };
const subtree = { $: { type: 'subtree' }, system };
const configured = { 'get-config': { source: { running: {} }, filter: subtree } };
const contact = async () =>
  (await read({ c: { rpc: configured, path: 'data/system/contact' } }))[0];

async function open(t: Test, to: Libnetconf2 = server): Promise<NetconfSession> {
  const session = await openNetconf(targetOf(to), soon());
  t.teardown(() => session.close(soon()));
  return session;
}

test('a session is chunked, and knows the capabilities of the server', async (t) => {
  const session = await open(t);
  t.equal(session.framing, '1.1');
  for (const name of ['candidate', 'confirmed-commit:1.1', 'startup', 'xpath', 'with-defaults'])
    t.ok(session.hasCapability(name), name);
  t.equal(session.namespaceOf('ietf-system'), system.$.xmlns);
});

test('values are read by paths, by keys and by XPath', async (t) => {
  const raw = (path: string) => netconf.rawCommand?.(path) ?? {};
  const select = "/s:system/s:ntp/s:server[s:name='ntp-b']";
  const filter = { $: { type: 'xpath', select, 'xmlns:s': system.$.xmlns } };
  const rpc = { 'get-config': { source: { running: {} }, filter } };
  const readings = await read({
    location: { rpc: configured, path: 'data/system/location' },
    key: raw("/system/ntp/server[name='ntp-b']/udp/address"),
    xpath: { rpc, path: 'data/system/ntp/server/udp/address' },
    none: raw('/system/none'),
    refused: { rpc: { 'no-such-operation': {} }, path: 'data' },
  });
  t.match(readings, [
    { value: 'Straße 7, ground floor ]]>]]> left' },
    { value: '192.0.2.2' },
    { value: '192.0.2.2' },
    { value: null, fault: /no value at data\/system\/none/ },
    { value: null, fault: /answered operation-failed: .*no-such-operation/ },
  ]);
});

test('defaults are read where the request asks for them', async (t) => {
  const mode = { $: { xmlns: 'urn:ietf:params:xml:ns:yang:ietf-netconf-with-defaults' } };
  const rpc = (more: object) => ({ 'get-config': { ...configured['get-config'], ...more } });
  const path = 'data/system/ntp/server/iburst';
  t.match(
    await read({
      explicit: { rpc: rpc({}), path },
      all: { rpc: rpc({ 'with-defaults': { ...mode, _: 'report-all' } }), path },
    }),
    [{ value: null }, { value: 'false\nfalse' }],
  );
});

test('values full of markup are written and read back, and a restart of the server keeps them', async (t) => {
  const value = `</contact><x a="1'>]]>]]> & &amp; \n##\n Süd 😀`;
  t.match(await write({ contact: value, location: '<b/>' }), [
    { isAccepted: true },
    { isAccepted: true },
  ]);
  t.match(await contact(), { value });
  await server.restart();
  t.match(await contact(), { value }, 'the startup configuration has what was confirmed');
});

test('several values are written atomically', async (t) => {
  t.match(await write({ contact: 'first' }), [{ isAccepted: true }]);
  t.match(await write({ contact: 'second', hostname: '-no name-' }), [
    { isAccepted: false, fault: { message: /discarded/ } },
    {
      isAccepted: false,
      fault: { message: /invalid-value: .*\/(ietf-system|sys):system\/(sys:)?hostname/ },
    },
  ]);
  t.match(await contact(), { value: 'first' });
  t.match(await write({ contact: 'third' }), [{ isAccepted: true }], 'nothing is locked');
});

test('a configuration that another session has locked is refused with the number of that session', async (t) => {
  const other = await open(t);
  await other.sendRpc({ lock: { target: { candidate: {} } } }, soon());
  await t.rejects(write({ contact: 'x' }), {
    kind: 'rejected',
    message: /lock-denied: .+ \(held by session \d+\)/,
  });
  await other.close(soon());
  t.match(await write({ contact: 'x' }), [{ isAccepted: true }], 'the lock ends with its session');
});

test('a commit that is not confirmed is reverted by its id, and by its time', async (t) => {
  await write({ contact: 'kept' });
  const edit = { system: { ...system, contact: 'trial' } };
  const trial = async (changeId: string) => {
    const session = await openNetconf(target, soon());
    const { persistId } = await editConfig(session, [edit], { signal: soon(), changeId });
    await session.close(soon());
    return String(persistId);
  };
  const id = await trial('7');
  t.match(await contact(), { value: 'trial' }, 'it outlives its session');
  const session = await open(t);
  await t.rejects(confirmCommit(session, 'another', soon()), { message: /invalid-value/ });
  await session.sendRpc({ 'cancel-commit': { 'persist-id': id } }, soon());
  t.match(await contact(), { value: 'kept' });
  // The run that repeats a change takes the unconfirmed one back first.
  await trial('8');
  t.equal(await trial('8'), 'gatehouse-8');
  await session.sendRpc({ 'cancel-commit': { 'persist-id': 'gatehouse-8' } }, soon());
  t.match(await contact(), { value: 'kept' });
});

test('a request that breaks its model is refused by the parser of the server, and the session continues', async (t) => {
  const session = await open(t);
  await t.rejects(session.sendRpc({ 'get-config': { source: { sideways: {} } } }, soon()), {
    kind: 'rejected',
    message: /sideways/,
  });
  await t.rejects(session.sendRpc({ 'get-config': {} }, soon()), {
    kind: 'rejected',
    message: /./,
  });
  const reply = await session.sendRpc(configured, soon());
  t.same(textsAt(reply, 'data/system/hostname'), ['ap-lobby']);
});

test('a hundred requests at once, and one reply of thousands of chunks', async (t) => {
  const session = await open(t);
  const replies = await Promise.all(
    Array.from({ length: 100 }, () => session.sendRpc(configured, soon())),
  );
  t.equal(new Set(replies.map(({ attributes }) => attributes['message-id'])).size, 100);
  const names = Array.from({ length: 5_000 }, (_, index) => `server-${index}-${'x'.repeat(200)}`);
  const list = names.map((name) => ({ name, 'udp-and-tcp': { address: '192.0.2.53' } }));
  const config = { system: { ...system, 'dns-resolver': { server: list } } };
  const limit = AbortSignal.timeout(120_000);
  await session.sendRpc({ 'edit-config': { target: { candidate: {} }, config } }, limit);
  const staged = { 'get-config': { source: { candidate: {} } } };
  const reply = await session.sendRpc(staged, limit);
  t.same(textsAt(reply, 'data/system/dns-resolver/server/name'), names);
  await session.sendRpc({ 'discard-changes': {} }, limit);
});

test('a session that is killed by another is unreachable', async (t) => {
  const [victim, killer] = [await open(t), await open(t)];
  await victim.sendRpc({ lock: { target: { running: {} } } }, soon());
  const refusal = await killer
    .sendRpc({ lock: { target: { running: {} } } }, soon())
    .then(() => '', String);
  const [, id = ''] = /held by session (\d+)/.exec(refusal) ?? [];
  await killer.sendRpc({ 'kill-session': { 'session-id': id } }, soon());
  await t.rejects(victim.sendRpc(configured, soon()), { kind: 'unreachable', message: /./ });
  await killer.sendRpc({ lock: { target: { running: {} } } }, soon());
});

test('a wrong password is refused', async (t) => {
  const stranger = { ...target, credentials: { username: 'admin', password: new Secret('no') } };
  await t.rejects(openNetconf(stranger, soon()), { kind: 'refused', message: /./ });
});
