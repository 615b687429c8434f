import tap, { test } from 'tap';
import { results, type Json } from '../gateway-process.ts';
import { addTenant, startBoth } from '../aaa/api/fixture.ts';

/* Versions of portal pages: what was published, by whom, and the way back. On both engines. */

const { engines, stop } = await startBoth();
tap.teardown(stop);

const picture = 'data:image/png;base64,iVBORw0KGgo=';
const secrets = ['sk_test_never_shown', 'whsec_never_shown'];

for (const [engine, gateway] of Object.entries(engines)) {
  const gate = gateway.gate.bind(gateway);
  const make = async (fields: Json) => (await gate('POST', '/portal_page/', fields)).body;
  const versionsOf = async (page: unknown) =>
    results(await gate('GET', `/portal_page_version/?page=${String(page)}`));
  const restore = (version: Json | undefined) =>
    gate('POST', `/portal_page_version/${String(version?.['id'])}/restore/`, {});

  test(`a page goes back to what it was: ${engine}`, async (t) => {
    const [payment_key, payment_webhook_secret] = secrets;
    const page = await make({
      name: 'lobby',
      title: 'First',
      look: { color: '#112233', logo: picture },
      payment_key,
      payment_webhook_secret,
    });
    const path = `/portal_page/${String(page['id'])}/`;
    await gate('PATCH', path, { title: 'Second', css: 'h1 { color: red }', look: {} });
    await gate('PATCH', path, { name: 'bar', is_active: false });
    const versions = await versionsOf(page['id']);
    t.match(
      versions,
      [
        { title: 'Second', css: 'h1 { color: red }', username: 'admin', page: page['id'] },
        { title: 'First', css: null, username: 'admin', look: { color: '#112233' } },
      ],
      'the newest first; a change of anything else makes none',
    );
    t.equal(versions.length, 2);
    for (const word of [...secrets, 'payment_'])
      t.notMatch(JSON.stringify(versions), word, `no version has ${word}`);
    const { body, status } = await restore(versions[1]);
    t.equal(status, 200);
    t.match(body, { title: 'First', css: null, look: page['look'], name: 'bar', is_active: false });
    t.match(
      (await versionsOf(page['id'])).map(({ title }) => title),
      ['First', 'Second', 'First'],
      'the way back is a version as well',
    );
    await restore((await versionsOf(page['id']))[0]);
    t.equal((await versionsOf(page['id'])).length, 3, 'what is published already makes none');
  });

  test(`a draft is rendered and not stored: ${engine}`, async (t) => {
    const page = await make({ name: 'drafted', title: 'Stored', languages: ['en', 'de'] });
    const path = `/portal_page/${String(page['id'])}/`;
    const css = 'h1 { color: red }';
    const draft = { title: 'Draft <1>', css, look: { logo: picture }, terms: 'Be kind.' };
    const { status, body } = await gate('POST', `${path}preview/?language=de`, draft);
    t.equal(status, 200);
    t.match(body['html'], /<html lang="de"[^]*<h1><bdi>Draft &lt;1&gt;<[^]*name="accept"/);
    t.match(body['html'], picture, 'a picture is as it was entered');
    t.match(body['css'], /Plain: no picture[^]*h1 \{ color: red \}$/);
    t.same((await gate('GET', path)).body, page, 'the page is as it was');
    const refused = await gate('POST', `${path}preview/`, { css: '@import "x";' });
    t.equal(refused.status, 400);
    t.same(
      refused.body,
      (await gate('PATCH', path, { css: '@import "x";' })).body,
      'as a change is',
    );
    const other = await addTenant(gateway, 'drafts');
    t.equal((await other.call('POST', `${path}preview/`, {})).status, 404, 'of another one');
  });

  test(`a restored version is checked like any other change: ${engine}`, async (t) => {
    const guests = (await gate('POST', '/aaa_profile/', { name: 'guests' })).body['id'];
    const page = await make({ name: 'checked', guest_profile: guests });
    const path = `/portal_page/${String(page['id'])}/`;
    await gate('PATCH', path, { guest_profile: null });
    await gate('DELETE', `/aaa_profile/${String(guests)}/`);
    const [, first] = await versionsOf(page['id']);
    const { status, body } = await restore(first);
    t.equal(status, 400);
    t.ok('guest_profile' in body, 'it names the field');
  });

  test(`twenty versions are kept of a page: ${engine}`, async (t) => {
    const page = await make({ name: 'often', title: '0' });
    const other = await make({ name: 'rarely', title: '0' });
    for (let count = 1; count <= 22; count += 1)
      await gate('PATCH', `/portal_page/${String(page['id'])}/`, { title: String(count) });
    const titles = (await versionsOf(page['id'])).map(({ title }) => title);
    t.equal(titles.length, 20);
    t.match([titles[0], titles.at(-1)], ['22', '3'], 'the newest');
    t.equal((await versionsOf(other['id'])).length, 1, 'those of others are left alone');
    t.equal((await gate('DELETE', `/portal_page/${String(page['id'])}/`)).status, 204);
    t.same(await versionsOf(page['id']), [], 'they go with their page');
  });

  test(`a page from before has what it was then as its first version: ${engine}`, async (t) => {
    const page = await make({ name: 'old', title: 'Before' });
    const store = await gateway.openStore();
    t.teardown(() => store.close());
    const own = store.db.deleteFrom('portal_page_version').where('page', '=', Number(page['id']));
    await store.write([own]);
    await gate('PATCH', `/portal_page/${String(page['id'])}/`, { title: 'After' });
    t.match(await versionsOf(page['id']), [
      { title: 'After', username: 'admin' },
      { title: 'Before', username: null, created: page['last_change'] },
    ]);
  });

  test(`versions belong to the organization of their page: ${engine}`, async (t) => {
    const red = await addTenant(gateway, 'red');
    const blue = await addTenant(gateway, 'blue');
    const page = (await red.call('POST', '/portal_page/', { name: 'red page' })).body['id'];
    const list = `/portal_page_version/?page=${String(page)}`;
    const [version] = results(await red.call('GET', list));
    const one = `/portal_page_version/${String(version?.['id'])}/`;
    t.equal((await red.call('GET', one)).status, 200);
    t.same(results(await blue.call('GET', list)), []);
    t.equal((await blue.call('GET', one)).status, 404);
    t.equal((await blue.call('POST', `${one}restore/`, {})).status, 404);
    await gate('PATCH', `/portal_page/${String(page)}/`, { organization: blue.id });
    t.same(results(await red.call('GET', list)), [], 'they move with it');
    t.equal(results(await blue.call('GET', list)).length, 1);
  });
}
