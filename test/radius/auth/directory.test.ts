import tap, { test } from 'tap';
import { eventually } from '../../gateway-process.ts';
import { Secret } from '../../../src/contract/secret.ts';
import { systemClock } from '../../../src/runtime/clock.ts';
import { withoutDelays } from '../../manual-clock.ts';
import { startSlapd } from '../../peers/slapd.ts';
import { addProfile, addSubscriber, logIn, pap, startOnBothEngines } from './two-engines.ts';

/* People of a directory as users: OpenLDAP verifies their passwords, and their groups give profiles. */

let now = new Date('2026-11-25T10:00:00Z');
const directory = await startSlapd();
tap.teardown(() => directory.remove());
/** Milliseconds by which the clocks of the gateways are ahead. */
let ahead = 0;
const monotonicMs = () => systemClock.monotonicMs() + ahead;
const clock = { ...withoutDelays(systemClock), monotonicMs };
const { sites, stop } = await startOnBothEngines({ clock, now: () => now });
tap.teardown(stop);

const password = 'clientPass';

const person = (uid: string, more = '') => `
dn: uid=${uid},ou=people,dc=example
changetype: add
objectClass: inetOrgPerson
uid: ${uid}
cn: ${uid}
sn: Example
mail: ${uid}@example
userPassword: ${password}
${more}`;

const group = (cn: string, ...members: readonly string[]) => `
dn: cn=${cn},ou=groups,dc=example
changetype: add
objectClass: groupOfNames
cn: ${cn}
${members.map((uid) => `member: uid=${uid},ou=people,dc=example`).join('\n')}
`;

await directory.modify(
  ['ann', 'bob', 'carol', 'dave', 'erin', 'admin']
    .map((uid) => person(uid, 'givenName: Given\n'))
    .join(''),
);
await directory.modify(
  [group('Staff', 'ann', 'carol'), group('voice', 'carol'), group('other', 'bob')].join(''),
);

