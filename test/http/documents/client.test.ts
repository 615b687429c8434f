import tap, { test } from 'tap';
import { GatewayProcess } from '../../gateway-process.ts';
import { clientsOf, single } from './client.ts';

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
});

test('what is wrong with a body is told by field', async (t) => {
  const { error, response } = await control.POST(devices, { body: { name: '', type: 'toaster' } });
  t.equal(response.status, 400);
  t.match(error, { name: [/fewer than 1/] });
});

test('a body that the document does not allow is refused by the compiler, and by the gateway', async (t) => {
  // @ts-expect-error -- a name is text: without this refusal the types would say nothing
  const { error } = await control.POST(devices, { body: { name: 5, type: 'snmp' } });
  t.match(error, { name: ['Expected string.'] });
});

test('a token that is wrong, and one whose role may not, are told apart', async (t) => {
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
