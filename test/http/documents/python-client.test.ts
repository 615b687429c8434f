import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import tap, { test } from 'tap';
import { eventually, GatewayProcess } from '../../gateway-process.ts';
import { root } from '../../source-files.ts';

/* The Python client as its users have it: installed by pip, and following the events over restarts of the gateway. */

const python = '/usr/bin/python3';
const gateway = await GatewayProcess.start({ GATEHOUSE_POLLING_ENABLED: 'false' });
tap.teardown(() => gateway.remove());
const installed = join(gateway.folder, 'python');
const environment = {
  PATH: process.env['PATH'],
  PYTHONPATH: installed,
  PYTHONDONTWRITEBYTECODE: '1',
  PYTHONUNBUFFERED: '1',
  GATEHOUSE_URL: `http://127.0.0.1:${gateway.httpPort}/`,
  GATEHOUSE_TOKEN_FILE: join(gateway.folder, 'data/admin-token'),
};
const run = promisify(execFile);
const opened = `
import os, sys
from gatehouse_client import Gatehouse, GatehouseError
gate = Gatehouse(os.environ["GATEHOUSE_URL"], token_file=os.environ["GATEHOUSE_TOKEN_FILE"])
`;
const runPython = async (program: string) =>
  (await run(python, ['-c', opened + program], { env: environment, timeout: 90_000 })).stdout;

test('pip installs it without a network, under the name and version of the project', async (t) => {
  // pip writes next to the sources.
  const sources = join(gateway.folder, 'sources');
  cpSync(join(root, 'packaging/python'), sources, { recursive: true });
  const words = ['--no-index', '--no-build-isolation', '--no-deps', '--quiet', '--target'];
  await run(python, ['-m', 'pip', 'install', ...words, installed, sources], { timeout: 90_000 });
  const shown = await runPython(`
from importlib.metadata import metadata
import gatehouse_client
print(metadata("gatehouse-client")["Name"], os.path.dirname(gatehouse_client.__file__))
print(gate.user.create.__doc__)
print(gate.user.list.all.__annotations__["return"])
`);
  const [name, documentation, ...rest] = shown.trim().split('\n\n').join('\n').split('\n');
  t.equal(name, `gatehouse-client ${installed}`);
  t.equal(documentation, 'Create a user, or a list of users.');
  t.match(rest[0], /^Names: .*username.*password/);
  t.same(rest.slice(1), ['POST /gate/api/v1/user/', 'Iterator[Dict[str, Any]]']);
});

test('events are followed over a kill of the gateway, each once', async (t) => {
  const { body } = await gateway.control('POST', '/inventory_device/', {
    name: 'lobby',
    type: 'linux',
    ip_address: '127.0.0.1',
  });
  const program = `${opened}
for event in gate.events("operation"):
    print(event.data["id"], event.data["status"], flush=True)
`;
  const child = spawn(python, ['-c', program], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.teardown(() => child.kill('SIGKILL'));
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  /** Runs an operation, which fails since the device has no user name. */
  const operate = async () => {
    const path = `/inventory_device_operation/${String(body['id'])}/?wait=30`;
    const { body: ended } = await gateway.control('PUT', path, { operation: 'sync' });
    return `${String(ended['id'])} failed`;
  };
  // The stream begins when the client has connected: operations run until one is seen.
  await eventually(operate, () => lines.length > 0, 30_000);
  const before = await operate();
  await eventually(
    () => Promise.resolve(lines),
    () => lines.includes(before),
    30_000,
  );
  await gateway.signal('SIGKILL');
  await gateway.start();
  const after = await operate();
  await eventually(
    () => Promise.resolve(lines),
    () => lines.includes(after),
    30_000,
  );
  t.same(
    lines.filter((line, at) => lines.indexOf(line) !== at),
    [],
    'no event was sent twice',
  );
  child.kill('SIGTERM');
  await once(child, 'exit');
});

test('a stream ends after its time, and a refused request is an error', async (t) => {
  const shown = await runPython(`
past = [event.kind for event in gate.events("device", seconds=0, last_event_id="0-0")]
print(sorted(set(past)))
for bad in (lambda: gate.events("weather"), lambda: Gatehouse(os.environ["GATEHOUSE_URL"], token="wrong").events()):
    try:
        next(bad())
    except GatehouseError as error:
        print(error.status)
try:
    next(Gatehouse("http://127.0.0.1:1", token="x").events())
except OSError:
    print("refused")
`);
  t.match(shown, /^\[.*\]\n400\n401\nrefused\n$/);
});
