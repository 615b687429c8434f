import tap, { test } from 'tap';
import { addTenant, callerOf, startBoth, type Call } from '../aaa/api/fixture.ts';
import { eventually, results, type GatewayProcess, type Json } from '../gateway-process.ts';
import { startFakeNas, type FakeNas } from '../peers/fake-nas.ts';
import { ask, radclient } from './fixture.ts';
import { signedPacket, type Attribute } from './packets.ts';
import { prepared } from '../prepared.ts';

/*
 * Side effects of RADIUS among an ISP and two hotels below it, which are strangers to each other: the organization that a
 * session, a user, a quota and a CoA belong to. Real packets, on both engines.
 */

tap.setTimeout(120_000);
const { engines, stop } = await startBoth();
tap.teardown(stop);

interface Party {
  readonly id: number;
  readonly call: Call;
  readonly address: string;
  readonly secret: string;
  readonly nas: FakeNas;
  readonly client: number;
}

let sessions = 0;

const parties = await prepared(Object.entries(engines), ([, gateway]) => addParties(gateway));
for (const [[engine, gateway], { isp, red, blue }] of parties) {
  const account = (from: Party, attributes: readonly Attribute[], withinMs?: number) =>
    ask(
      { address: '127.0.0.1', port: gateway.acctPort },
      signedPacket(from.secret, { code: 4, identifier: sessions % 256, attributes }),
      { from: from.address, ...(withinMs !== undefined && { withinMs }) },
    );
  /** Starts a session on the NAS of a party. @returns its row, as the ISP sees it */
  const start = async (
    from: Party,
    more: Readonly<Record<number, string>> = {},
    withinMs?: number,
  ): Promise<Json> => {
    sessions += 1;
    const session = `T-${sessions}`;
    const named = Object.entries(more).map(([type, value]): Attribute => [Number(type), value]);
    const basic: readonly Attribute[] = [
      [40, 1],
      [44, session],
      [55, Math.floor(Date.now() / 1000)],
    ];
    if (!(await account(from, [...basic, ...named], withinMs))) throw new Error('no answer');
    const path = `/aaa_accounting/?acctsessionid=${session}`;
    return results(await gateway.gate('GET', path))[0] ?? {};
  };
  const statusesOf = async (path: string, method = 'GET', body?: Json) =>
    Promise.all([isp, red, blue].map(async ({ call }) => (await call(method, path, body)).status));

  test(`${engine}: a NAS of another organization cannot be claimed, and the refusal is the same whichever has it`, async (t) => {
    const taken = '02:00:5E:00:53:0A';
    for (const { call } of [isp, blue]) {
      const made = await call('POST', '/access_point/', { name: 'door', mac: taken });
      const claims = [{ mac: '0200.5e00.530a' }, { ip: isp.address }, { ip: blue.address }];
      const named = [{ identifier: 'nas of isp' }, { identifier: 'nas of blue' }];
      for (const claim of [...claims, ...named]) {
        const answer = await red.call('POST', '/access_point/', { name: 'claim', ...claim });
        const [[field, value]] = Object.entries(claim) as [[string, string]];
        const shown = field === 'mac' ? taken : value;
        const text = `"${shown}" is taken, or belongs to an AAA client that does not serve this organization.`;
        t.match(answer, { status: 400, body: { [field]: [text] } });
      }
      await call('DELETE', `/access_point/${String(made.body['id'])}/`);
    }
    const own = { name: 'own', ip: red.address, identifier: 'nas of red', mac: taken };
    const made = await red.call('POST', '/access_point/', own);
    t.equal(made.status, 201, 'its own NAS can be claimed');
    const path = `/access_point/${String(made.body['id'])}/`;
    t.equal((await red.call('PATCH', path, { ip: `::ffff:${isp.address}` })).status, 400);
    t.equal((await red.call('PATCH', path, { organization: blue.id })).status, 400);
    t.equal((await red.call('PUT', path, own)).status, 200);
    await red.call('DELETE', path);
  });

  test(`${engine}: an access point counts for the sessions of a client only with its consent`, async (t) => {
    const [mac, station] = ['02:00:5E:00:53:01', '02-00-5E-00-53-01:Guests'];
    const made = await red.call('POST', '/access_point/', { name: 'lobby', mac });
    const access_point = made.body['id'];
    for (const owner of [isp, blue]) {
      const row = await start(owner, { 30: station });
      t.match(row, { organization: owner.id, access_point: null }, 'without consent');
      t.equal((await red.call('GET', `/aaa_accounting/${String(row['radacctid'])}/`)).status, 404);
    }
    t.match(await start(red, { 30: station }), { organization: red.id, access_point });

    const client = `/aaa_client/${blue.client}/`;
    for (const [party, id] of [
      [red, blue.id],
      [red, isp.id],
      [blue, red.id],
    ] as const) {
      const own = `/aaa_client/${party.client}/`;
      const foreign = await party.call('PATCH', own, { serves: [id] });
      const absent = await party.call('PATCH', own, { serves: [987_654] });
      t.match(absent, { status: 400, body: { serves: [/987654/] } });
      t.match(foreign, { status: 400, text: absent.text.replace('987654', String(id)) });
    }
    t.equal((await isp.call('PATCH', client, { serves: [red.id] })).status, 200);
    const row = await start(blue, { 30: station });
    t.match(row, { organization: red.id, access_point }, 'the client serves it');
    const path = `/aaa_accounting/${String(row['radacctid'])}/`;
    t.same(await statusesOf(path), [200, 200, 404], 'the session is of the served one');
    t.equal((await blue.call('PATCH', client, { name: 'nas' })).status, 200);
    t.match((await blue.call('GET', client)).body, { serves: [red.id] }, 'and stays so');

    const before = blue.nas.received.length;
    const changes = `/aaa_authorization_change/?session=${String(row['radacctid'])}`;
    for (const change of ['disconnect', 'coa']) {
      const body = change === 'coa' ? { attributes: [{ attribute: 'Filter-Id', value: 'x' }] } : {};
      t.match(await red.call('POST', `${path}${change}/`, body), {
        status: 403,
        body: { detail: /belongs to an AAA client of another organization/ },
      });
      t.equal((await blue.call('POST', `${path}${change}/`, body)).status, 404);
    }
    t.equal(blue.nas.received.length, before, 'nothing was sent');
    t.match(await isp.call('POST', `${path}disconnect/`, {}), {
      status: 200,
      body: { organization: blue.id, status: 'acknowledged' },
    });
    t.equal(blue.nas.received.length, before + 1);
    for (const [party, count] of [
      [isp, 1],
      [red, 0],
      [blue, 1],
    ] as const)
      t.match((await party.call('GET', changes)).body, { count }, 'a change is of the client');

    await isp.call('PATCH', client, { serves: [] });
    t.match(await start(blue, { 30: station }), { organization: blue.id, access_point: null });
  });

  test(`${engine}: an organization that is switched off stops with all below it, at once`, async (t) => {
    const floor = await red.call('POST', '/organization/', { name: 'floor of red' });
    const admin = { organization: floor.body['id'], username: 'floor admin', role: 'admin' };
    const user = await red.call('POST', '/user/', admin);
    const token = await red.call('POST', '/user_token/', { user: user.body['id'] });
    const call = callerOf(gateway, String(token.body['token']));
    const shared = { name: 'floor', address: '127.0.0.4', secret: 'a secret of the floor' };
    const client = await call('POST', '/aaa_client/', shared);
    const below: Party = {
      ...red,
      ...shared,
      id: Number(floor.body['id']),
      client: Number(client.body['id']),
    };
    const isAnswered = (from: Party, withinMs?: number) =>
      start(from, {}, withinMs).then(
        () => true,
        () => false,
      );
    /** @param wanted  which are to be answered: a second is waited for the silence of the others */
    const standing = async ({ answered }: { readonly answered: readonly boolean[] }) => ({
      answered: await Promise.all(
        [isp, red, blue, below].map((party, at) =>
          isAnswered(party, answered[at] === false ? 1_000 : undefined),
        ),
      ),
      statuses: await Promise.all(
        [red.call, call, blue.call].map(async (one) => (await one('GET', '/user/')).status),
      ),
    });
    const path = `/organization/${red.id}/`;
    const all = { answered: [true, true, true, true], statuses: [200, 200, 200] };
    t.same(await standing(all), all);
    await isp.call('PATCH', path, { is_active: false });
    const off = { answered: [true, false, true, false], statuses: [401, 401, 200] };
    t.same(await standing(off), off);
    await isp.call('PATCH', path, { is_active: true });
    t.same(await standing(all), all);
    const metrics = async (token?: string) =>
      (await gateway.call('GET', '/metrics', undefined, token)).status;
    t.equal(await metrics(), 200, 'metrics are for the root');
    t.equal(await metrics(String(token.body['token'])), 403);
  });

  test(`${engine}: a device that an organization above has registered is not shown below`, async (t) => {
    const { body } = await red.call('POST', '/user/', { username: 'walker', password: 'a walk' });
    const extra = await red.call('POST', '/user_extra/', { parent: body['id'] });
    const login = { username: 'walker', password: 'a walk' };
    const device = (imei: string) => ({ ...login, imei });
    t.equal(
      (await isp.call('POST', '/device_app_register/', device('350000000000001'))).status,
      201,
    );
    t.equal(
      (await red.call('POST', '/device_app_register/', device('350000000000002'))).status,
      201,
    );
    const one = `/user_extra/${String(extra.body['id'])}/?device=true`;
    const list = `/user_extra/?parent=${String(body['id'])}&device=true`;
    const imeis = (row: Json | undefined) =>
      (row?.['devices'] as Json[] | undefined)?.map(({ imei }) => imei);
    t.same(imeis((await red.call('GET', one)).body), ['350000000000002']);
    t.same(imeis(results(await red.call('GET', list))[0]), ['350000000000002']);
    t.same(imeis((await isp.call('GET', one)).body), ['350000000000001', '350000000000002']);
  });

  test(`${engine}: the network of another organization's NAS cannot be taken over by any spelling`, async (t) => {
    const shared = { name: 'spoof', secret: 'another shared secret' };
    for (const owner of [isp, blue]) {
      const wide = owner.address.replace(/\d+$/, '77/29');
      const hex = `::ffff:7f00:${owner.address.replace(/.*\./, '').padStart(4, '0')}`;
      for (const address of [
        owner.address,
        `${owner.address}/32`,
        `::ffff:${owner.address}`,
        `::FFFF:${owner.address}/128`,
        hex,
        wide.replace('77', '1'),
        '0.0.0.0/0',
      ])
        for (const transport of ['udp', 'tls']) {
          const body = { ...shared, address, transport };
          t.match(await red.call('POST', '/aaa_client/', body), {
            status: 400,
            body: {
              address: [
                `"${address}" overlaps an AAA client that does not serve this organization.`,
              ],
            },
          });
        }
      const own = `/aaa_client/${red.client}/`;
      t.equal((await red.call('PATCH', own, { address: `${owner.address}/32` })).status, 400);
      t.match(await start(owner), { organization: owner.id, client: owner.client });
    }
    const within = { ...shared, address: '10.9.8.77/25' };
    const made = await blue.call('POST', '/aaa_client/', within);
    t.match(made.body, { address: '10.9.8.0/25' });
    const twin = { ...shared, name: 'twin', address: '::ffff:10.9.8.1/121' };
    t.match(await blue.call('POST', '/aaa_client/', twin), {
      status: 400,
      body: { address: [/already exists/] },
    });
    t.match((await blue.call('GET', '/aaa_client/?address=10.9.8.3%2F25')).body, { count: 1 });
    const path = `/aaa_client/${String(made.body['id'])}/`;
    const narrow = { ...shared, address: '10.9.8.7' };
    t.equal((await red.call('POST', '/aaa_client/', narrow)).status, 400);
    await isp.call('PATCH', path, { serves: [red.id] });
    const consented = await red.call('POST', '/aaa_client/', narrow);
    t.equal(consented.status, 201, 'with the consent of the owner');
    await isp.call('PATCH', path, { serves: [] });
    const narrowPath = `/aaa_client/${String(consented.body['id'])}/`;
    t.equal((await red.call('PUT', narrowPath, narrow)).status, 200, 'what is there may stay');
    await red.call('DELETE', narrowPath);
    await blue.call('DELETE', path);
  });

  test(`${engine}: a guest's portal session is continued by NASes of its organization, and of clients that serve it`, async (t) => {
    const [mac, ap_mac] = ['02:00:5E:00:53:AA', '02:00:5E:00:53:0E'];
    await red.call('POST', '/access_point/', { name: 'portal', mac: ap_mac });
    const guest = await red.call('POST', '/user/', { username: 'portal guest' });
    const login = { ap_mac, uid: 'portal guest', mac, ip: '10.0.0.1' };
    t.equal((await red.call('POST', '/portal_login/', login)).status, 201);
    const user = guest.body['id'];
    for (const stranger of [isp, blue]) {
      const row = await start(stranger, { 31: mac });
      t.match(row, { organization: stranger.id, user: null, username: null });
    }
    const open = async () =>
      results(await red.call('GET', `/aaa_accounting/?user=${String(user)}&session_status=active`));
    t.match(await open(), [{ organization: red.id, client: null }]);
    await isp.call('PATCH', `/aaa_client/${blue.client}/`, { serves: [red.id] });
    t.match(await start(blue, { 31: mac }), {
      user,
      username: 'portal guest',
      client: blue.client,
    });
    t.equal((await open()).length, 1, 'it is one session');
    await isp.call('PATCH', `/aaa_client/${blue.client}/`, { serves: [] });
  });

  test(`${engine}: a user belongs to sessions of its organization and of clients that serve it`, async (t) => {
    const quota = { attribute: 'Max-All-Session', op: ':=', value: '600' };
    const password = 'a good password';
    for (const owner of [isp, red]) {
      const [other, third] = [isp, red, blue].filter((party) => party !== owner) as [Party, Party];
      const username = `guest of ${owner.id}`;
      const { body } = await owner.call('POST', '/user/', {
        username,
        password,
        attributes: { check_attributes: [quota] },
      });
      const user = body['id'];
      for (const stranger of [other, third]) {
        const row = await start(stranger, { 1: username });
        t.match(row, { user: null, username, organization: stranger.id }, 'has none');
        await account(stranger, [
          [40, 2],
          [44, String(row['acctsessionid'])],
          [1, username],
          [46, 3_600],
        ]);
        const path = `/aaa_accounting/${String(row['radacctid'])}/`;
        t.match((await stranger.call('GET', path)).body, { user: null, acctsessiontime: 3_600 });
      }
      const login = await radclient({
        to: { address: '127.0.0.1', port: gateway.authPort },
        command: 'auth',
        secret: owner.secret,
        attributes: `User-Name="${username}"\nUser-Password="${password}"\nPacket-Src-IP-Address=${owner.address}\n`,
      });
      t.match(login.output, /Access-Accept/, 'the quota is not used up');

      const consent = { serves: [owner.id] };
      await isp.call('PATCH', `/aaa_client/${third.client}/`, consent);
      const live = await start(third, { 1: username });
      t.match(live, { user, organization: third.id }, 'a client that serves it');
      const open = await start(other, { 1: username });
      const before = other.nas.received.length;
      await owner.call('PATCH', `/user/${String(user)}/`, { is_active: false });
      const path = `/aaa_authorization_change/?session=${String(live['radacctid'])}`;
      const sent = await eventually(
        () => isp.call('GET', path).then(results),
        ([change]) => change?.['status'] === 'acknowledged',
      );
      t.match(sent, [{ trigger: 'user_disabled', organization: third.id }]);
      t.match(open, { user: null });
      t.equal(other.nas.received.length, before, 'no CoA to a NAS of a stranger');
      await isp.call('PATCH', `/aaa_client/${third.client}/`, { serves: [] });
    }
  });
}

/** Creates the hotels, and for each of the three an AAA client with a NAS that answers CoA. */
async function addParties(gateway: GatewayProcess) {
  const root: Call = (method, path, body) => gateway.gate(method, path, body);
  const { body } = await root('GET', '/me/organization/');
  const organizations = {
    isp: { id: Number(body['id']), call: root, address: '127.0.0.1' },
    red: { ...(await addTenant(gateway, 'red')), address: '127.0.0.2' },
    blue: { ...(await addTenant(gateway, 'blue')), address: '127.0.0.3' },
  };
  const party = async (name: keyof typeof organizations): Promise<Party> => {
    const { id, call, address } = organizations[name];
    const secret = `a shared secret of ${name}`;
    const nas = await startFakeNas(secret, { host: address });
    tap.teardown(() => nas.stop());
    const made = await call('POST', '/aaa_client/', {
      name,
      address,
      secret,
      nas_identifier: `nas of ${name}`,
      coa_port: nas.port,
    });
    return { id, call, address, secret, nas, client: Number(made.body['id']) };
  };
  return { isp: await party('isp'), red: await party('red'), blue: await party('blue') };
}
