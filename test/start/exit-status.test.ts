import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import tap, { test } from 'tap';
import { packageRoot } from '../../src/runtime/package-root.ts';
import { gatehouse } from '../gateway-command.ts';
import { eventually, GatewayProcess } from '../gateway-process.ts';

/* How a gateway that cannot start ends, which decides whether systemd starts it again, and what a signal does not start. */

const gateway = await GatewayProcess.start();
tap.teardown(() => gateway.remove());
const data = join(gateway.folder, 'data');
const key = join(data, 'secret.key');
const secret = 'a-secret-of-22-octets!';
await gateway.gate('POST', '/aaa_client/', { name: 'nas', address: '127.0.0.1', secret });

const unit = readFileSync(new URL('packaging/gatehouse.service', packageRoot), 'utf8');
const prevented = Number(/^RestartPreventExitStatus=(\d+)$/m.exec(unit)?.[1]);

const serve = (more: Readonly<Record<string, string>> = {}) =>
  gatehouse(['serve'], { ...gateway.environment, ...more });

test('SIGUSR1 opens no debugger', async (t) => {
  process.kill(gateway.pid, 'SIGUSR1');
  t.equal((await gateway.call('GET', '/readyz')).status, 200);
  t.notMatch(gateway.output, /Debugger/);
});

test('a key that all accounts can read is said at the start', async (t) => {
  await gateway.signal('SIGTERM');
  t.notMatch(gateway.output, /secret key/);
  chmodSync(key, 0o644);
  await gateway.start();
  t.match(
    await eventually(
      () => Promise.resolve(gateway.output),
      (output) => output.includes('secret key'),
    ),
    /every account of this machine can read the secret key.*chmod 600/,
  );
  chmodSync(key, 0o600);
  await gateway.signal('SIGTERM');
});

test('a start that no restart mends ends with the status that the unit of systemd leaves stopped', async (t) => {
  t.equal(prevented, 78);
  t.match(await serve({ GATEHOUSE_HTTP_PORT: 'eighty' }), {
    code: prevented,
    output: /http\.port/,
  });
  const own = readFileSync(key, 'utf8');
  writeFileSync(key, 'not a key\n');
  t.match(await serve(), { code: prevented, output: /secret\.key: expected 32 octets/ });
  writeFileSync(key, `${Buffer.alloc(32, 7).toString('base64')}\n`);
  t.match(await serve(), { code: prevented, output: /sealed with the key/ });
  writeFileSync(key, own);
  const lost = join(gateway.folder, 'lost');
  mkdirSync(lost);
  writeFileSync(join(lost, 'gateway-id'), 'x');
  t.match(await serve({ GATEHOUSE_DATA_DIR: lost }), { code: prevented, output: /is missing/ });
  rmSync(lost, { recursive: true });
});

test('a port that is in use may be free at the next start', async (t) => {
  const other = createServer().listen(gateway.httpPort, '127.0.0.1');
  await once(other, 'listening');
  t.teardown(() => other.close());
  t.match(await serve(), { code: 1, output: /is in use/ });
});
