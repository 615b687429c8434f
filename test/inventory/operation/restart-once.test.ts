import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tap, { test } from 'tap';
import { eventually, GatewayProcess, results, type Json } from '../../gateway-process.ts';
import { startCliDevice } from '../../peers/cli-device.ts';

/* A step that restarts or resets is sent at most once, whatever becomes of the gateway; other steps repeat. */

const types = await mkdtemp(join(tmpdir(), 'gatehouse-types-'));
await writeFile(
  join(types, 'cli_ap.yaml'),
  String.raw`
short_name: cli_ap
name: Access point with a command line
connection:
  protocol: ssh
  options:
    shell: { prompt: '^[\w.-]+(\(config\))?[>#]$', error: '^% ?Invalid' }
operations:
  factory_reset:
    steps:
      - name: clear
        command: { shell: [show hostname] }
      - name: restart
        command: { shell: [hang], expect_disconnect: true }
    timeout: 20
  declared:
    steps:
      - name: erase
        command: { shell: [hang] }
        once: true
    timeout: 20
  slow:
    steps:
      - name: clear
        command: { shell: [show hostname] }
      - name: write
        command: { shell: [hang] }
    timeout: 20
parameters:
  - name: Host name
    variable_name: system.hostname
    short_name: hostname
    type: string
    read: { shell: show hostname, match: '^Hostname: (.*)$' }
`,
);
const [cli, gateway] = await Promise.all([
  startCliDevice(),
  GatewayProcess.start({
    GATEHOUSE_POLLING_ENABLED: 'false',
    GATEHOUSE_DEVICE_TYPES_DIR: types,
  }),
]);
tap.teardown(async () => {
  await gateway.remove();
  await cli.stop();
  await rm(types, { recursive: true });
});

const hangs = () => cli.lines.filter((line) => line === 'hang').length;

async function createDevice(): Promise<string> {
  const { body: profile } = await gateway.control('POST', '/inventory_connection_profile/', {
    name: 'cli',
    connection_service: { protocol: 'ssh', port: cli.port },
    username: 'ap',
    password: cli.password,
  });
  const { body: device } = await gateway.control('POST', '/inventory_device/', {
    name: 'ap-hall',
    type: 'cli_ap',
    ip_address: '127.0.0.1',
    connection_profile: profile['id'],
  });
  return String(device['id']);
}

const id = await createDevice();

/** Kills the gateway once the device has received `hang`, starts it again, and returns the transaction when it has ended. */
async function killWhileSending(operation: string, isOver: (row?: Json) => boolean) {
  const before = hangs();
  const { status } = await gateway.control('PUT', `/inventory_device_operation/${id}/`, {
    operation,
  });
  if (status !== 200) throw new Error(`${status} of ${operation}`);
  await eventually(
    () => Promise.resolve(hangs()),
    (sent) => sent > before,
  );
  await gateway.signal('SIGKILL');
  await gateway.start();
  const path = `/inventory_transaction/?operation=${operation}&parent__id=${id}&limit=1`;
  const last = async () => results(await gateway.control('GET', path))[0];
  const row = await eventually(last, (one) => isOver(one) || hangs() > before + 1);
  return { row, sent: hangs() - before };
}

for (const operation of ['factory_reset', 'declared'])
  test(`${operation}: a step that restarts is not sent again after a kill`, async (t) => {
    const { row, sent } = await killWhileSending(
      operation,
      (one) => typeof one?.['completed_at'] === 'string',
    );
    t.equal(sent, 1);
    t.match(row, {
      status: 'failed',
      error_code: 'interrupted',
      error_message: /^step "(restart|erase)": .*it is unknown whether it arrived$/,
    });
  });

test('another step is repeated after a kill', async (t) => {
  const { sent } = await killWhileSending('slow', () => false);
  t.equal(sent, 2);
});
