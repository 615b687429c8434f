import { Registry } from 'prom-client';
import tap, { test } from 'tap';
import { Type } from 'typebox';
import { AuditLog } from '../../src/upkeep/audit/audit-log.ts';
import { createTokenAuthentication, hashToken } from '../../src/aaa/account/api-token.ts';
import type { Module } from '../../src/gateway/module.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { createServer } from '../../src/http/server.ts';
import { loadApis } from '../../src/modules/load-modules.ts';
import { modules } from '../../src/modules/modules.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { createLog } from '../../src/start/log.ts';
import { HttpClient } from '../http-client.ts';
import { startPostgres } from '../peers/postgres.ts';
import { startSite } from '../radius/fixture.ts';

const random = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

const failing = endpoint({
  method: 'POST',
  path: '/failing/',
  summary: 'Fail after a log line',
  body: Type.Object({ text: Type.String({ maxLength: 300_000 }) }),
  reply: Type.Object({}),
  isExtension: true,
  async handle({ gateway, body }) {
    await gateway.store.db.selectFrom('user').select('id').execute();
    gateway.log.warn('half done');
    throw new Error(`a defect with ${body.text.length} characters`);
  },
});

const faults: Module = {
  name: 'faults',
  endpoints: () =>
    Promise.resolve({ gate: { endpoints: [failing], tags: { failing: 'Faults.' } } }),
};

/** A server with an endpoint that fails, on an engine. */
async function startServer(database: string) {
  const site = await startSite({ database });
  const { store, now } = site.gateway;
  const user = store.db.selectFrom('user').select('id').where('username', '=', 'operator');
  const stamps = { created: 1, last_change: 1 };
  await store.write([
    store.db
      .insertInto('user')
      .values({ organization: 1, username: 'operator', role: 'admin', ...stamps }),
    store.db
      .insertInto('user_token')
      .values({ user, token_hash: hashToken('gh_operator'), created: 1 }),
  ]);
  const lines: string[] = [];
  const log = createLog(
    { level: 'debug', format: 'json' },
    {},
    { write: (line) => lines.push(line) },
  );
  const metrics = new Registry();
  const audit = new AuditLog({ store, log, metrics, clock: systemClock });
  const { http } = site.gateway.config;
  const { gate } = await loadApis([...modules, faults]);
  const { app } = await createServer(
    {
      ...site.gateway,
      config: { ...site.gateway.config, http: { ...http, trusted_proxies: ['127.0.0.0/30'] } },
      log,
      metrics,
      audit,
      authenticateToken: createTokenAuthentication({ store, now }),
    },
    [gate],
  );
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const stop = async () => {
    await app.close();
    await audit.close();
    await site.stop();
  };
  const parsed = () => lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
  return { client: new HttpClient(Number(new URL(address).port)), store, audit, parsed, stop };
}

const postgres = await startPostgres({ fsync: false });
tap.teardown(() => postgres.stop());

for (const [engine, url] of [
  ['sqlite', 'sqlite'],
  ['postgres', postgres.url],
] as const)
  test(`${engine}: a request that fails has one id in its reply, its log lines and the audit`, async (t) => {
    const server = await startServer(url);
    const { client, store, audit, parsed } = server;
    t.teardown(server.stop);
    const body = JSON.stringify({ text: 'x'.repeat(200_000) });
    const failed = await client.ask('POST', '/gate/api/v1/failing/', {
      token: 'gh_operator',
      body,
    });
    t.equal(failed.status, 500);
    const id = failed.headers.get('x-request-id');
    t.match(id, random);
    await audit.close();
    const row = await store.db
      .selectFrom('audit')
      .select(['status', 'outcome', 'request_id'])
      .execute();
    t.same(row, [{ status: 500, outcome: 'failed', request_id: id }]);
    const ofRequest = parsed().filter(({ request_id }) => request_id === id);
    t.same(ofRequest.map(({ msg }) => msg).toSorted(), [
      'audit',
      'half done',
      'request',
      'request failed',
    ]);
    t.same(
      parsed().filter(({ request_id }) => request_id !== id && request_id !== undefined),
      [],
    );
  });

test('every reply has an id, and that of a trusted proxy if its syntax is valid', async (t) => {
  const server = await startServer('sqlite');
  t.teardown(server.stop);
  const idOf = async (path: string, given?: string) => {
    const headers = given === undefined ? {} : { 'x-request-id': given };
    const reply = await server.client.ask('GET', path, { headers });
    return reply.headers.get('x-request-id');
  };
  for (const path of [
    '/healthz',
    '/gate/api/v1/user/',
    '/gate/api/v1/nothing/',
    '/gate/api/v1/failing/',
    '/gate/api/v1/openapi.json',
    '/%zz',
  ])
    t.match(await idOf(path), random, path);
  t.equal(await idOf('/healthz', 'edge-7:42/a.b'), 'edge-7:42/a.b');
  t.match(await idOf('/healthz', 'two words'), random);
  t.match(await idOf('/healthz', 'x'.repeat(129)), random);
});

test('the id of a client that is no trusted proxy is not taken', async (t) => {
  const site = await startSite();
  t.teardown(() => site.stop());
  const { gate } = await loadApis(modules);
  const { app } = await createServer({ ...site.gateway, metrics: new Registry() }, [gate]);
  t.teardown(() => app.close());
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const reply = await new HttpClient(Number(new URL(address).port)).ask('GET', '/nothing', {
    headers: { 'x-request-id': 'forged' },
  });
  t.match(reply.headers.get('x-request-id'), random);
});
