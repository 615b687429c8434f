import tap, { test } from 'tap';
import type { Answer, Json } from '../../gateway-process.ts';
import { startBoth } from './fixture.ts';

/* The fields of organization, profile and user that set what an Access-Accept and an Access-Reject say. */

const { engines, stop } = await startBoth();
tap.teardown(stop);

for (const [engine, gateway] of Object.entries(engines)) {
  const gate = gateway.gate.bind(gateway);

  test(`${engine}: the text of rejects is needed where it is chosen`, async (t) => {
    const chosen = { reject_message: 'text' };
    const text = { reject_text: 'Call 555.' };
    for (const path of ['/aaa_profile/', '/organization/']) {
      const without = await gate('POST', path, { name: 'Rejecting', ...chosen });
      t.match(without, { status: 400, text: /reject_text/ }, path);
      const made = await gate('POST', path, { name: 'Rejecting', ...chosen, ...text });
      t.match(made, { status: 201, body: { ...chosen, ...text } }, path);
      const one = `${path}${String(made.body['id'])}/`;
      t.match(await gate('PATCH', one, { reject_text: null }), { status: 400 }, one);
      const silent = await gate('PATCH', one, { reject_message: 'none', reject_text: null });
      t.match(silent, { status: 200, body: { reject_message: 'none', reject_text: null } }, one);
    }
  });

  test(`${engine}: a profile states its VLAN once`, async (t) => {
    const vlan = { vlan: 30 };
    const made = await gate('POST', '/aaa_profile/', { name: 'Guests', ...vlan });
    t.match(made, { status: 201, body: vlan });
    const one = `/aaa_profile/${String(made.body['id'])}/`;
    const same = [{ attribute: 'tunnel-private-group-id:1', value: '40' }];
    t.match(await gate('PATCH', one, { reply_attributes: same }), { status: 400, text: /vlan/ });
    const others = [{ attribute: 'Session-Timeout', value: '60' }];
    t.match(await gate('PATCH', one, { reply_attributes: others }), { status: 200, body: vlan });
    for (const wrong of [0, 4095, 'guests'])
      t.match(
        await gate('PATCH', one, { vlan: wrong }),
        { status: 400, text: /vlan/ },
        String(wrong),
      );
    const moved = { vlan: null, reply_attributes: same };
    t.match(await gate('PATCH', one, moved), { status: 200, body: { vlan: null } });
    t.match(await gate('PATCH', one, vlan), { status: 400, text: /state the VLAN in one of them/ });
  });

  test(`${engine}: a place has one fallback, to a profile that needs no user`, async (t) => {
    const profile = async (more: Json = {}) =>
      (await gate('POST', '/aaa_profile/', { name: 'Unknown devices', ...more })).body['id'];
    const open = await profile({ vlan: 50 });
    const check_attributes = [{ attribute: 'Max-Daily-Session', op: ':=', value: '60' }];
    const limited = await profile({ name: 'Limited', check_attributes });
    const fallback = { ssid: 'guests', profile: open };
    const refused = await gate('POST', '/aaa_fallback/', { ...fallback, profile: limited });
    t.match(refused, { status: 400, text: /check_attributes, which need a user/ });
    const made = await gate('POST', '/aaa_fallback/', fallback);
    t.match(made, { status: 201, body: { ...fallback, client: null } });
    const again = await gate('POST', '/aaa_fallback/', fallback);
    t.match(again, { status: 400, text: /exists/ });
    t.match(await gate('POST', '/aaa_fallback/', { profile: open }), { status: 201 });
    const one = `/aaa_fallback/${String(made.body['id'])}/`;
    t.match(await gate('PATCH', one, { profile: limited }), { status: 400 });
    t.match(await gate('PATCH', one, { client: 999_999 }), { status: 400, text: /client/ });
    t.match(await gate('DELETE', `/aaa_profile/${String(open)}/`), { status: 409 });
    t.match(await gate('DELETE', one), { status: 204 });
  });

  test(`${engine}: a user has further profiles of its organization or one above it`, async (t) => {
    const profile = async (name: string, more: Json = {}) =>
      Number((await gate('POST', '/aaa_profile/', { name, ...more })).body['id']);
    const idle = (value: string) => ({ reply_attributes: [{ attribute: 'Idle-Timeout', value }] });
    const [tariff, arrears] = [
      await profile('tariff', idle('300')),
      await profile('arrears', { priority: 10, ...idle('60') }),
    ];
    const given = { profile: tariff, profiles: [arrears] };
    const made = await gate('POST', '/user/', { username: 'several', ...given });
    t.match(made, { status: 201, body: given });
    const one = `/user/${String(made.body['id'])}/`;
    const { body } = await gate('GET', `${one}?effective_policy=true`);
    t.match(body['effective_policy'], {
      idle_timeout: { value: '60', source: 'profile', profile: 'arrears' },
      attributes: [
        { attribute: 'Idle-Timeout', value: '60', source: 'profile', profile: 'arrears' },
      ],
    });
    const absent = await gate('PATCH', one, { profiles: [arrears, 999_999] });
    t.match(absent, { status: 400, text: /profiles.*999999/ });
    t.match(await gate('PATCH', one, { profiles: [arrears, arrears] }), { status: 400 });
    const kept = await gate('DELETE', `/aaa_profile/${String(arrears)}/`);
    t.match(kept, { status: 409, text: /user_profile_entry/ });
    const organization = (await gate('POST', '/organization/', { name: 'Elsewhere' })).body['id'];
    const moved = await gate('PATCH', `/aaa_profile/${String(arrears)}/`, { organization });
    t.match(moved, { status: 400, text: /1 user_profile_entry/ });
    const own = await profile('of elsewhere', { organization });
    t.match(await gate('PATCH', one, { profiles: [own, arrears] }), { status: 200 });
    t.match(await gate('PATCH', one, { organization, profile: null }), { status: 200 });
    t.match(await gate('GET', one), { body: { profiles: [own, arrears] } }, 'shared by the parent');
    const sibling = (await gate('POST', '/organization/', { name: 'Sibling' })).body['id'];
    t.match(await gate('PATCH', one, { organization: sibling }), { status: 200 });
    t.match(await gate('GET', one), { body: { profiles: [arrears] } });
    t.match(await gate('PATCH', one, { profiles: [] }), { status: 200, body: { profiles: [] } });
    t.match(await gate('DELETE', `/aaa_profile/${String(own)}/`), { status: 204 });
  });

  test(`${engine}: a user and an organization have a language`, async (t) => {
    const made = await gate('POST', '/user/', { username: 'german', language: 'de' });
    t.match(made, { status: 201, body: { language: 'de' } });
    t.match(await gate('POST', '/user/', { username: 'x', language: 'German' }), { status: 400 });
    const below = await gate('POST', '/organization/', { name: 'French', language: 'fr' });
    t.match(below, { status: 201, body: { language: 'fr' } });
  });

  test(`${engine}: an organization has rules for names`, async (t) => {
    const rules = {
      local_realms: ['isp.example'],
      name_prefixes: ['CORP\\', 'host/', '*\\'],
      ignore_name_case: true,
    };
    const made = await gate('POST', '/organization/', { name: 'Named', ...rules });
    t.match(made, { status: 201, body: rules });
    const one = `/organization/${String(made.body['id'])}/`;
    const none = { local_realms: null, ignore_name_case: null };
    t.match(await gate('PATCH', one, none), { status: 200, body: { ...rules, ...none } });
    t.match(await gate('PATCH', one, { local_realms: ['a@b'] }), { status: 400 });
  });

  test(`${engine}: an organization may have reversible passwords for new users`, async (t) => {
    const methodsOf = (user: Answer) => user.body['password_methods'];
    const user = (username: string, more: Json = {}) =>
      gate('POST', '/user/', { username, password: 'secret words', ...more });
    const all = 'PAP, CHAP, MS-CHAP, MS-CHAPv2';
    const first = await user('hashed');
    t.equal(methodsOf(first), 'PAP');
    t.equal(methodsOf(await user('nobody', { password: null })), null);
    const nt = { password_hash: '{nt}44EBBA8D5312B8D611474411F56989AE', password: undefined };
    t.equal(methodsOf(await user('imported', nt)), 'PAP, MS-CHAP, MS-CHAPv2');
    t.equal(methodsOf(await user('sealed', { reversible_password: true })), all);
    const above = { name: 'Above', reversible_passwords: true };
    const parent = (await gate('POST', '/organization/', above)).body['id'];
    const below = (await gate('POST', '/organization/', { name: 'Below', parent })).body['id'];
    t.equal(methodsOf(await user('inherits', { organization: below })), all);
    const own = { organization: below, reversible_password: false };
    t.equal(methodsOf(await user('refuses', own)), 'PAP');
    const one = `/user/${String(first.body['id'])}/`;
    t.equal(methodsOf(await gate('PATCH', one, { password: 'other words' })), 'PAP', 'as before');
  });
}
