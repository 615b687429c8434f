import tap, { test } from 'tap';
import { guideBlock } from '../../../tools/documents/guide-blocks.ts';
import { eventually, type Json } from '../../gateway-process.ts';
import { startSlapd } from '../../peers/slapd.ts';
import { addCaller, addTenant, startBoth } from './fixture.ts';

/* Directories as sources of users: how they are set up, and logins of their people at the portal. */

const directory = await startSlapd();
tap.teardown(() => directory.remove());
const { engines, stop } = await startBoth();
tap.teardown(stop);

const password = 'right words';
await directory.modify(`
dn: uid=ann,ou=people,dc=example
changetype: add
objectClass: inetOrgPerson
uid: ann
cn: Ann
sn: Example
userPassword: ${password}
`);

for (const [engine, gateway] of Object.entries(engines)) {
  const gate = gateway.gate.bind(gateway);
  const source = {
    name: 'people',
    addresses: ['127.0.0.1'],
    port: directory.tlsPort,
    tls_ca: directory.ca,
    tls_server_name: 'directory.example',
    bind_dn: directory.admin.dn,
    bind_password: directory.admin.password,
    base_dn: 'dc=example',
  };

  test(`${engine}: a source is checked, and its password stays with its servers`, async (t) => {
    const block = JSON.parse(guideBlock('json user_source')) as Json;
    const absent = await gate('POST', '/user_source/', block);
    t.match(absent, { status: 400, body: { groups: [/no AAA profile "staff"/] } });
    await gate('POST', '/aaa_profile/', { name: 'staff' });
    const made = await gate('POST', '/user_source/', block);
    t.match(made, { status: 201, body: { name: 'corp', state: 'unknown', cache_hours: 24 } });
    t.notMatch(made.text, 'a long password');
    const one = `/user_source/${String(made.body['id'])}/`;
    for (const [field, value] of [
      ['user_filter', '(uid=all)'],
      ['user_filter', '(&(uid={username})'],
      ['group_filter', '(cn=*)'],
      ['bind_dn', null],
      ['protection', 'ssl'],
      ['addresses', []],
      ['addresses', ['192.0.2.1; reboot']],
      ['username_attribute', 'uid)(cn=*'],
      ['profile', 999_999],
    ] as const) {
      const refused = await gate('PATCH', one, { [field]: value });
      const named = field === 'bind_dn' ? 'bind_password' : field;
      t.match(refused, { status: 400, text: named }, `${field} ${JSON.stringify(value)}`);
    }
    for (const change of [{ addresses: ['192.0.2.7'] }, { port: 6360 }, { protection: 'starttls' }])
      t.match(await gate('PATCH', one, change), { status: 400, text: /needs the password again/ });
    const moved = { addresses: ['192.0.2.7'], bind_password: 'a long password' };
    t.match(await gate('PATCH', one, moved), { status: 200, body: { addresses: ['192.0.2.7'] } });
    t.match(await gate('PATCH', one, { description: 'AD' }), { status: 200 });
    const tenant = await addTenant(gateway, 'tenant');
    t.equal((await tenant.call('GET', one)).status, 404);
    t.match(await gate('DELETE', one), { status: 204 });
  });

  test(`${engine}: a person logs in at the portal, and stays a user when the source is gone`, async (t) => {
    const { body } = await gate('POST', '/user_source/', source);
    const one = `/user_source/${String(body['id'])}/`;
    await gate('POST', '/access_point/', { name: 'ap', mac: 'AA:BB:CC:00:00:01' });
    const app = await addCaller(gateway, { username: 'portal', role: 'app' });
    const device = { ap_mac: 'AA:BB:CC:00:00:01', mac: '02:00:00:00:00:01', ip: '10.0.0.5' };
    const login = (more: Json) =>
      app.call('POST', '/portal_login/', { ...device, uid: 'ann', password, ...more });
    t.match(await login({}), { status: 201, body: { username: 'ann' } });
    const wrong = await login({ password: 'wrong words' });
    t.match(wrong, { status: 400, body: { code: ['wrong_password'] } });
    t.match(await login({ uid: 'nobody' }), { status: 400, body: { code: ['unknown_user'] } });
    const up = await eventually(
      () => gate('GET', one),
      (answer) => answer.body['state'] === 'up',
    );
    t.match(up.body, { last_error: null, state_since: String });
    const user = await gate('GET', '/user/username/ann/');
    const mine = { last_name: 'Example', source: body['id'], password_methods: null };
    t.match(user, { status: 200, body: mine });
    t.match(await gate('DELETE', one), { status: 204 });
    t.match(await gate('GET', '/user/username/ann/'), { status: 200, body: { source: null } });
    const gone = await eventually(
      () => login({}),
      (answer) => answer.status === 400,
    );
    t.match(gone.body, { code: ['wrong_password'] });
  });
}
