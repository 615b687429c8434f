import tap, { test } from 'tap';
import { eventually } from '../../gateway-process.ts';
import type { Site } from '../fixture.ts';
import {
  addProfile,
  addSubscriber,
  logIn,
  pap,
  password,
  startOnBothEngines,
} from './two-engines.ts';

/* The Reply-Message of an Access-Reject. */

const { sites, stop } = await startOnBothEngines();
tap.teardown(stop);

const set = (attribute: string, value: string) => [{ id: 1, attribute, op: ':=' as const, value }];
const past = 1_000;

async function changeOrganization(
  { store }: Site,
  id: number,
  fields: Readonly<Record<string, string | number | null>>,
): Promise<void> {
  await store.write([store.db.updateTable('organization').set(fields).where('id', '=', id)]);
}

/** Returns the Reply-Messages of a reject, joined. */
function messageOf(output: string): string {
  if (!output.startsWith('Received Access-Reject')) throw new Error(output);
  return [...output.matchAll(/Reply-Message = "(.*)"/g)].map(([, text]) => text).join('');
}

async function reject(site: Site, username: string): Promise<string> {
  return messageOf(await logIn(site, pap(username)));
}

for (const [engine, site] of Object.entries(sites)) {
  test(`${engine}: a reject after the right password says why, and no other reject does`, async (t) => {
    await addSubscriber(site, 'expired', { expiration: past });
    await addSubscriber(site, 'used up', { check: set('Max-All-Octets', '0') });
    await addSubscriber(site, 'not now', { check: set('Login-Time', 'none') });
    await addSubscriber(site, 'too many', { check: set('Simultaneous-Use', '0') });
    await addSubscriber(site, 'switched off', { is_active: 0 });
    t.equal(await reject(site, 'expired'), 'Your access has expired.');
    t.equal(await reject(site, 'used up'), 'Your time or data volume is used up.');
    t.equal(await reject(site, 'not now'), 'You cannot log in here at this time.');
    t.match(await reject(site, 'too many'), /^Too many devices are connected/);
    t.equal(await reject(site, 'switched off'), '', 'the matter of the operator');
    const wrong = 'User-Password=wrong';
    for (const name of ['expired', 'used up', 'not now', 'too many', 'switched off', 'unknown'])
      t.equal(messageOf(await logIn(site, `User-Name="${name}"\n${wrong}`)), '', name);
    t.equal(await reject(site, 'unknown'), '');
  });

  test(`${engine}: the language is the user's, else that of the nearest organization`, async (t) => {
    const below = { organization: 2, expiration: past };
    await changeOrganization(site, 1, { language: 'fr' });
    await addSubscriber(site, 'german', { expiration: past, language: 'de-AT' });
    await addSubscriber(site, 'french', { expiration: past });
    await addSubscriber(site, 'klingon', { expiration: past, language: 'tlh' });
    t.equal(await reject(site, 'german'), 'Ihr Zugang ist abgelaufen.');
    t.equal(await reject(site, 'french'), 'Votre accès a expiré.');
    t.equal(await reject(site, 'klingon'), 'Your access has expired.', 'no such texts: English');
    await changeOrganization(site, 1, { language: null });
    await changeOrganization(site, 2, { parent: 1, language: 'es' });
    await addSubscriber(site, 'spanish', below);
    await site.store.write([
      site.store.db.updateTable('aaa_client').set({ organization: 2, last_change: 7 }),
    ]);
    await site.server.reload();
    t.equal(await reject(site, 'spanish'), 'Su acceso ha caducado.');
    await changeOrganization(site, 2, { language: null });
    await changeOrganization(site, 1, { language: 'pt' });
    t.equal(await reject(site, 'spanish'), 'O seu acesso expirou.');
    await site.store.write([
      site.store.db.updateTable('aaa_client').set({ organization: 1, last_change: 8 }),
    ]);
    await site.server.reload();
    await changeOrganization(site, 1, { language: null });
    await changeOrganization(site, 2, { parent: null });
  });

  test(`${engine}: profile and organization choose the text, or none`, async (t) => {
    const long = 'ä'.repeat(300);
    const text = { reject_message: 'text', reject_text: long };
    const silent = await addProfile(site, 'silent', { reject_message: 'none' });
    const talking = await addProfile(site, 'talking', text);
    const plain = await addProfile(site, 'plain');
    await addSubscriber(site, 'of silent', { expiration: past, profile: silent });
    await addSubscriber(site, 'of talking', { expiration: past, profile: talking });
    await addSubscriber(site, 'of plain', { expiration: past, profile: plain });
    t.equal(await reject(site, 'of silent'), '');
    t.equal(await reject(site, 'of talking'), long, 'in attributes of 253 octets at most');
    t.equal(await reject(site, 'of plain'), 'Your access has expired.');
    await changeOrganization(site, 1, { reject_message: 'text', reject_text: 'Call 555.' });
    t.equal(await reject(site, 'of silent'), '');
    t.equal(await reject(site, 'of plain'), 'Call 555.');
    await changeOrganization(site, 1, { reject_message: 'none' });
    t.equal(await reject(site, 'of plain'), '');
    await changeOrganization(site, 1, { reject_message: null, reject_text: null });
  });
}

test('the decision shows the Reply-Message, and a CHAP login gets it too', async (t) => {
  const site = sites.sqlite;
  await addSubscriber(site, 'by chap', { expiration: past, isReversible: true });
  const output = await logIn(site, `User-Name="by chap"\nCHAP-Password="${password}"`);
  t.equal(messageOf(output), 'Your access has expired.');
  const ofUser = () =>
    site.store.db
      .selectFrom('aaa_decision')
      .select('attributes')
      .where('username', '=', 'by chap')
      .executeTakeFirst();
  const found = await eventually(ofUser, (row) => row !== undefined);
  t.match(found?.attributes, /Reply-Message.*Your access has expired/);
});
