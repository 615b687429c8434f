import { execFile, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import tap, { test } from 'tap';
import { guideBlock } from '../../../tools/documents/guide-blocks.ts';
import { layOutClient } from '../../../tools/package/client.ts';
import { GatewayProcess } from '../../gateway-process.ts';
import { root } from '../../source-files.ts';
import { clientsOf, everyRow, single } from './client.ts';

/* The two APIs as a program sees them that was written against their documents. */

const gateway = await GatewayProcess.start({ GATEHOUSE_POLLING_ENABLED: 'false' });
tap.teardown(() => gateway.remove());

const { control, gate } = clientsOf(gateway);
const devices = '/control/api/v1/inventory_device/';
const oneDevice = '/control/api/v1/inventory_device/{id}/';

test('a device is created, listed, changed in the state that was seen, and deleted', async (t) => {
  const created = await control.POST(devices, {
    body: { name: 'lobby', type: 'linux', ip_address: '192.0.2.1' },
  });
  t.equal(created.response.status, 201);
  const path = { id: single(created.data).id };

  const { data: seen, response } = await control.GET(oneDevice, { params: { path } });
  t.equal(seen?.name, 'lobby');
  const header = { 'If-Match': response.headers.get('etag') ?? '' };
  const changed = await control.PATCH(oneDevice, {
    params: { path, header },
    body: { description: 'at the reception' },
  });
  t.equal(changed.data?.description, 'at the reception');
  const late = await control.PATCH(oneDevice, {
    params: { path, header },
    body: { description: 'late' },
  });
  t.equal(late.response.status, 412);
  t.match(late.error, { detail: /^The entity tag does not match/ });

  t.equal((await control.DELETE(oneDevice, { params: { path } })).response.status, 204);
  const gone = await control.GET(oneDevice, { params: { path } });
  t.equal(gone.response.status, 404);
  t.same(gone.error, { detail: 'Not found.' });
});

test('a list is filtered, ordered and paged to its end', async (t) => {
  for (const name of ['north', 'north-east', 'north-west', 'south'])
    await control.POST(devices, { body: { name, type: 'snmp' } });
  const names: string[] = [];
  let count: number | undefined;
  for (let offset = 0; offset !== count && offset < 10; offset = names.length) {
    const query = { name__icontains: 'NORTH', ordering: '-name' as const, limit: 2, offset };
    const { data } = await control.GET(devices, { params: { query } });
    count = data?.count;
    names.push(...(data?.results ?? []).map(({ name }) => name));
  }
  t.same(names, ['north-west', 'north-east', 'north']);
  const all = everyRow((page) =>
    control.GET(devices, { params: { query: { ...page, limit: 3, ordering: 'name' } } }),
  );
  const followed: string[] = [];
  for await (const { name } of all) followed.push(name);
  t.same(followed, ['north', 'north-east', 'north-west', 'south']);
});

test('errors of a body are named by field', async (t) => {
  const { error, response } = await control.POST(devices, { body: { name: '', type: 'toaster' } });
  t.equal(response.status, 400);
  t.match(error, { name: [/at least 1 character/] });
});

test('a body that the document does not allow is refused by the compiler, and by the gateway', async (t) => {
  // @ts-expect-error -- a name is text: without this refusal the types would say nothing
  const { error } = await control.POST(devices, { body: { name: 5, type: 'snmp' } });
  t.match(error, { name: ['Expected string.'] });
});

test('a token that is wrong, and one whose role may not, differ', async (t) => {
  const stranger = clientsOf(gateway, 'gh_wrong');
  const unknown = await stranger.control.GET(devices);
  t.match([unknown.response.status, unknown.error], [401, { detail: 'Invalid token.' }]);
  const clerk = await gate.POST('/gate/api/v1/user/', {
    body: { username: 'clerk', role: 'reports' },
  });
  const token = await gate.POST('/gate/api/v1/user_token/', {
    body: { user: single(clerk.data).id, name: 'reports' },
  });
  const reports = clientsOf(gateway, single(token.data).token ?? '');
  t.equal((await reports.gate.GET('/gate/api/v1/aaa_accounting/')).response.status, 200);
  t.equal((await reports.control.GET(devices)).response.status, 403);
});

test('a user is created and found by name, and accounting is listed', async (t) => {
  const created = await gate.POST('/gate/api/v1/user/', {
    body: { username: 'room/101', password: 'correct horse', role: 'subscriber' },
    params: { header: { 'Idempotency-Key': 'check-in-101' } },
  });
  t.equal(created.response.status, 201);
  const { data } = await gate.GET('/gate/api/v1/user/username/{username}/', {
    params: { path: { username: 'room/101' } },
  });
  t.match(data, { username: 'room/101', role: 'subscriber', is_active: true });
  const accounting = await gate.GET('/gate/api/v1/aaa_accounting/', {
    params: { query: { username: 'room/101', limit: 5 } },
  });
  t.same(accounting.data?.results, []);
});

const environment = {
  PATH: process.env['PATH'],
  PYTHONPATH: join(root, 'packaging/python'),
  PYTHONDONTWRITEBYTECODE: '1',
  GATEHOUSE_URL: `http://127.0.0.1:${gateway.httpPort}/`,
  GATEHOUSE_TOKEN_FILE: join(gateway.folder, 'data/admin-token'),
};

const run = promisify(execFile);
const python = async (...words: readonly string[]) =>
  (await run('python3', words, { env: environment, timeout: 90_000 })).stdout;

test('the Python client calls the same operations', async (t) => {
  const shown = await python(
    '-c',
    `
import json, os
from gatehouse_client import Gatehouse, GatehouseError
gate = Gatehouse(os.environ["GATEHOUSE_URL"], token_file=os.environ["GATEHOUSE_TOKEN_FILE"])
made = gate.location.create(name="Main building", time_zone="Europe/Berlin")
gate.location.update(made["id"], name="Annex")
seen = [gate.location.get(made["id"])["name"], gate.user_username.get("admin")["role"]]
seen.append([row["name"] for row in gate.inventory_device.list.all(limit=2, ordering="name", name__icontains="north")])
try:
    gate.inventory_device.create(name="x", type="toaster")
except GatehouseError as error:
    seen += [error.status, list(error.errors)]
seen += [gate.location.delete(made["id"]), "audit" in dir(gate), dir(gate.audit)[-2:]]
for call in (lambda: gate.user.get(".."), lambda: gate.user.get(), lambda: gate.user.fetch, lambda: gate.usr):
    try:
        call()
    except (ValueError, TypeError, AttributeError) as error:
        seen.append(type(error).__name__)
print(json.dumps(seen))
`,
  );
  t.same(JSON.parse(shown), [
    'Annex',
    'admin',
    ['north', 'north-east', 'north-west'],
    400,
    ['type'],
    null,
    true,
    ['get', 'list'],
    'ValueError',
    'TypeError',
    'AttributeError',
    'AttributeError',
  ]);
});

test('the inventory of Ansible has groups and variables of the devices, and no secret', async (t) => {
  const { data } = await control.POST(devices, {
    body: {
      name: 'edge',
      type: 'linux',
      ip_address: '192.0.2.7',
      username: 'ops',
      password: 'marked secret',
      description: '{{ 1 + 1 }}',
    },
  });
  t.type(single(data).id, 'number');
  const script = join(root, 'packaging/ansible/gatehouse_inventory.py');
  const text = await python(script, '--list');
  t.notMatch(text, 'marked secret');
  const inventory: unknown = JSON.parse(text);
  t.match(inventory, {
    _meta: {
      hostvars: {
        edge: {
          ansible_host: '192.0.2.7',
          ansible_user: 'ops',
          gatehouse_type_name: 'Linux host',
          gatehouse_description: { __ansible_unsafe: '{{ 1 + 1 }}' },
        },
      },
    },
    type_snmp: { hosts: ['north', 'north-east', 'north-west', 'south'] },
    type_linux: { hosts: ['edge'] },
    status_unknown: { hosts: ['north', 'north-east', 'north-west', 'south', 'edge'] },
  });
  t.same(JSON.parse(await python(script, '--host', 'edge')), {});
  if (spawnSync('ansible-inventory', ['--version']).status !== 0) return;
  const graph = await run('ansible-inventory', ['-i', script, '--graph', 'type_linux'], {
    env: environment,
  });
  t.equal(graph.stdout, '@type_linux:\n  |--edge\n');
});

test('the package of the TypeScript client is complete', async (t) => {
  const folder = join(gateway.folder, 'client');
  layOutClient(root, folder);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  t.same(readdirSync(folder).sort(), [
    'LICENSE',
    'README.md',
    'client.d.ts',
    'client.js',
    'control-api.d.ts',
    'gate-api.d.ts',
    'node_modules',
    'package.json',
  ]);
  t.match(
    readFileSync(join(folder, 'client.d.ts'), 'utf8'),
    /export declare function createClients/,
  );
  const shown = guideBlock('ts client').replace(
    "'https://gate.example:8443'",
    'process.env.GATEHOUSE_URL',
  );
  const { data } = await control.GET(devices, { params: { query: { name: 'edge' } } });
  const script = `const token = ${JSON.stringify(gateway.token)};
    ${shown.replace('id: 7', `id: ${data?.results[0]?.id ?? 0}`)}
    process.stdout.write(data.name);`;
  // A package imports itself by its name.
  const file = join(folder, 'program.mjs');
  writeFileSync(file, script);
  const { stdout } = await run(process.execPath, [file], { env: environment, timeout: 90_000 });
  t.equal(stdout, 'edge');
});
