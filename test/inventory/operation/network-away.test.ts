import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import tap, { test } from 'tap';
import { loadConfig } from '../../../src/config/load-config.ts';
import { startGateway } from '../../../src/main.ts';
import { HttpClient } from '../../http-client.ts';
import { ManualClock } from '../../manual-clock.ts';
import { startCutNetwork } from '../../peers/silent-device.ts';
import { startSshd } from '../../peers/sshd.ts';

/* A reboot of a device whose network is away for a minute, by the gateway's clock, on a real OpenSSH server. */

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-away-'));
const file = join(folder, 'gatehouse.yaml');
writeFileSync(file, '');
const clock = new ManualClock();
const sshd = await startSshd();
const network = await startCutNetwork(sshd.port);
const config = loadConfig(file, {
  GATEHOUSE_DATA_DIR: join(folder, 'data'),
  GATEHOUSE_HTTP_HOST: '127.0.0.1',
  GATEHOUSE_HTTP_PORT: '0',
  GATEHOUSE_RADIUS_HOST: '127.0.0.1',
  GATEHOUSE_RADIUS_AUTH_PORT: '0',
  GATEHOUSE_RADIUS_ACCT_PORT: '0',
  GATEHOUSE_LOG_LEVEL: 'silent',
  GATEHOUSE_POLLING_ENABLED: 'false',
  GATEHOUSE_JOBS_CONCURRENCY: '1',
});
const gateway = await startGateway(config, { clock });
const client = new HttpClient(gateway.http.port);
const token = readFileSync(join(folder, 'data', 'admin-token'), 'utf8').trim();
tap.teardown(async () => {
  await gateway.stop();
  await network.stop();
  await sshd.stop();
  rmSync(folder, { recursive: true });
});

const ask = async (method: string, path: string, content?: object) => {
  const reply = await client.ask(method, `/control/api/v1${path}`, {
    token,
    body: content && JSON.stringify(content),
  });
  return JSON.parse(reply.text) as Record<string, unknown>;
};
const create = async (name: string, port: number) => {
  const connection_service = { protocol: 'ssh', port };
  const profile = await ask('POST', '/inventory_connection_profile/', { name, connection_service });
  const device = await ask('POST', '/inventory_device/', {
    name,
    type: 'linux',
    ip_address: sshd.host,
    connection_profile: profile['id'],
    username: sshd.user,
    password: sshd.password,
  });
  return String(device['id']);
};
const find = (id: unknown) => ask('GET', `/inventory_transaction/${String(id)}/`);

test('a reboot is verified though the network is away for a minute, and its slot is free meanwhile', async (t) => {
  const device = await create('away', network.port);
  const other = await create('beside', sshd.port);
  const reboot = await ask('PUT', `/inventory_device_operation/${device}/`, {
    operation: 'reboot',
  });
  while (!(await sshd.commands()).includes('reboot')) await sleep(10);
  await sleep(100);
  // The command has no answer, and its time limit of 30 seconds passes.
  for (let second = 0; second < 62; second += 1) {
    await clock.advance(1000);
    await sleep(5);
  }
  t.match(await find(reboot['id']), { status: 'running' });
  const sync = await ask('PUT', `/inventory_device_operation/${other}/?wait=5`, {
    operation: 'sync',
  });
  t.match(sync, { status: 'completed' });
  network.comeBack();
  for (let left = 100; left > 0; left -= 1) {
    await clock.advance(1000);
    await sleep(50);
    if ((await find(reboot['id']))['status'] !== 'running') break;
  }
  t.match(await find(reboot['id']), {
    status: 'completed',
    results: { verified: true, disconnected: true },
  });
  t.equal((await sshd.commands()).filter((command) => command === 'reboot').length, 1);
});
