import tap, { test } from 'tap';
import { radclient, type Site } from '../fixture.ts';
import { addSubscriber, logIn, pap, password, startOnBothEngines } from './two-engines.ts';

/* Which user a name means: local realms, prefixes, and names without regard to case. */

const { sites, stop } = await startOnBothEngines();
tap.teardown(stop);

interface NameFields {
  readonly local_realms?: readonly string[];
  readonly name_prefixes?: readonly string[];
  readonly ignore_name_case?: 1;
}

async function setRules({ server, store }: Site, id: number, rules: NameFields): Promise<void> {
  const { local_realms: realms, name_prefixes: prefixes, ignore_name_case = null } = rules;
  const columns = {
    local_realms: realms ? JSON.stringify(realms) : null,
    name_prefixes: prefixes ? JSON.stringify(prefixes) : null,
    ignore_name_case,
  };
  await store.write([store.db.updateTable('organization').set(columns).where('id', '=', id)]);
  await server.reload();
}

const accepted = /^Received Access-Accept/;
const rejected = /^Received Access-Reject/;

/** Sends a Start. @returns the user of its session */
async function userOfSession({ server, store }: Site, username: string, session: string) {
  const attributes = `User-Name="${username}"\nAcct-Session-Id=${session}\nAcct-Status-Type=Start`;
  await radclient({ to: server.acctAddress, command: 'acct', attributes });
  const found = store.db.selectFrom('aaa_accounting').select(['user', 'username']);
  return found.where('acctsessionid', '=', session).executeTakeFirst();
}

for (const [engine, site] of Object.entries(sites)) {
  test(`${engine}: a name with a local realm or a prefix is the local name`, async (t) => {
    const user = await addSubscriber(site, 'bob');
    const names = ['bob@isp.example', 'bob@ISP.Example', 'CORP\\\\bob', 'corp\\\\bob', 'host/bob'];
    for (const name of names) t.match(await logIn(site, pap(name)), rejected, `${name} before`);
    const rules = { local_realms: ['ISP.example'], name_prefixes: ['CORP\\', 'host/'] };
    await setRules(site, 1, rules);
    for (const name of names) t.match(await logIn(site, pap(name)), accepted, name);
    for (const name of ['bob@other.example', 'OTHER\\\\bob', '@isp.example'])
      t.match(await logIn(site, pap(name)), rejected, name);
    t.match(
      await userOfSession(site, 'CORP\\\\bob@isp.example', 'S1'),
      { user, username: 'CORP\\bob@isp.example' },
      'its session is that of the user, under the name of the NAS',
    );
    await setRules(site, 1, { name_prefixes: ['*\\'] });
    t.match(await logIn(site, pap('ANY\\\\bob')), accepted, 'any domain');
    t.match(await logIn(site, pap('bob@isp.example')), rejected);
    await setRules(site, 1, {});
  });

  test(`${engine}: the whole name goes before the local one, and MS-CHAP hashes the name of the peer`, async (t) => {
    await setRules(site, 1, { local_realms: ['isp.example'] });
    await addSubscriber(site, 'carol', { is_active: 0, isReversible: true });
    await addSubscriber(site, 'carol@isp.example', { isReversible: true });
    t.match(await logIn(site, pap('carol@isp.example')), accepted);
    t.match(await logIn(site, pap('carol')), rejected);
    await addSubscriber(site, 'dave', { isReversible: true });
    const byMsChap = `User-Name=dave@isp.example\nMS-CHAP-Password="${password}"`;
    t.match(await logIn(site, byMsChap), accepted);
    await setRules(site, 1, {});
  });

  test(`${engine}: an organization may ignore the case of names`, async (t) => {
    const user = await addSubscriber(site, 'Erin');
    t.match(await logIn(site, pap('erin')), rejected);
    await setRules(site, 1, { ignore_name_case: 1, local_realms: ['isp.example'] });
    t.match(await logIn(site, pap('erin')), accepted);
    t.match(await logIn(site, pap('ERIN@isp.example')), accepted);
    t.match(await userOfSession(site, 'eRIN@isp.example', 'S2'), { user });
    await addSubscriber(site, 'erIN');
    t.match(await logIn(site, pap('erin')), rejected, 'two users: neither');
    t.match(await userOfSession(site, 'erin', 'S3'), { user: null });
    t.match(await logIn(site, pap('Erin')), accepted, 'the exact name');
    t.match(await userOfSession(site, 'Erin', 'S4'), { user });
    t.match(await logIn(site, pap('STRANGER')), rejected, 'a user of another organization');
    await setRules(site, 1, {});
  });

  test(`${engine}: an organization has the rules of the nearest above it`, async (t) => {
    const { db } = site.store;
    await site.store.write([
      db.updateTable('organization').set({ parent: 1 }).where('id', '=', 2),
      db.updateTable('aaa_client').set({ organization: 2 }),
    ]);
    await addSubscriber(site, 'frank', { organization: 2 });
    await setRules(site, 1, { local_realms: ['isp.example'] });
    t.match(await logIn(site, pap('frank@isp.example')), accepted);
    await setRules(site, 2, { local_realms: [] });
    t.match(await logIn(site, pap('frank@isp.example')), rejected);
  });
}
