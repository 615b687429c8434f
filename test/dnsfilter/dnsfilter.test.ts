import tap, { test } from 'tap';
import { canonicalHostname } from '../../src/dnsfilter/hostname.ts';
import { networkContains } from '../../src/dnsfilter/subnet.ts';
import { startSites } from '../inventory/api/fixture.ts';

/* Categories, rules and verdicts of the DNS filter, on both engines. */

const { sites, stop } = await startSites();
tap.teardown(stop);

test('host names are compared in canonical form', (t) => {
  const cases = {
    'Example.COM': 'example.com',
    'example.com.': 'example.com',
    'bücher.example': 'xn--bcher-kva.example',
    localhost: 'localhost',
    '_dmarc.example.com': '_dmarc.example.com',
    'My_printer.lan': 'my_printer.lan',
  };
  for (const [text, host] of Object.entries(cases)) t.equal(canonicalHostname(text), host);
  const wrong = [
    '',
    '.',
    'a..b',
    '-a.b',
    'a b',
    '192.0.2.1',
    '127.1',
    '::1',
    '*.example',
    `${'a'.repeat(64)}.b`,
    'a/b',
    'a?b',
    'a#b',
    'a:1',
    'a\\b',
    '%61.b',
  ];
  for (const text of [...wrong, `${'abcdefg.'.repeat(40)}com`])
    t.equal(canonicalHostname(text), null, text);
  t.end();
});

test('a network contains its addresses in either version, IPv4-mapped ones included', (t) => {
  for (const [network, address, isIn] of [
    ['192.0.2.0/24', '192.0.2.255', true],
    ['192.0.2.0/24', '192.0.3.0', false],
    ['192.0.2.0/24', '::ffff:192.0.2.9', true],
    ['192.0.2.7', '192.0.2.7', true],
    ['192.0.2.7', '192.0.2.8', false],
    ['0.0.0.0/0', '203.0.113.1', true],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['2001:db8::/32', '2001:db8:ffff::1', true],
    ['2001:db8::1', '2001:db8::2', false],
  ] as const)
    t.equal(networkContains(network, address), isIn, `${network} ${address}`);
  t.end();
});

