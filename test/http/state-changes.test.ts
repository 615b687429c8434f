import type { TSchema } from 'typebox';
import tap, { test } from 'tap';
import { isObjectSchema } from '../../src/contract/fields.ts';
import type { Endpoint } from '../../src/http/endpoint.ts';
import { startBoth } from '../aaa/api/fixture.ts';
import type { GatewayProcess, Json } from '../gateway-process.ts';
import { fixtureOf, furnish, pathFor, rows, type Fixtures } from './endpoint-rows.ts';
import { prepared } from '../prepared.ts';

/* Changes of every resource of both documents by PUT, and by If-Match. */

tap.setTimeout(120_000);

const { engines, stop } = await startBoth();
tap.teardown(stop);

interface Writable {
  /** From the root. */
  readonly path: string;
  readonly row: Endpoint;
  readonly shown: Endpoint;
}

/** Returns the paths of objects that a PUT replaces and a GET shows. */
function writables(fixtures: Fixtures): Writable[] {
  return rows.flatMap(({ api, row }) => {
    const shown = rows.find((other) => other.row.path === row.path && other.row.method === 'GET');
    const fixture = fixtureOf(row, fixtures);
    return row.method === 'PUT' && row.hasEtag && shown && fixture
      ? [{ path: `/${api}/api/v1${pathFor(row, fixture)}`, row, shown: shown.row }]
      : [];
  });
}

async function furnished(gateway: GatewayProcess): Promise<Fixtures> {
  const made = async (answer: ReturnType<typeof gateway.call>) => {
    const { status, body, text } = await answer;
    if (status !== 201) throw new Error(text);
    return body;
  };
  return furnish(gateway, gateway.token, { name: 'own', made });
}

/** Returns the value with which a query parameter adds something: the first of its enumeration, or true. */
function firstValue(schema: TSchema | undefined): string {
  return schema && 'enum' in schema && Array.isArray(schema.enum) ? String(schema.enum[0]) : 'true';
}

/** Leaves out the times that every change sets. */
function lasting(item: Json): Json {
  return { ...item, last_change: null, updated_at: null };
}

const furnishedEngines = await prepared(Object.entries(engines), ([, gateway]) =>
  furnished(gateway),
);
for (const [[engine, gateway], fixtures] of furnishedEngines) {
  const ask = (method: string, path: string, sent: { body?: unknown; match?: string } = {}) =>
    gateway.ask(method, path, {
      token: gateway.token,
      ...('body' in sent && { body: JSON.stringify(sent.body) }),
      headers: sent.match === undefined ? {} : { 'if-match': sent.match },
    });

  test(`${engine}: a PUT of the reply to a GET is accepted and does not change the row`, async (t) => {
    const objects = writables(fixtures);
    t.ok(objects.length > 15, `${objects.length} resources`);
    for (const { path, shown } of objects) {
      const names = shown.addedFields
        .flatMap((field) => [field, field.replace(/s$|_settings$/, '')])
        .filter((name) => name in shown.query.properties);
      const added = [...new Set(names)].map(
        (name) => `${name}=${firstValue(shown.query.properties[name])}`,
      );
      const before = await ask('GET', path);
      const variant = await ask('GET', `${path}?${added.join('&')}`);
      const item = JSON.parse(before.text) as Json;
      const replaced = await ask('PUT', path, { body: item });
      t.equal(replaced.status, 200, `${path}: ${replaced.text}`);
      t.same(lasting(JSON.parse(replaced.text) as Json), lasting(item), path);
      t.equal((await ask('PATCH', path, { body: item })).status, 200, path);
      t.equal(variant.headers.get('etag'), before.headers.get('etag'), `${path}: a variant`);
    }
  });

  test(`${engine}: of several changes with the same If-Match one is made`, async (t) => {
    for (const { path, row } of writables(fixtures)) {
      const field = ['description', 'name', 'title', 'custom1', 'first_name'].find(
        (name) => row.body && isObjectSchema(row.body) && name in row.body.properties,
      );
      for (let round = 0; round < 3; round += 1) {
        const tag = (await ask('GET', path)).headers.get('etag') ?? '';
        const changes = await Promise.all(
          ['a', 'b', 'c', 'd'].map((value) =>
            ask('PATCH', path, { body: { [String(field)]: `${value}${round}` }, match: tag }),
          ),
        );
        const statuses = changes.map(({ status }) => status).toSorted();
        if (path.includes('inventory_device_name') && field === 'name') continue;
        t.same(statuses, [200, 412, 412, 412], path);
      }
    }
  });

  test(`${engine}: a DELETE with an earlier If-Match is refused`, async (t) => {
    for (const { path } of writables(fixtures)) {
      const { status } = await ask('DELETE', path, { match: '"earlier"' });
      t.equal(status, 412, path);
    }
  });

  test(`${engine}: a table that a GET returned is accepted, and ids have one spelling`, async (t) => {
    const users = await gateway.ask('GET', '/gate/api/v1/user/?username=guest', {
      token: gateway.token,
      headers: { accept: 'text/csv' },
    });
    const sent = await gateway.ask('POST', '/gate/api/v1/user/', {
      token: gateway.token,
      body: users.text.replaceAll('guest/of|own', 'guest again'),
      headers: { 'content-type': 'text/csv' },
    });
    t.equal(sent.status, 201, sent.text);
    for (const id of ['01', '+1', '1.0', '-0'])
      t.equal((await ask('GET', `/gate/api/v1/user/${id}/`)).status, 404, id);
  });

  test(`${engine}: OPTIONS and TRACE are refused with the methods of the path`, async (t) => {
    for (const method of ['OPTIONS', 'TRACE']) {
      const { status, headers } = await ask(method, '/gate/api/v1/user/1/');
      t.equal(status, 405);
      t.equal(headers.get('allow'), 'GET, PUT, PATCH, DELETE');
    }
  });

  test(`${engine}: a DELETE with the current If-Match of a row in use is a conflict`, async (t) => {
    const statuses: number[] = [];
    for (const { path, row } of writables(fixtures)) {
      if (!rows.some((other) => other.row.path === row.path && other.row.method === 'DELETE'))
        continue;
      const tag = (await ask('GET', path)).headers.get('etag') ?? '';
      statuses.push((await ask('DELETE', path, { match: tag })).status);
    }
    t.ok(statuses.includes(409), statuses.join());
    t.notOk(statuses.includes(412), statuses.join());
  });
}
