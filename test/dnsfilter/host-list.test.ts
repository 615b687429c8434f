import tap, { test } from 'tap';
import { eventually } from '../gateway-process.ts';
import { startSites } from '../inventory/api/fixture.ts';

/* The hosts of a DNS category, as text and as JSON, on both engines. */

const { sites, stop } = await startSites();
tap.teardown(stop);

for (const [engine, { ask, stranger, gateway, openStore }] of Object.entries(sites)) {
  const base = `http://127.0.0.1:${gateway.httpPort}/control/api/v1/dnsfilter_category`;
  const headers = { authorization: `Bearer ${gateway.token}`, 'content-type': 'text/plain' };
  const category = async (name: string, hosts: readonly string[] = []) =>
    Number((await ask('POST', '/dnsfilter_category/', { name, hosts })).body['id']);
  const send = async (method: string, id: number, body: string | ReadableStream) => {
    const reply = await fetch(`${base}/${id}/hosts/`, { method, headers, body, duplex: 'half' });
    return { status: reply.status, body: JSON.parse(await reply.text()) as unknown };
  };
  const textOf = async (id: number) =>
    (await fetch(`${base}/${id}/hosts/`, { headers: { ...headers, accept: 'text/plain' } })).text();
  const check = async (hostname: string) =>
    (await ask('GET', `/dnsfilter_hostcheck/?hostname=${hostname}`)).body['category'];

  test(`${engine}: a list as text may be a hosts file, and replaces the hosts`, async (t) => {
    const id = await category('text', ['old.text.example']);
    const list = [
      '# a comment',
      '127.0.0.1 localhost localhost.localdomain',
      '::1 ip6-localhost',
      '0.0.0.0 0.0.0.0',
      '0.0.0.0 Ads.text.example tracker.text.example # both',
      'bücher.text.example\r',
      '*.wild.text.example',
      '',
      'ads.text.example',
    ].join('\n');
    t.match(await send('PUT', id, list), { status: 200, body: { id, hosts_count: 4 } });
    t.equal(
      await textOf(id),
      'ads.text.example\ntracker.text.example\nwild.text.example\nxn--bcher-kva.text.example\n',
    );
    t.equal(await check('www.ads.text.example'), 'text');
    t.equal(await check('old.text.example'), null);
    t.match((await ask('GET', `/dnsfilter_category/${id}/hosts/`)).body, {
      hosts: ['ads.text.example', 'tracker.text.example', 'wild.text.example', String],
    });
  });

  test(`${engine}: the faults of a list are named by line, and the list in force stays`, async (t) => {
    const id = await category('faulty', ['kept.faulty.example']);
    const hosts = Array.from({ length: 12_000 }, (_, index) => `h${index}.faulty.example`);
    hosts.splice(11_000, 0, 'not a host', '-minus.example');
    t.match(await send('PUT', id, hosts.join('\n')), {
      status: 400,
      body: {
        hosts: [
          'line 11001: "not a host" is not a host name.',
          'line 11002: "-minus.example" is not a host name.',
        ],
      },
    });
    t.equal(await textOf(id), 'kept.faulty.example\n');
    t.match(await send('PUT', id, 'x'.repeat(5000)), {
      status: 400,
      body: { hosts: ['line 1 has more than 4096 octets.'] },
    });
    const wrong = await ask('PUT', `/dnsfilter_category/${id}/hosts/`, { hosts: ['a.b', 'a b'] });
    t.match(wrong, { status: 400, body: { 'hosts.1': ['Expected a host name.'] } });
    t.match((await ask('PUT', `/dnsfilter_category/${id}/hosts/`, {})).body, { hosts: [String] });
    t.equal(await textOf(id), 'kept.faulty.example\n');
  });

  test(`${engine}: a change adds and removes hosts, and counts those that were there`, async (t) => {
    const id = await category('changed', ['a.changed.example', 'b.changed.example']);
    const path = `/dnsfilter_category/${id}/hosts/`;
    t.match(
      (
        await ask('PATCH', path, {
          add: ['a.changed.example', 'c.changed.example'],
          remove: ['b.changed.example', 'absent.example'],
        })
      ).body,
      { hosts_count: 2 },
    );
    t.match(await send('PATCH', id, '-a.changed.example\nd.changed.example\n'), {
      status: 200,
      body: { hosts_count: 2 },
    });
    t.equal(await textOf(id), 'c.changed.example\nd.changed.example\n');
    t.match(await ask('PATCH', path, { add: ['x.example'], remove: ['x.example'] }), {
      status: 400,
      body: { remove: [String] },
    });
  });

  test(`${engine}: a change with If-Match applies to the state that was read only`, async (t) => {
    const id = await category('matched', ['a.matched.example']);
    const { headers: shown } = await fetch(`${base}/${id}/`, { headers });
    const tag = shown.get('etag') ?? '';
    const put = (body: string) =>
      fetch(`${base}/${id}/hosts/`, {
        method: 'PUT',
        headers: { ...headers, 'if-match': tag },
        body,
      });
    t.equal((await put('b.matched.example')).status, 200);
    t.equal((await put('c.matched.example')).status, 412);
    t.equal(await textOf(id), 'b.matched.example\n');
  });

  test(`${engine}: a list of 100,000 hosts is written, read and replaced, and the replaced one is removed`, async (t) => {
    const id = await category('long');
    const list = (of: string) =>
      Array.from({ length: 100_000 }, (_, index) => `h${index}.${of}.example`).join('\n');
    t.match(await send('PUT', id, list('first')), { status: 200, body: { hosts_count: 100_000 } });
    t.match(await send('PUT', id, list('second')), { status: 200, body: { hosts_count: 100_000 } });
    const lines = (await textOf(id)).split('\n');
    t.equal(lines.length, 100_001);
    t.ok(lines.slice(0, -1).every((line) => line.endsWith('.second.example')));
    t.equal(await check('h99999.first.example'), null);
    t.equal(await check('h99999.second.example'), 'long');
    const store = await openStore();
    t.teardown(() => store.close());
    const editions = () =>
      store.db
        .selectFrom('dnsfilter_host')
        .select('edition')
        .where('category', '=', id)
        .groupBy('edition')
        .execute();
    t.equal(
      await eventually(
        async () => (await editions()).length,
        (count) => count === 1,
      ),
      1,
    );
    t.equal((await ask('DELETE', `/dnsfilter_category/${id}/`)).status, 204);
    t.equal(await check('h99999.second.example'), null);
  });

  test(`${engine}: a list whose client goes away changes nothing`, async (t) => {
    const id = await category('gone', ['kept.gone.example']);
    const end = new AbortController();
    const part = Array.from({ length: 20_000 }, (_, index) => `h${index}.gone.example\n`).join('');
    const body = new ReadableStream({
      start(stream) {
        stream.enqueue(Buffer.from(part));
      },
    });
    const sent = fetch(`${base}/${id}/hosts/`, {
      method: 'PUT',
      headers,
      body,
      duplex: 'half',
      signal: end.signal,
    });
    const store = await openStore();
    t.teardown(() => store.close());
    const rows = async () =>
      (
        await store.db
          .selectFrom('dnsfilter_host')
          .select('host')
          .where('category', '=', id)
          .execute()
      ).length;
    await eventually(rows, (count) => count > 1);
    end.abort();
    await t.rejects(sent);
    t.equal(await eventually(rows, (count) => count === 1), 1);
    t.equal(await textOf(id), 'kept.gone.example\n');
  });

  test(`${engine}: another organization has no list`, async (t) => {
    const id = await category('ours', ['ours.example']);
    const path = `/dnsfilter_category/${id}/hosts/`;
    for (const [method, body] of [
      ['GET', undefined],
      ['PUT', { hosts: ['theirs.example'] }],
      ['PATCH', { add: ['theirs.example'] }],
    ] as const)
      t.equal((await stranger(method, path, body)).status, 404, method);
    t.equal(await textOf(id), 'ours.example\n');
  });

  test(`${engine}: text is refused where an endpoint takes none`, async (t) => {
    const reply = await fetch(`${base}/`, { method: 'POST', headers, body: 'ads.example' });
    t.equal(reply.status, 415);
  });
}
