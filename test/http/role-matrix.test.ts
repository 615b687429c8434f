import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import tap, { test } from 'tap';
import { roles, type Role } from '../../src/contract/caller.ts';
import { type Endpoint, type Method } from '../../src/http/endpoint.ts';
import { eventually, GatewayProcess, results, type Answer, type Json } from '../gateway-process.ts';
import { startPostgres } from '../peers/postgres.ts';
import { published } from './documents/published-api.ts';
import {
  apis,
  furnish,
  isVerdict,
  keyOf,
  pathFor,
  rows,
  samples,
  secret,
  fixtureOf,
  validBody,
  type Api,
  type Fixtures,
} from './endpoint-rows.ts';

/* Every endpoint by every role; an id of another organization changes and reveals nothing in any place of a request. */

tap.setTimeout(280_000);

const run = promisify(execFile);
/** False for a sign-in, which has no token yet: test/aaa/account/console-session.test.ts calls it. */
const needsToken = ({ row }: { readonly row: Endpoint }) => !row.identify;
const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

for (const api of Object.keys(apis) as Api[]) {
  test(`${api}: no published endpoint is missing, and no other is present`, (t) => {
    const ours = apis[api]
      .filter(({ isExtension, isHidden }) => !isExtension && !isHidden)
      .map(({ method, path }) => `${method} ${path.replace('{+', '{')}`);
    t.same(ours.toSorted(), Object.keys(published[api]).toSorted());
    t.end();
  });
}

interface World {
  readonly gateway: GatewayProcess;
  /** Tokens by caller. */
  readonly tokens: Readonly<Record<string, string>>;
  readonly own: Fixtures;
  readonly foreign: Fixtures;
  readonly organizations: { readonly own: number; readonly foreign: number };
}

async function build(environment: Readonly<Record<string, string>>): Promise<World> {
  const gateway = await GatewayProcess.start({
    GATEHOUSE_POLLING_ENABLED: 'false',
    ...environment,
  });
  const made = async (answer: Promise<Answer>) => {
    const { status, body, text } = await answer;
    if (status !== 201) throw new Error(text);
    return body;
  };
  const organization = async (name: string, network: string) =>
    Number(
      (
        await made(
          gateway.gate('POST', '/organization/', {
            name,
            short_name: name,
            device_networks: [network],
          }),
        )
      )['id'],
    );
  const organizations = {
    own: await organization('own', '127.0.0.0/9'),
    foreign: await organization('foreign', '127.128.0.0/9'),
  };
  // A guest gets no token of the APIs; one who was an administrator once still has one.
  const tokenOf = async (organization: number, role: string, more: Json = {}) => {
    const username = `${role}-${organization}-${Object.keys(more).join()}`;
    const user = await made(
      gateway.gate('POST', '/user/', { username, organization, role: 'admin' }),
    );
    const { token } = await made(
      gateway.gate('POST', '/user_token/', { user: user['id'], ...more }),
    );
    await gateway.gate('PATCH', `/user/${String(user['id'])}/`, { role });
    return String(token);
  };
  const tokens: Record<string, string> = {
    parent: gateway.token,
    foreign: await tokenOf(organizations.foreign, 'admin'),
  };
  for (const role of roles) tokens[role] = await tokenOf(organizations.own, role);
  tokens['reading'] = await tokenOf(organizations.own, 'admin', { read_only: true });
  tokens['expired'] = await tokenOf(organizations.own, 'admin', {
    expiration: '2020-01-01T00:00:00Z',
  });
  const own = await furnish(gateway, tokens['admin'] ?? '', { name: 'own', made });
  const foreign = await furnish(gateway, tokens['foreign'] ?? '', { name: 'foreign', made });
  const packet =
    'Acct-Status-Type=Start, Acct-Session-Id=S1, User-Name=x, NAS-IP-Address=192.0.2.1';
  await run('sh', [
    '-c',
    `echo "${packet}" | radclient 127.0.0.1:${gateway.acctPort} acct ${secret}`,
  ]);
  const [accounting = {}] = results(
    await gateway.gate('GET', '/aaa_accounting/', undefined, tokens['foreign']),
  );
  return {
    gateway,
    tokens,
    own,
    foreign: { ...foreign, aaa_accounting: accounting },
    organizations,
  };
}

const postgres = await startPostgres({ hasTypes: true });
const worlds: Readonly<Record<string, World>> = {
  sqlite: await build({}),
  postgres: await build({ GATEHOUSE_DATABASE_URL: postgres.url }),
};
tap.teardown(async () => {
  for (const { gateway } of Object.values(worlds)) await gateway.remove();
  await postgres.stop();
});