for (const [engine, { ask, stranger, gateway }] of Object.entries(sites)) {
  const check = async (hostname: string, more = '') =>
    (await ask('GET', `/dnsfilter_hostcheck/?hostname=${encodeURIComponent(hostname)}${more}`))
      .body;
  const category = async (body: object) =>
    (await ask('POST', '/dnsfilter_category/', body)).body['id'];
  const rule = async (body: object) => {
    const { status, body: made } = await ask('POST', '/dnsfilter_rule/', body);
    if (status !== 201) throw new Error(JSON.stringify(made));
    return made['id'];
  };

  test(`${engine}: a category is created, read, replaced, changed and deleted with its hosts`, async (t) => {
    const made = await ask('POST', '/dnsfilter_category/', {
      name: 'games',
      hosts: ['Chess.Example.', 'go.example', 'chess.example'],
    });
    t.match(made, {
      status: 201,
      body: { name: 'games', action: null, description: '', hosts_count: 2 },
    });
    t.notHas(made.body, { hosts: [] }, 'the hosts have an endpoint of their own');
    const one = `/dnsfilter_category/${String(made.body['id'])}/`;
    const hosts = async () => (await ask('GET', `${one}hosts/`)).body['hosts'];
    t.same(await hosts(), ['chess.example', 'go.example']);
    const read = await ask('GET', one);
    t.same(read.body, made.body);
    t.match((await ask('PATCH', one, { action: 'R' })).body, { action: 'R', name: 'games' });
    t.equal((await ask('PUT', one, read.body)).status, 200, 'the body of a GET');
    t.same(await hosts(), ['chess.example', 'go.example'], 'what a body does not name stays');
    t.match((await ask('PUT', one, { name: 'games', hosts: ['go.example'] })).body, {
      action: null,
      hosts_count: 1,
    });
    t.same(await hosts(), ['go.example']);
    t.match(await ask('POST', '/dnsfilter_category/', { name: 'games' }), {
      status: 400,
      body: { name: [/"games" already exists/] },
    });
    const wrong = { name: 'x', action: 'Q', redirect_ip: '192.0.2.0/24' };
    t.match(await ask('POST', '/dnsfilter_category/', wrong), {
      status: 400,
      body: { action: [String], redirect_ip: [String] },
    });
    t.match(await ask('POST', '/dnsfilter_category/', { name: 'x', hosts: ['a.b', 'a b'] }), {
      status: 400,
      body: { 'hosts.1': [String] },
    });
    t.equal((await ask('DELETE', one)).status, 204);
    t.equal((await ask('GET', one)).status, 404);
  });

  test(`${engine}: thousands of hosts are written in one transaction`, async (t) => {
    const hosts = Array.from({ length: 5000 }, (_, index) => `host-${index}.many.example`);
    const { status, body } = await ask('POST', '/dnsfilter_category/', { name: 'many', hosts });
    t.equal(status, 201);
    t.equal(body['hosts_count'], 5000);
    t.match(await check('www.host-4999.many.example'), { category: 'many', action: 'I' });
  });

  test(`${engine}: a rule has either a host or a category`, async (t) => {
    const id = await category({ name: 'of a rule' });
    const post = (body: object) =>
      ask('POST', '/dnsfilter_rule/', { name: 'about', action: 'R', ...body });
    t.match(await post({}), { status: 400, body: { host: [String] } });
    t.match(await post({ host: 'a.example', category: id }), {
      status: 400,
      body: { category: [String] },
    });
    t.match(await post({ host: 'a example' }), { status: 400, body: { host: [String] } });
    t.match(await post({ host: 'a.example', subnet: '192.0.2.0/33' }), {
      status: 400,
      body: { subnet: [String] },
    });
    const { status, body } = await post({ host: 'A.Example' });
    t.match([status, body['host'], body['is_active']], [201, 'a.example', true]);
    const one = `/dnsfilter_rule/${String(body['id'])}/`;
    t.match(await ask('PATCH', one, { category: id }), { status: 400 }, 'it has a host already');
    t.match(await ask('PATCH', one, { category: id, host: null }), {
      status: 200,
      body: { category: id, host: null },
    });
    t.equal(
      (await ask('DELETE', `/dnsfilter_category/${String(id)}/`)).status,
      409,
      'a category that a rule is about',
    );
    t.equal((await ask('DELETE', one)).status, 204);
  });

  test(`${engine}: the more specific rule decides: subnet, then name, then category, then the action of the category`, async (t) => {
    const id = await category({
      name: 'video',
      hosts: ['video.example'],
      action: 'R',
      redirect_ip: '192.0.2.80',
    });
    t.match(await check('www.video.example'), {
      action: 'R',
      category: 'video',
      rule_id: null,
      acl: 'video',
      reason: 'category "video"',
      redirect_ip: '192.0.2.80',
    });
    const ofCategory = await rule({ name: 'allow video', category: id, action: 'A' });
    t.match(await check('www.video.example'), {
      action: 'A',
      rule_id: ofCategory,
      acl: 'allow video',
      redirect_ip: null,
    });
    await rule({
      name: 'refuse video.example',
      host: 'video.example',
      action: 'R',
      reason: 'too loud',
    });
    t.match(await check('www.video.example'), {
      action: 'R',
      acl: 'refuse video.example',
      reason: 'too loud',
      category: 'video',
    });
    await rule({ name: 'allow quiet', host: 'quiet.video.example', action: 'A' });
    t.match(
      await check('a.quiet.video.example'),
      { action: 'A', acl: 'allow quiet' },
      'the longer name',
    );
    t.match(await check('unquiet.video.example'), { action: 'R' }, 'names are compared by label');
    await rule({ name: 'lobby', host: 'example', subnet: '198.51.100.0/24', action: 'A' });
    const desk = await rule({ name: 'desk', host: 'example', subnet: '198.51.100.7', action: 'R' });
    t.match(await check('www.video.example', '&client_ip=198.51.100.8'), {
      action: 'A',
      acl: 'lobby',
      subnet: '198.51.100.0/24',
    });
    t.match(
      await check('www.video.example', '&client_ip=198.51.100.7'),
      { action: 'R', acl: 'desk' },
      'the smaller network',
    );
    t.match(await check('www.video.example', '&client_ip=203.0.113.1'), {
      acl: 'refuse video.example',
    });
    await ask('PATCH', `/dnsfilter_rule/${String(desk)}/`, { is_active: false });
    t.match(
      await check('www.video.example', '&client_ip=198.51.100.7'),
      { acl: 'lobby' },
      'a rule that sleeps',
    );
    t.match(
      await check('elsewhere.test', '&category=video'),
      { action: 'A', acl: 'allow video', category: 'video' },
      'treated as',
    );
  });

  test(`${engine}: a host without a rule is ignored, and an invalid host name is refused`, async (t) => {
    t.match(await check('Nowhere.Test.'), {
      action: 'I',
      hostname: 'nowhere.test',
      category: null,
      rule_id: null,
      cached: false,
      ttl: 60,
    });
    for (const query of ['', '?hostname=', '?hostname=a..b', '?hostname=192.0.2.1'])
      t.match(await ask('GET', `/dnsfilter_hostcheck/${query}`), {
        status: 400,
        body: { hostname: [String] },
      });
    t.match(await ask('GET', '/dnsfilter_hostcheck/?hostname=a&client_ip=b'), {
      status: 400,
      body: { client_ip: [String] },
    });
    t.match(await ask('GET', '/dnsfilter_hostcheck/?hostname=a&category=b'), {
      status: 400,
      body: { category: [/"b"/] },
    });
  });

  test(`${engine}: the category of a check is available later, to its organization only`, async (t) => {
    await category({ name: 'news', hosts: ['news.example'] });
    const { uuid, timestamp } = await check('www.news.example');
    const found = await ask('GET', `/dnsfilter_categoryget/?uuid=${String(uuid)}`);
    t.match(found, { status: 200, body: { uuid, category: 'news', timestamp } });
    t.same(
      (await ask('GET', `/securedns_categoryget/?uuid=${String(uuid)}`)).body,
      found.body,
      'under its other name as well',
    );
    t.equal(
      (await ask('GET', '/dnsfilter_categoryget/?uuid=00000000-0000-4000-8000-000000000000'))
        .status,
      404,
    );
    t.equal((await stranger('GET', `/dnsfilter_categoryget/?uuid=${String(uuid)}`)).status, 404);
    t.equal((await ask('GET', '/dnsfilter_categoryget/?uuid=x')).status, 400);
    t.equal((await ask('GET', '/dnsfilter_categoryget/')).status, 400);
  });

  test(`${engine}: the rules of one organization do not apply to another`, async (t) => {
    const id = await category({ name: 'private', hosts: ['private.example'], action: 'R' });
    const ours = await rule({ name: 'private rule', host: 'rule.example', action: 'R' });
    for (const host of ['private.example', 'rule.example'])
      t.match((await stranger('GET', `/dnsfilter_hostcheck/?hostname=${host}`)).body, {
        action: 'I',
        category: null,
      });
    for (const path of [`/dnsfilter_category/${String(id)}/`, `/dnsfilter_rule/${String(ours)}/`]) {
      t.equal((await stranger('GET', path)).status, 404);
      t.equal((await stranger('PATCH', path, { name: 'theirs' })).status, 404);
      t.equal((await stranger('DELETE', path)).status, 404);
    }
    const post = (of: unknown) =>
      stranger('POST', '/dnsfilter_rule/', { name: 'r', action: 'A', category: of });
    const [foreign, absent] = [await post(id), await post(987_654)];
    t.equal(foreign.status, 400);
    t.equal(foreign.text.replace(String(id), '?'), absent.text.replace('987654', '?'));
    t.match(await stranger('GET', '/dnsfilter_hostcheck/?hostname=a&category=private'), {
      status: 400,
    });
  });

  test(`${engine}: the status is the verdict, by default for the caller's address`, async (t) => {
    await rule({ name: 'from here', host: 'verdict.example', subnet: '127.0.0.0/8', action: 'R' });
    await rule({ name: 'from anywhere', host: 'verdict.example', action: 'A' });
    const verdict = (query: string) => ask('GET', `/dnsfilter_hostcheck/?hostname=${query}`);
    t.match(await verdict('verdict.example'), {
      status: 403,
      body: { action: 'R', client_ip: '127.0.0.1', acl: 'from here' },
    });
    t.match(await verdict('verdict.example&client_ip=192.0.2.1'), {
      status: 200,
      body: { action: 'A' },
    });
    t.match(await verdict('unheard.test'), { status: 404, body: { action: 'I' } });
  });

  test(`${engine}: rules and categories hold for all organizations below, and nearer ones win`, async (t) => {
    const hotel = await gateway.gate('POST', '/organization/', { name: 'hotel' });
    const user = await gateway.gate('POST', '/user/', {
      username: 'keeper',
      organization: hotel.body['id'],
      role: 'admin',
    });
    const { body } = await gateway.gate('POST', '/user_token/', { user: user.body['id'] });
    const inHotel = async (method: string, path: string, content?: object) =>
      (await gateway.control(method, path, content, String(body['token']))).body;
    const checkThere = (host: string) => inHotel('GET', `/dnsfilter_hostcheck/?hostname=${host}`);
    await ask('POST', '/dnsfilter_category/', {
      name: 'gambling',
      description: 'games of chance',
      action: 'R',
      hosts: ['bets.invalid'],
    });
    t.match(await checkThere('www.bets.invalid'), {
      action: 'R',
      category: 'gambling',
      acl: 'gambling',
      reason: 'games of chance',
    });
    await ask('POST', '/dnsfilter_rule/', { name: 'never', action: 'R', host: 'below.invalid' });
    t.match(await checkThere('a.below.invalid'), {
      action: 'R',
      acl: 'never',
      reason: 'rule "never"',
    });
    await inHotel('POST', '/dnsfilter_rule/', { name: 'here', action: 'A', host: 'invalid' });
    t.match(await checkThere('a.below.invalid'), {
      action: 'A',
      acl: 'here',
      reason: 'rule "here"',
    });
    t.match((await ask('GET', '/dnsfilter_hostcheck/?hostname=a.below.invalid')).body, {
      action: 'R',
      acl: 'never',
    });
    t.match(await checkThere('nothing.test'), { action: 'I', acl: null, reason: null });
  });
}
