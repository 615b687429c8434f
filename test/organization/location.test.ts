import { setTimeout as sleep } from 'node:timers/promises';
import tap, { test } from 'tap';
import { column, pathOf, startBoth } from '../aaa/api/fixture.ts';
import { results, type Json } from '../gateway-process.ts';

/* Locations and access points: changes, hot spot lists and synchronisation by apps, on both engines. */

const { engines, stop } = await startBoth();
tap.teardown(stop);

for (const [engine, gateway] of Object.entries(engines)) {
  const gate = gateway.gate.bind(gateway);

  test(`${engine}: a location is created, read, replaced, changed and deleted, and is never within itself`, async (t) => {
    const made = await gate('POST', '/location/', {
      name: 'Harbour',
      city: 'Genoa',
      latitude: 44.405,
      longitude: 8.946,
    });
    t.match(made, {
      status: 201,
      body: { organization: 1, parent: null, latitude: 44.405, is_active: true },
    });
    const one = `/location/${String(made.body['id'])}/`;
    t.same((await gate('GET', one)).body, made.body);
    const inner = await gate('POST', '/location/', { name: 'Pier', parent: made.body['id'] });
    t.match(await gate('PATCH', one, { parent: inner.body['id'] }), {
      status: 400,
      body: { parent: [String] },
    });
    t.match(await gate('PUT', one, { name: 'Port' }), {
      body: { name: 'Port', city: null, latitude: null },
    });
    t.match(await gate('PATCH', one, { is_active: false }), {
      body: { name: 'Port', is_active: false },
    });
    t.equal((await gate('DELETE', one)).status, 409, 'there is another within it');
    t.equal((await gate('DELETE', `/location/${String(inner.body['id'])}/`)).status, 204);
    t.equal((await gate('DELETE', one)).status, 204);
    const { body } = await gate('POST', '/location/', {
      name: 'x',
      latitude: 91,
      longitude: 'w',
      country: 'Italy',
    });
    t.same(Object.keys(body).sort(), ['country', 'latitude', 'longitude']);
  });

  test(`${engine}: an access point is found by its address in any spelling`, async (t) => {
    const location = (await gate('POST', '/location/', { name: 'Lobby' })).body['id'];
    const made = await gate('POST', '/access_point/', {
      name: 'ap',
      mac: 'aabb.cc00.0001',
      location,
      ssid: 'guests',
      model: 'X1',
    });
    t.match(made, { status: 201, body: { mac: 'AA:BB:CC:00:00:01', location, model: 'X1' } });
    for (const spelling of ['AA-BB-CC-00-00-01', 'aabbcc000001', 'aa:bb:cc:00:00:01'])
      t.same(
        column(await gate('GET', `/access_point/?mac=${spelling}`), 'id'),
        [made.body['id']],
        spelling,
      );
    t.match(await gate('POST', '/access_point/', { name: 'b', mac: 'AABBCC-000001' }), {
      status: 400,
      body: { mac: [String] },
    });
    t.match(await gate('POST', '/access_point/', { name: 'b', mac: 'AA:BB' }), {
      status: 400,
      body: { mac: [/MAC address/] },
    });
    const one = `/access_point/${String(made.body['id'])}/`;
    t.match(await gate('PUT', one, { name: 'ap', mac: 'aabbcc000002' }), {
      body: { mac: 'AA:BB:CC:00:00:02', location: null, ssid: null },
    });
    t.match(await gate('PATCH', one, { location }), { body: { location } });
    t.equal(
      (await gate('DELETE', `/location/${String(location)}/`)).status,
      409,
      'there is an access point at it',
    );
    t.match(await gate('GET', `/device_app_access_devices/?id=${String(made.body['id'])}`), {
      body: {
        count: 1,
        results: [{ access_point: made.body['id'], mac: 'AA:BB:CC:00:00:02', identifier: null }],
      },
    });
    t.equal((await gate('DELETE', one)).status, 204);
  });

  test(`${engine}: a sync returns rows that have changed since, oldest change first, and can be resumed`, async (t) => {
    const ids: unknown[] = [];
    for (let index = 0; index < 5; index += 1) {
      const place = index % 2 === 0 ? { latitude: 1, longitude: 2 } : { latitude: 1 };
      ids.push((await gate('POST', '/location/', { name: `sync ${index}`, ...place })).body['id']);
      await gate('POST', '/access_point/', { name: `sync ${index}`, ...place });
    }
    await sleep(5);
    const since = new Date().toISOString();
    await sleep(5);
    await gate('PATCH', `/location/${String(ids[3])}/`, { is_active: false });
    await gate('PATCH', `/location/${String(ids[0])}/`, { city: 'Bari' });
    for (const path of ['/hostspot_locations/', '/device_app_locations/'])
      t.same(
        column(await gate('GET', `${path}?last_change__gte=${since}`), 'id'),
        [ids[3], ids[0]],
        path,
      );
    t.match(await gate('GET', `/device_app_access_points/?last_change__gte=${since}`), {
      body: { count: 0 },
    });
    const changes = column(
      await gate('GET', '/hostspot_access_points/?limit=1000'),
      'last_change',
    ).map(String);
    t.same(changes, changes.toSorted());
    const first = await gate('GET', '/device_app_locations/?limit=2');
    t.equal(column(await gate('GET', pathOf(first.body['next'])), 'id').length, 2);
    for (const form of [
      '2020-01-01',
      '2020-01-01%2012:00:00',
      '2020-01-01%2012:00:00%2B02:00',
      '2020-01-01T12:00:00Z',
    ])
      t.equal(
        (await gate('GET', `/hostspot_locations/?last_change__gte=${form}`)).status,
        200,
        form,
      );
    t.match(await gate('GET', '/hostspot_locations/?last_change__gte=today'), {
      status: 400,
      body: { last_change__gte: [String] },
    });
  });

  test(`${engine}: a sync by cursor returns each row once while rows change`, async (t) => {
    const since = new Date().toISOString();
    const ids: number[] = [];
    for (let index = 0; index < 9; index += 1)
      ids.push(Number((await gate('POST', '/location/', { name: `moving ${index}` })).body['id']));
    const change = async (index: number) => {
      await sleep(2);
      await gate('PATCH', `/location/${String(ids[index])}/`, { city: `turn ${index}` });
    };
    const seen: Json[] = [];
    let next: unknown = `/gate/api/v1/device_app_locations/?last_change__gte=${since}&limit=2`;
    // After each page a row that was shown changes, and then one that was not.
    for (let page = 0; next !== null && page < 20; page += 1) {
      const answer = await gate('GET', pathOf(next));
      seen.push(...results(answer));
      next = answer.body['next'];
      if (page < 2) {
        await change(page * 2);
        await change(8 - page);
      }
      if (page === 2) await gate('DELETE', `/location/${String(ids[1])}/`);
    }
    const versions = seen.map(({ id, last_change }) => `${String(id)} ${String(last_change)}`);
    t.equal(new Set(versions).size, versions.length, 'no version of a row is shown twice');
    const stored = results(await gate('GET', `/location/?name__icontains=moving&limit=100`));
    const shown = new Map(seen.map((row) => [row['id'], row['last_change']]));
    t.equal(stored.length, 8);
    for (const { id, last_change } of stored)
      t.equal(shown.get(id), last_change, `row ${String(id)}`);
    t.match(await gate('GET', '/device_app_locations/?cursor=W10&offset=2'), {
      status: 400,
      body: { cursor: [/offset/] },
    });
  });

  test(`${engine}: hot spots can be limited to those with coordinates`, async (t) => {
    for (const path of ['/hostspot_locations/', '/hostspot_access_points/']) {
      t.same(
        column(await gate('GET', `${path}?have_coordinates=true`), 'name'),
        path.includes('loc') ? ['sync 2', 'sync 4', 'sync 0'] : ['sync 0', 'sync 2', 'sync 4'],
        path,
      );
      const all = column(await gate('GET', path), 'name');
      t.same(column(await gate('GET', `${path}?have_coordinates=false`), 'name'), all, path);
      t.ok(all.includes('sync 3'), 'including those without coordinates, and inactive ones');
    }
  });
}