for (const [engine, world] of Object.entries(worlds)) {
  const { gateway, tokens } = world;
  const ask: Ask = ([api, method, path], { token = '', body }) =>
    gateway.call(method, `/${api}/api/v1${path}`, body, token);
  const bodyOf = (row: Endpoint) => (row.body ? {} : undefined);

  // It ends before a query of the endpoint: the engine makes no difference.
  if (engine === 'sqlite')
    test(`${engine}: a request without a valid token gets 401`, async (t) => {
      for (const { api, row } of rows.filter(needsToken)) {
        for (const token of ['', 'gh_wrong', tokens['expired']]) {
          const { status } = await ask([api, row.method, pathFor(row, undefined)], {
            token,
            body: bodyOf(row),
          });
          t.equal(status, 401, `${row.method} ${row.path}`);
        }
      }
    });

  test(`${engine}: each role may call its endpoints and no others`, async (t) => {
    for (const { api, row } of rows.filter(needsToken)) {
      for (const role of engine === 'sqlite' ? roles : rolesWithQuery(row)) {
        const answer = await ask([api, row.method, pathFor(row, undefined)], {
          token: tokens[role],
          body: bodyOf(row),
        });
        const label = `${role}: ${row.method} ${row.path}: ${answer.status}`;
        if (row.roles.includes(role))
          t.ok(
            (answer.status !== 401 && answer.status !== 403 && answer.status < 500) ||
              isVerdict(answer),
            label,
          );
        else t.equal(answer.status, 403, label);
      }
      if (row.method === 'GET') continue;
      const reading = await ask([api, row.method, pathFor(row, undefined)], {
        token: tokens['reading'],
        body: bodyOf(row),
      });
      t.equal(reading.status, 403, `a token for reading only: ${row.method} ${row.path}`);
    }
  });

  // It ends before a query of the endpoint: the engine makes no difference.
  if (engine === 'sqlite')
    test(`${engine}: an unsupported method gets 405`, async (t) => {
      for (const [api, table] of Object.entries(apis) as [Api, readonly Endpoint[]][]) {
        for (const path of new Set(table.map((row) => row.path))) {
          const rowsOfPath = table.filter((row) => row.path === path);
          for (const method of methods.filter(
            (one) => !rowsOfPath.some((row) => row.method === one),
          )) {
            const { status, headers } = await ask(
              [api, method, pathFor(rowsOfPath[0] as Endpoint, undefined)],
              {
                token: tokens['admin'],
              },
            );
            t.equal(status, 405, `${method} ${path}`);
            t.same(
              headers.get('allow')?.split(', ').toSorted(),
              rowsOfPath.map((row) => row.method).toSorted(),
            );
          }
        }
      }
    });

  test(`${engine}: an object of another organization counts as absent and stays unchanged`, async (t) => {
    const withKey = rows.filter(
      ({ row }) => row.path.includes('{') && fixtureOf(row, world.foreign),
    );
    t.ok(withKey.length > 60, `${withKey.length} rows`);
    const search = world.foreign['inventory_discovery']?.['id'];
    await eventually(
      () => gateway.control('GET', `/inventory_discovery/${String(search)}/`),
      ({ body }) => body['completed_at'] !== null,
    );
    const before = await snapshot(world, ask);
    for (const { api, row } of withKey) {
      const foreign = await ask([api, row.method, pathFor(row, fixtureOf(row, world.foreign))], {
        token: tokens['admin'],
        body: validBody(row),
      });
      const absent = await ask([api, row.method, pathFor(row, undefined)], {
        token: tokens['admin'],
        body: validBody(row),
      });
      t.equal(foreign.status, 404, `${row.method} ${row.path}`);
      t.equal(foreign.status, absent.status);
      t.equal(
        withoutKey(foreign.text, keyOf(row, fixtureOf(row, world.foreign))),
        withoutKey(absent.text, keyOf(row, undefined)),
        `${row.method} ${row.path}`,
      );
    }
    t.same(await snapshot(world, ask), before);
  });

  test(
    `${engine}: an organization and its parent reach its objects`,
    { timeout: 200_000 },
    async (t) => {
      for (const { api, row } of rows.filter(
        ({ row }) => row.method === 'GET' && row.path.includes('{') && fixtureOf(row, world.own),
      )) {
        for (const caller of ['admin', 'read_only', 'parent']) {
          const { status } = await ask([api, 'GET', pathFor(row, fixtureOf(row, world.own))], {
            token: tokens[caller],
          });
          const isRefused = caller === 'read_only' && !row.roles.includes('read_only');
          t.equal(status, isRefused ? 403 : 200, `${caller}: ${row.path}`);
        }
      }
    },
  );

  test(`${engine}: no list, count or filter shows a row of another organization`, async (t) => {
    const lists = rows.filter(
      ({ row }) =>
        row.method === 'GET' && !row.path.includes('{') && 'limit' in row.query.properties,
    );
    t.ok(lists.length > 20, `${lists.length} lists`);
    for (const { api, row } of lists) {
      const needed = ((row.query.required as string[] | undefined) ?? []).map(
        (name) =>
          `&${name}=${encodeURIComponent(String(world.own['inventory_device']?.[name.replace(/^parent_+/, '')]))}`,
      );
      for (const filter of ['', ...foreignFilters(row, world)]) {
        const answer = await ask(
          [api, 'GET', `${row.path}?limit=1000${needed.join('')}${filter}`],
          { token: tokens['admin'] },
        );
        if (answer.status === 400 || answer.status === 404) continue; // such a filter is refused as one for what is absent
        t.equal(answer.status, 200, `${row.path} ${filter}`);
        t.notOk(
          JSON.stringify(results(answer)).includes(`"organization":${world.organizations.foreign}`),
          `${row.path} ${filter}`,
        );
        if (filter !== '') t.equal(answer.body['count'], 0, `${row.path} ${filter}`);
      }
    }
  });

  test(`${engine}: a foreign id in a body gets the same error as an unknown one`, async (t) => {
    let tried = 0;
    for (const { api, row } of rows.filter(
      ({ row }) => row.method === 'POST' && row.body && !row.path.includes('{'),
    )) {
      for (const field of referencesOf(row)) {
        const foreign = Number(world.foreign[references[field] ?? '']?.['id']);
        const sent = async (value: number) => {
          const { status, text } = await ask([api, 'POST', row.path], {
            token: tokens['admin'],
            body: { ...samples(row), [field]: value },
          });
          return { status, text: text.replaceAll(String(value), 'N') };
        };
        const [given, absent] = [await sent(foreign), await sent(987_654)];
        tried += 1;
        t.equal(given.status, 400, `${row.path} ${field}: ${given.text}`);
        t.same(given, absent, `${row.path} ${field}`);
      }
    }
    t.ok(tried > 12, `${tried} references`);
  });
}

