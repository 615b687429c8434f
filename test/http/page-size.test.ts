import tap, { test } from 'tap';
import { maxPageOctets, readBoundedRows } from '../../src/http/list/bounded-rows.ts';
import { device } from '../../src/inventory/device/device.ts';
import { GatewayProcess, results, type Json } from '../gateway-process.ts';

/* A page of a list is bounded in octets, and one object in what it may hold. */

const gateway = await GatewayProcess.start({ GATEHOUSE_POLLING_ENABLED: 'false' });
tap.teardown(() => gateway.remove());

const attributes = (octets: number) =>
  Object.fromEntries(
    Array.from({ length: 16 }, (_, key) => [`key ${key}`, 'x'.repeat(octets / 16)]),
  );

test('the attributes of a device have at most 64 KiB', async (t) => {
  const ask = (octets: number) =>
    gateway.control('POST', '/inventory_device/', {
      name: `with ${octets}`,
      type: 'snmp',
      attributes: attributes(octets),
    });
  t.equal((await ask(60_000)).status, 201);
  t.match(await ask(66_000), { status: 400, body: { attributes: [/at most 65536 octets/] } });
});

test('a page of long rows ends early, and the next one continues', async (t) => {
  const count = 150;
  for (let made = 0; made < count; made += 15) {
    const bodies = Array.from({ length: 15 }, (_, index) => ({
      name: `long ${made + index}`,
      type: 'snmp',
      attributes: attributes(60_000),
    }));
    t.equal((await gateway.control('POST', '/inventory_device/', bodies)).status, 201);
  }
  const names: unknown[] = [];
  let next: unknown = '/control/api/v1/inventory_device/?name__icontains=long&limit=1000';
  let pages = 0;
  while (typeof next === 'string') {
    const page = await gateway.call('GET', next);
    t.ok(page.text.length < 1.1 * maxPageOctets, `${page.text.length} octets`);
    names.push(...results(page).map(({ name }: Json) => name));
    next = page.body['next'];
    pages += 1;
  }
  t.equal(pages, 2);
  t.same(
    names,
    Array.from({ length: count }, (_, index) => `long ${index}`),
  );
  const table = await gateway.ask('GET', '/control/api/v1/inventory_device/', {
    token: gateway.token,
    headers: { accept: 'text/csv' },
  });
  t.equal(table.text.trim().split('\n').length, count + 2);
});

test('the link to the next page has the whole query, question marks included', async (t) => {
  const path = '/control/api/v1/inventory_device/?name__icontains=ng%20?&limit=1';
  t.equal((await gateway.call('GET', path)).body['next'], null, 'no name has one');
  for (const name of ['ng ? one', 'ng without', 'ng ? two'])
    t.equal(
      (await gateway.control('POST', '/inventory_device/', { name, type: 'snmp' })).status,
      201,
    );
  const { next } = (await gateway.call('GET', path)).body;
  const found = results(
    await gateway.call('GET', String(next).replace(/^.*?\/control/, '/control')),
  );
  t.match(found, [{ name: 'ng ? two' }]);
  t.equal(found.length, 1, 'what is behind the question mark counts');
});

test('rows are read in parts, and one row is a page however long it is', async (t) => {
  const long = { text: 'x'.repeat(maxPageOctets) };
  const limits: number[] = [];
  const page = await readBoundedRows({ of: device, size: 1000 }, (before, limit) => {
    limits.push(limit);
    return Promise.resolve(before.length === 0 ? [long, long] : []);
  });
  t.equal(page.rows.length, 1);
  t.ok(page.hasMore);
  t.ok(Number(limits[0]) < 400, `${limits[0]} at a time`);
});