const engines = Object.entries(sites);
for (const [engine, site] of engines) {
  const { store, gateway } = site;
  const seal = (text: string) => gateway.vault.seal(new Secret(text), 'user_source.bind_password');
  const columns = {
    organization: 1,
    name: 'people',
    addresses: JSON.stringify(['127.0.0.1']),
    port: directory.tlsPort,
    protection: 'tls',
    tls_ca: directory.ca,
    tls_server_name: 'directory.example',
    bind_dn: directory.admin.dn,
    bind_password: seal(directory.admin.password),
    base_dn: 'ou=people,dc=example',
    username_attribute: 'uid',
    user_filter: null,
    group_filter: null,
    group_base_dn: null,
    requires_group: 0 as const,
    profile: null,
    groups: '[]',
    priority: 1,
    timeout_seconds: 1,
    cache_hours: 24,
    created: 0,
    last_change: 0,
  };
  /** Makes the directory the only source, with some columns changed. */
  const use = async (more: Readonly<Record<string, unknown>> = {}) => {
    const values = { ...columns, state: 'unknown', last_error: null, ...more } as const;
    const [written] = await store.write([store.db.updateTable('user_source').set(values)]);
    if (written?.changes === 0)
      await store.write([store.db.insertInto('user_source').values(values)]);
    ahead += 1_000;
  };
  const logins = new Map<string, number>();
  const login = (username: string, attributes = pap(username)) => {
    logins.set(username, (logins.get(username) ?? 0) + 1);
    return logIn(site, attributes);
  };
  const userOf = (username: string) =>
    store.db.selectFrom('user').selectAll().where('username', '=', username).executeTakeFirst();
  const reasonOf = async (username: string) => {
    const rows = await eventually(
      () =>
        store.db
          .selectFrom('aaa_decision')
          .select(['reason', 'method', 'outcome'])
          .where('username', '=', username)
          .orderBy('id', 'desc')
          .execute(),
      (found) => found.length === logins.get(username),
    );
    return rows[0];
  };

  test(`${engine}: a person of the directory is a user with the profiles of its groups`, async (t) => {
    const staff = await addProfile(site, 'staff', { vlan: 10 });
    const voice = await addProfile(site, 'voice', { vlan: 20, priority: 1 });
    const others = await addProfile(site, 'others', { vlan: 30 });
    const groups = JSON.stringify([
      { group: 'cn=staff, ou=Groups, dc=example', profile: 'staff' },
      { group: 'Voice', profile: 'voice' },
    ]);
    await use({ groups, profile: others });
    t.match(await login('ann'), /Access-Accept[^]*Tunnel-Private-Group-Id:0 = "10"/);
    t.match(await userOf('ann'), {
      role: 'subscriber',
      first_name: 'Given',
      last_name: 'Example',
      email: 'ann@example',
      profile: staff,
      password: null,
    });
    t.match(await reasonOf('ann'), { method: 'LDAP', outcome: 'accept' });
    t.match(await login('carol'), /Tunnel-Private-Group-Id:0 = "20"/);
    t.match(await userOf('carol'), { profile: staff, profiles: JSON.stringify([voice]) });
    t.match(await login('bob'), /Tunnel-Private-Group-Id:0 = "30"/);
    const wrong = await login('ann', 'User-Name=ann\nUser-Password=other\n');
    t.match(wrong, /Access-Reject/);
    t.match(await login('nobody'), /Access-Reject/);
    t.equal(await userOf('nobody'), undefined);
  });

  test(`${engine}: a name is one value of the filter, and an empty password is none`, async (t) => {
    await use();
    for (const name of ['*', 'a*', 'ann)(uid=bob', '(uid=*', '\\\\2a'])
      t.match(await login(name), /Access-Reject/, name);
    t.match(await login('dave', 'User-Name=dave\nUser-Password=""\n'), /Access-Reject/);
    t.match(await reasonOf('dave'), { outcome: 'reject' });
    t.equal(await userOf('dave'), undefined);
    t.match(await login('DAVE'), /Access-Accept/, 'case does not count there');
    t.match(await userOf('dave'), { username: 'dave' }, 'the spelling is that of the directory');
    const several = '(|(uid=ann)(uid=bob)(uid={username}))';
    await use({ user_filter: several });
    t.match(await login('erin'), /Access-Reject/);
    t.match(await reasonOf('erin'), { reason: /entries match/ });
  });

  test(`${engine}: only members of a group may log in, and groups may be searched`, async (t) => {
    const groups = JSON.stringify([{ group: 'staff', profile: 'absent' }]);
    const group_filter = '(&(objectClass=groupOfNames)(member={dn}))';
    await use({
      groups,
      requires_group: 1,
      group_filter,
      group_base_dn: 'ou=groups,dc=example',
    });
    t.match(await login('ann'), /Access-Accept/);
    t.match(await login('bob'), /Access-Reject/);
    t.match(await reasonOf('bob'), { reason: /in none of the groups/ });
  });

  test(`${engine}: users with credentials here, and names of others, stay what they are`, async (t) => {
    await use();
    await addSubscriber(site, 'frank');
    t.match(await login('frank'), /Access-Accept/);
    t.match(await reasonOf('frank'), { method: 'PAP' });
    t.match(await userOf('frank'), { source: null });
    const values = {
      organization: 1,
      username: 'admin',
      role: 'admin',
      created: 0,
      last_change: 0,
    };
    await store.write([store.db.insertInto('user').values(values)]);
    t.match(await login('admin'), /Access-Reject/);
    t.match(await reasonOf('admin'), { reason: /another user of the gateway has the name admin/ });
    await store.write([
      store.db.updateTable('user').set({ is_active: 0 }).where('username', '=', 'ann'),
    ]);
    await login('ann');
    t.match(await reasonOf('ann'), { reason: 'inactive user' });
    const challenge = 'User-Name=bob\nCHAP-Password=clientPass\n';
    t.match(await login('bob', challenge), /Access-Reject/);
    t.match(await reasonOf('bob'), { reason: /verifies a password in clear only, not CHAP/ });
  });

  test(`${engine}: a server proves who it is, and why it does not answer is said`, async (t) => {
    const stateOf = () => store.db.selectFrom('user_source').select(['state', 'last_error']);
    const becomes = async (
      more: Readonly<Record<string, unknown>>,
      state: string,
      error: RegExp | null,
    ) => {
      await use(more);
      await login('gina');
      const rows = await eventually(
        () => stateOf().execute(),
        ([row]) => row?.state !== 'unknown',
      );
      t.match(rows, [{ state, ...(error && { last_error: error }) }]);
    };
    await becomes({ tls_ca: null }, 'down', /self-signed|unable to/);
    await becomes({ tls_server_name: 'other.example' }, 'down', /other\.example/);
    await becomes({ bind_password: seal('other') }, 'down', /bind_dn or bind_password is wrong/);
    await becomes({ port: 1 }, 'down', /ECONNREFUSED/);
    await becomes({ base_dn: 'ou=absent,dc=example' }, 'down', /No ?such ?object|0x20/i);
    const starttls = { protection: 'starttls', port: directory.port };
    await becomes(starttls, 'up', null);
    t.match(await login('bob'), /Access-Accept/, 'by StartTLS');
    await becomes({ ...starttls, tls_ca: null }, 'down', /self-signed|unable to/);
    const clear = { protection: 'none', port: directory.port, tls_ca: null, tls_server_name: null };
    await becomes({ ...clear, addresses: '["127.0.0.2","127.0.0.1"]' }, 'up', null);
  });

  test(`${engine}: while the directory is away, the last right password counts for its hours`, async (t) => {
    await use();
    t.match(await login('carol'), /Access-Accept/);
    await eventually(
      () => userOf('carol'),
      (user) => user?.source_password != null,
    );
    t.notMatch(JSON.stringify(await userOf('carol')), password);
    await directory.stop();
    t.match(await login('carol'), /Access-Accept/);
    t.match(await reasonOf('carol'), { method: 'LDAP (kept password)' });
    const wrong = await login('carol', 'User-Name=carol\nUser-Password=other\n');
    t.match(wrong, /Access-Reject/);
    t.match(await login('erin'), /Access-Reject/, 'nothing was kept');
    t.match(await reasonOf('erin'), { reason: /directory people: .*ECONNREFUSED/ });
    now = new Date(now.getTime() + 24 * 3_600_000);
    t.match(await login('carol'), /Access-Reject/, 'a day later');
    await directory.start();
    t.match(await login('carol'), /Access-Reject/, 'it rests for some seconds');
    ahead += 5_000;
    t.match(await login('carol'), /Access-Accept/);
    directory.signal('SIGSTOP');
    t.teardown(() => {
      directory.signal('SIGCONT');
    });
    t.match(await login('carol'), /Access-Accept/, 'a directory that hangs');
  });

  test(`${engine}: who leaves the directory is refused, and who changes its group gets another profile`, async (t) => {
    const groups = JSON.stringify([
      { group: 'staff', profile: 'staff' },
      { group: 'voice', profile: 'voice' },
    ]);
    await use({ groups });
    const uid = `hank-${engine}`;
    await directory.modify(person(uid));
    const dn = `uid=${uid},ou=people,dc=example`;
    const change = (cn: string, verb: string) =>
      `dn: cn=${cn},ou=groups,dc=example\nchangetype: modify\n${verb}: member\nmember: ${dn}\n`;
    await directory.modify(change('voice', 'add'));
    t.match(await login(uid), /Tunnel-Private-Group-Id:0 = "20"/);
    await directory.modify(`${change('voice', 'delete')}\n${change('staff', 'add')}`);
    t.match(await login(uid), /Tunnel-Private-Group-Id:0 = "10"/);
    await directory.modify(`dn: ${dn}\nchangetype: delete\n`);
    t.match(await login(uid), /Access-Reject/);
    t.match(await reasonOf(uid), { reason: 'directory people: no such person' });
  });
}
