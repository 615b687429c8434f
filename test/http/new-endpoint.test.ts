import { Registry } from 'prom-client';
import { test } from 'tap';
import { Type } from 'typebox';
import { createTokenAuthentication, hashToken } from '../../src/aaa/account/api-token.ts';
import { loadApis } from '../../src/modules/load-modules.ts';
import { modules } from '../../src/modules/modules.ts';
import type { Module } from '../../src/gateway/module.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { createServer } from '../../src/http/server.ts';
import { startSite } from '../radius/fixture.ts';

/* The recipe "an endpoint" of CONTRIBUTING, followed: its declaration, and its line in the module of its domain, is all that it needs. */

const added = endpoint({
  method: 'GET',
  path: '/greeting/{name}/',
  summary: 'Greet by name',
  params: Type.Object({ name: Type.String() }),
  query: Type.Object({ times: Type.Optional(Type.Integer({ minimum: 1, default: 1 })) }),
  reply: Type.Object({ greeting: Type.String() }),
  isExtension: true,
  handle: ({ params: { name }, query: { times = 1 } }) => ({ greeting: name.repeat(times) }),
});

const greetings: Module = {
  name: 'greetings',
  endpoints: () =>
    Promise.resolve({ gate: { endpoints: [added], tags: { greeting: 'Greetings.' } } }),
};

test('an endpoint of a module is authorized, validated, documented and served', async (t) => {
  const site = await startSite();
  t.teardown(() => site.stop());
  const { store, now } = site.gateway;
  const stamps = { created: 1, last_change: 1 };
  const user = store.db.selectFrom('user').select('id').where('username', '=', 'operator');
  await store.write([
    store.db
      .insertInto('user')
      .values({ organization: 1, username: 'operator', role: 'admin', ...stamps }),
    store.db
      .insertInto('user_token')
      .values({ user, token_hash: hashToken('gh_operator'), created: 1 }),
  ]);
  const metrics = new Registry();
  const { gate } = await loadApis([...modules, greetings]);
  const { app } = await createServer(
    {
      ...site.gateway,
      metrics,
      authenticateToken: createTokenAuthentication({ store, now }),
    },
    [gate],
  );
  t.teardown(() => app.close());
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const call = async (path: string, method = 'GET', token = 'gh_operator') => {
    const headers = { authorization: `Bearer ${token}` };
    const reply = await fetch(`${address}${gate.prefix}${path}`, { method, headers });
    return { status: reply.status, text: await reply.text() };
  };
  t.same(await call('/greeting/ho/?times=2'), { status: 200, text: '{"greeting":"hoho"}' });
  t.match(await call('/greeting/ho/?times=0'), { status: 400, text: /"times"/ });
  t.match(await call('/greeting/ho/', 'POST'), { status: 405 });
  t.match(await call('/greeting/ho/', 'GET', 'gh_other'), { status: 401 });
  t.match(await call('/gr%65eting/ho?times=2', 'PUT'), { status: 405 });
  t.match(await call('/greeting/ho/', 'PUT', 'gh_other'), { status: 401 });
  t.match(await call('/greeting/ho/ho/', 'PUT', 'gh_other'), { status: 404 });
  t.match(
    await metrics.metrics(),
    /"PUT",route="\/gate\/api\/v1\/greeting\/:name\/",status="405"\} 1/,
  );
  t.match(await call('/openapi.json'), { text: /"\/gate\/api\/v1\/greeting\/\{name\}\/"/ });
  t.match(await call('/openapi.json'), { text: /"Greetings\."/ });
  t.match(await call('/me/organization/'), { status: 200 }, 'the endpoints of the others stay');
});
