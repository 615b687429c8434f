import { pino } from 'pino';
import tap, { test } from 'tap';
import { ChangeNotifier } from '../../src/runtime/change-notifier.ts';
import { ReloadOnChange } from '../../src/runtime/reload-on-change.ts';
import { GatewayProcess } from '../gateway-process.ts';
import { ask, secret, silenceMs } from '../radius/fixture.ts';
import { signedPacket } from '../radius/packets.ts';

const lines: string[] = [];
const log = pino({}, { write: (line) => lines.push((JSON.parse(line) as { msg: string }).msg) });

test('a change is published to the subscribers of its table alone', async (t) => {
  const changes = new ChangeNotifier(log);
  const reloaded: string[] = [];
  changes.subscribe(['aaa_upstream', 'organization'], () =>
    Promise.resolve(void reloaded.push('upstreams')),
  );
  changes.subscribe(['organization'], () => Promise.resolve(void reloaded.push('tree')));
  await changes.publish('aaa_upstream');
  t.same(reloaded, ['upstreams']);
  await changes.publish('organization');
  t.same(reloaded, ['upstreams', 'upstreams', 'tree']);
  await changes.publish('user');
  t.equal(reloaded.length, 3);
});

test('a reload that fails is logged and fails neither the writer nor another reload', async (t) => {
  const changes = new ChangeNotifier(log);
  let isReloaded = false;
  changes.subscribe(['aaa_client'], () => Promise.reject(new Error('no connection')));
  changes.subscribe(['aaa_client'], () => Promise.resolve(void (isReloaded = true)));
  await changes.publish('aaa_client');
  t.ok(isReloaded);
  t.same(lines, ['cannot reload after a change; the next periodic check retries']);
});

test('a change during a check is loaded although the check read older rows', async (t) => {
  let stored = '1';
  let loaded = '';
  let finishRead: (version: string) => void = () => undefined;
  const slowRead = new Promise<string>((resolve) => (finishRead = resolve));
  const versions = [Promise.resolve('1'), slowRead];
  const reload = new ReloadOnChange({
    readVersion: () => versions.shift() ?? Promise.resolve(stored),
    load: () => Promise.resolve(void (loaded = stored)),
  });
  await reload.loadIfChanged();
  const check = reload.loadIfChanged();
  stored = '2';
  const written = reload.loadWritten();
  finishRead('1');
  await Promise.all([check, written]);
  t.equal(loaded, '2');
});

test('a saved client is in force when the reply arrives', async (t) => {
  const gateway = await GatewayProcess.start();
  tap.teardown(() => gateway.remove());
  const to = { address: '127.0.0.1', port: gateway.acctPort };
  let identifier = 0;
  const isAnswered = async (withinMs: number, shared = secret) => {
    const packet = signedPacket(shared, {
      code: 4,
      identifier: (identifier += 1),
      attributes: [
        [40, 1],
        [44, `session ${identifier}`],
        [4, Buffer.from([127, 0, 0, 1])],
      ],
    });
    return (await ask(to, packet, { withinMs })) !== null;
  };
  const fields = { name: 'nas', address: '127.0.0.1', secret };
  const { body } = await gateway.gate('POST', '/aaa_client/', fields);
  t.ok(await isAnswered(10_000), 'after POST');
  const path = `/aaa_client/${String(body['id'])}/`;
  const changed = 'another secret of the client';
  await gateway.gate('PATCH', path, { secret: changed });
  t.ok(await isAnswered(10_000, changed), 'after PATCH');
  t.notOk(await isAnswered(silenceMs), 'with the former secret');
  await gateway.gate('PATCH', path, { is_active: false });
  t.notOk(await isAnswered(silenceMs, changed), 'after it was switched off');
});
