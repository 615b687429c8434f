import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { test } from 'tap';
import { AuditLog } from '../../../src/upkeep/audit/audit-log.ts';
import { Fault } from '../../../src/contract/errors.ts';
import { eventually } from '../../gateway-process.ts';
import { HttpClient } from '../../http-client.ts';
import { startInProcess, type Row } from '../../in-process.ts';
import { ManualClock } from '../../manual-clock.ts';

test('each request that is to change something is an entry of the audit', async (t) => {
  const clock = new ManualClock();
  const gateway = await startInProcess({ clock });
  t.teardown(() => gateway.stop());
  const client = new HttpClient(gateway.running.http.port);
  const admin = readFileSync(join(gateway.folder, 'data', 'admin-token'), 'utf8').trim();
  const call = async (
    method: string,
    path: string,
    ...[body, token = admin]: [body?: unknown, token?: string]
  ) => {
    const sent = body === undefined ? undefined : JSON.stringify(body);
    const reply = await client.ask(method, `/gate/api/v1${path}`, { token, body: sent });
    return { status: reply.status, body: JSON.parse(reply.text || '{}') as Row };
  };
  const tokenOf = async (user: Row) =>
    (await call('POST', '/user_token/', { user: user['id'] })).body['token'] as string;

  const { body: child } = await call('POST', '/organization/', { name: 'north', parent: 1 });
  const person = (username: string, role: string, organization: unknown) => ({
    username,
    role,
    organization,
    password: 'hunter2-hunter2',
  });
  const { body: north } = await call('POST', '/user/', person('n', 'admin', child['id']));
  const { body: viewer } = await call('POST', '/user/', person('v', 'read_only', 1));
  const northToken = await tokenOf(north);
  await call('PATCH', `/organization/${String(child['id'])}/`, { description: 'seen' }, northToken);
  const refused = { 'hunter2-hunter2': 1, username: 'x' };
  t.equal((await call('PATCH', '/user/1/', refused)).status, 400);
  const forbidden = await call('PATCH', '/user/1/', { email: 'a@b.c' }, await tokenOf(viewer));
  t.equal(forbidden.status, 403);
  await call('GET', '/user/1/');
  // A preview changes nothing, whatever comes of it.
  t.equal((await call('POST', '/portal_page/1/preview/', {})).status, 404);
  // A client that goes before its reply has made its request.
  const left = JSON.stringify(person('w', 'read_only', 1));
  const head = `authorization: Bearer ${admin}\r\ncontent-type: application/json\r\nhost: x`;
  connect(gateway.running.http.port, '127.0.0.1')
    .on('error', () => undefined)
    .end(
      `POST /gate/api/v1/user/ HTTP/1.1\r\n${head}\r\ncontent-length: ${left.length}\r\n\r\n${left}`,
    );
  await call('DELETE', `/user/${String(viewer['id'])}/`);

  const read = async (path: string, token = admin) =>
    (await call('GET', path, undefined, token)).body['results'] as readonly Row[];
  const entries = await eventually(
    async () => {
      await clock.advance(250);
      return read('/audit/?limit=50');
    },
    (found) =>
      found.some(({ method }) => method === 'DELETE') && found.some(({ object }) => object === '4'),
  );
  const shown = entries.map(({ method, path, username, object, fields, status, outcome }) =>
    [method, path, username, object, JSON.stringify(fields), status, outcome].join(' '),
  );
  const userPath = '/gate/api/v1/user/';
  t.same(
    shown.filter((line) => !line.includes('user_token')).toSorted(),
    [
      'POST /gate/api/v1/organization/ admin 2 ["name","parent"] 201 done',
      `POST ${userPath} admin 2 ["username","role","organization","password"] 201 done`,
      `POST ${userPath} admin 3 ["username","role","organization","password"] 201 done`,
      `POST ${userPath} admin 4 ["username","role","organization","password"] 201 done`,
      'PATCH /gate/api/v1/organization/{id}/ n 2 ["description"] 200 done',
      `PATCH ${userPath}{id}/ admin 1 [] 400 refused`,
      `PATCH ${userPath}{id}/ v 1 [] 403 refused`,
      `DELETE ${userPath}{id}/ admin 3 [] 204 done`,
    ].toSorted(),
  );
  t.notMatch(JSON.stringify(entries), /hunter2/);
  t.match(entries[0], { remote_address: '127.0.0.1', organization: 1 });

  t.same(
    (await read('/audit/', northToken)).map(({ username }) => username),
    ['n'],
  );
  t.equal((await read('/audit/?username=admin&method=DELETE&outcome=done')).length, 1);
  t.equal((await read('/audit/?user=1&status__gte=400')).length, 1);
  t.same((await gateway.list('/audit/?limit=1')).length, 1);
  t.equal((await call('GET', '/audit/?who=1')).status, 400);
  const metrics = await eventually(
    () => gateway.running.gateway.metrics.metrics(),
    (shown) => shown.includes('route="/gate/api/v1/audit/",status="400"'),
  );
  t.match(
    metrics,
    /gatehouse_http_requests_total\{method="DELETE",route="\/gate\/api\/v1\/user\/:id\/",status="204"\} 1/,
  );
  const { body: page } = await call('GET', '/audit/?limit=2');
  t.match(page, { next: /cursor=/ });

  await t.test('a path with other octets for the same characters is the same path', async (t) => {
    await client.ask('DELETE', '/%67ate/%61pi/v1/user/somebody/', { token: admin });
    const found = await eventually(
      async () => {
        await clock.advance(250);
        return read('/audit/?status=404');
      },
      (entries) => entries.length > 0,
    );
    t.match(found, [{ path: `${userPath}{id}/`, object: null }]);
  });

  await t.test('an entry waits while the store cannot take it alone', async (t) => {
    const { store, log } = gateway.running.gateway;
    const away = new Fault('unavailable', 'the disk is full');
    // The user has been deleted meanwhile, and then the store is away for a moment.
    const faults = [new Error('FOREIGN KEY constraint failed'), away, away];
    const write: typeof store.write = (statements) => {
      const fault = faults.shift();
      return fault ? Promise.reject(fault) : store.write(statements);
    };
    const metrics = new Registry();
    const audit = new AuditLog({ store: { db: store.db, write }, log, metrics, clock });
    audit.add({
      organization: 1,
      datetime: clock.now().getTime(),
      user: 1,
      username: 'admin',
      remote_address: null,
      method: 'POST',
      path: '/waited/',
      object: null,
      fields: ['name'],
      status: 201,
      outcome: 'done',
      request_id: null,
    });
    const waited = await eventually(
      async () => {
        await clock.advance(250);
        return read('/audit/?path=/waited/');
      },
      (found) => found.length > 0,
    );
    t.match(waited, [{ fields: ['name'] }]);
    t.same(faults, []);
    t.match(await metrics.metrics(), 'gatehouse_audit_dropped_total 0');
    await audit.close();
  });
});