/** Returns the roles whose queries of an endpoint differ: a refusal ends before, and `conditionsOfCaller` limits the front desk. */
function rolesWithQuery({ roles: allowed }: Endpoint): readonly Role[] {
  return allowed.filter((role, at) => at === 0 || role === 'front_desk');
}

const references: Readonly<Record<string, string>> = {
  organization: 'organization',
  connection_profile: 'inventory_connection_profile',
  location: 'location',
  category: 'dnsfilter_category',
  profile: 'aaa_profile',
  user: 'user',
};

function referencesOf(row: Endpoint): string[] {
  const fields =
    row.body && 'properties' in row.body ? (row.body.properties as Record<string, unknown>) : {};
  return Object.keys(references).filter(
    (field) => field in fields && !row.path.startsWith('/device_app'),
  );
}

function foreignFilters(row: Endpoint, world: World): string[] {
  const ids: Readonly<Record<string, unknown>> = {
    organization: world.organizations.foreign,
    parent__id: world.foreign['inventory_device']?.['id'],
    device__name: 'foreign',
    connection_profile: world.foreign['inventory_connection_profile']?.['id'],
    user: world.foreign['user']?.['id'],
    location: world.foreign['location']?.['id'],
    client: world.foreign['aaa_client']?.['id'],
    access_point: world.foreign['access_point']?.['id'],
    id: fixtureOf(row, world.foreign)?.['id'],
  };
  return Object.keys(ids)
    .filter((name) => name in row.query.properties && ids[name] !== undefined)
    .map((name) => `&${name}=${encodeURIComponent(String(ids[name]))}`);
}

type Ask = (
  request: readonly [Api, string, string],
  by: { token?: string | undefined; body?: unknown },
) => Promise<Answer>;

/** Reads all objects of the other organization with its own token. */
async function snapshot({ foreign, tokens }: World, ask: Ask): Promise<Json> {
  const shown: Record<string, unknown> = {};
  for (const { api, row } of rows.filter(
    ({ row }) => row.method === 'GET' && row.path.includes('{') && !row.path.includes('ipping'),
  )) {
    const fixture = fixtureOf(row, foreign);
    if (fixture)
      shown[row.path] = (
        await ask([api, 'GET', pathFor(row, fixture)], { token: tokens['foreign'] })
      ).body;
  }
  return shown;
}

/** Removes the requested key from a message, the only part that may differ. */
function withoutKey(text: string, key: string): string {
  return text.replaceAll(key, 'KEY');
}
