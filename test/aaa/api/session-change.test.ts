import tap, { test } from 'tap';
import { results } from '../../gateway-process.ts';
import { startFakeNas } from '../../peers/fake-nas.ts';
import { account, secret } from '../../radius/acct/send-accounting.ts';
import { addProfile, furnish, inHex, limit } from '../coa/fixture.ts';
import { addTenant, startBoth } from './fixture.ts';
import { prepared } from '../../prepared.ts';

/* Disconnect and CoA on request of a caller (RFC 5176). */

tap.setTimeout(240_000);

const { engines, stop } = await startBoth();
tap.teardown(stop);

const sites = await prepared(Object.entries(engines), ([, gateway]) => furnish(gateway));
for (const [[engine, gateway], site] of sites) {
  const { nas, client, open, changes, capabilities, ask } = site;
  tap.teardown(() => nas.stop());

  test(`${engine}: a Disconnect identifies session and NAS by the attributes of the NAS`, async (t) => {
    nas.behave({ answer: 'ack', isSigned: true });
    const { id, session } = await open('unknown user');
    const [before, began] = [nas.received.length, Date.now()];
    const { status, body } = await ask(id, 'disconnect');
    t.equal(status, 200);
    t.match(body, {
      status: 'acknowledged',
      kind: 'disconnect',
      trigger: 'api',
      // One, unless a busy machine has delayed the reply for two seconds.
      tries: nas.received.length - before,
      session: Number(id),
      error_cause: null,
    });
    t.ok(Number(body['ms']) < 10_000);
    const request = nas.received.at(-1);
    t.equal(request?.kind, 'disconnect');
    const sent = Object.fromEntries(
      [...(request?.attributes ?? [])].filter(([type]) => type !== 55 && type !== 80),
    );
    t.same(sent, {
      1: [inHex('unknown user')],
      4: ['c000020a'],
      31: [inHex('02-00-00-00-00-01')],
      44: [inHex(session)],
    });
    const timestamp = Number.parseInt(request?.attributes.get(55)?.[0] ?? '', 16);
    t.ok(
      timestamp >= Math.floor(began / 1000) && timestamp <= Date.now() / 1000,
      'Event-Timestamp',
    );
    t.same(nas.faults, []);
    t.match(await capabilities(), { accepts_disconnect: 'yes' });
  });

  test(`${engine}: the attributes of a CoA are encoded by the dictionary`, async (t) => {
    nas.behave({ answer: 'ack' });
    const { id } = await open('user-1');
    const attributes = [
      { attribute: 'session-timeout', value: '600' },
      { attribute: 'Filter-Id', value: 'slow' },
      { attribute: 'Termination-Action', value: 'RADIUS-Request' },
      { attribute: 'Mikrotik-Rate-Limit', value: '1M/2M' },
    ];
    const { status, body } = await ask(id, 'coa', { attributes });
    t.equal(status, 200);
    t.match(body, { status: 'acknowledged', kind: 'coa', attributes });
    const sent = nas.received.at(-1)?.attributes;
    t.same(
      [sent?.get(27), sent?.get(11), sent?.get(29)],
      [['00000258'], [inHex('slow')], ['00000001']],
    );
    t.same(sent?.get(26), [`00003a8c0807${inHex('1M/2M')}`], 'Vendor-Specific');
    t.match(await capabilities(), { accepts_coa: 'yes' });
  });

  test(`${engine}: a CoA sends the reply attributes of a profile`, async (t) => {
    nas.behave({ answer: 'ack' });
    const profile = await addProfile(gateway, 'sent at once', limit('77'));
    const { id } = await open('user-1');
    t.match((await ask(id, 'coa', { profile })).body, { status: 'acknowledged' });
    t.same(nas.received.at(-1)?.attributes.get(27), ['0000004d']);
  });

  test(`${engine}: of a profile those reply attributes are sent whose conditions hold for the session`, async (t) => {
    nas.behave({ answer: 'ack' });
    const [item = {}] = limit('88');
    const [elsewhere = {}] = limit('99');
    const profile = await addProfile(gateway, 'by place', [
      { ...item, when: { client: 'nas', nas_group: 'hotel' } },
      { ...elsewhere, op: ':=', when: { ssid: 'staff' } },
    ]);
    const { id } = await open('user-1');
    t.match(await ask(id, 'coa', { profile }), { status: 400, body: { profile: [String] } });
    const group = { nas_group: 'hotel' };
    t.equal((await gateway.gate('PATCH', `/aaa_client/${client}/`, group)).status, 200);
    t.match((await ask(id, 'coa', { profile })).body, { status: 'acknowledged' });
    t.same(nas.received.at(-1)?.attributes.get(27), ['00000058']);
  });

  test(`${engine}: a NAK shows its Error-Cause, and a refused CoA does not end the session`, async (t) => {
    nas.behave({ answer: 'nak', errorCause: 401 });
    const { id } = await open('user-1');
    const before = nas.received.length;
    const { status, body } = await ask(id, 'coa', { attributes: limit('1') });
    t.equal(status, 200);
    t.match(body, {
      status: 'refused',
      error_cause: 401,
      error_cause_name: 'Unsupported-Attribute',
      tries: nas.received.length - before,
    });
    t.equal((await changes({ id })).length, 1);
  });

  for (const [body, field] of [
    [{}, 'attributes'],
    [{ attributes: [] }, 'attributes'],
    [{ attributes: limit('1'), profile: 1 }, 'attributes'],
    [{ attributes: limit('soon') }, 'attributes'],
    [{ attributes: [{ attribute: 'No-Such-Attribute', value: '1' }] }, 'attributes'],
    [{ attributes: [{ attribute: 'Tunnel-Password', value: '1' }] }, 'attributes'],
    [{ profile: 987_654 }, 'profile'],
  ] as const)
    test(`${engine}: a CoA of ${JSON.stringify(body)} is refused by field, without a packet`, async (t) => {
      const { id } = await open('user-1');
      const before = nas.received.length;
      const answer = await ask(id, 'coa', body);
      t.equal(answer.status, 400, answer.text);
      t.same(Object.keys(answer.body), [field]);
      t.equal(nas.received.length, before);
    });

  test(`${engine}: a session that has ended cannot be changed`, async (t) => {
    const session = await open('user-1');
    await session.end();
    const { status, body } = await ask(session.id, 'disconnect');
    t.equal(status, 409);
    t.match(body, { detail: new RegExp(`Session ${session.id} ended at 20`) });
  });

  test(`${engine}: sessions and changes of other organizations count as absent`, async (t) => {
    nas.behave({ answer: 'ack' });
    const tenant = await addTenant(gateway, 'elsewhere');
    const { id } = await open('user-1');
    t.equal((await tenant.call('POST', `/aaa_accounting/${id}/disconnect/`, {})).status, 404);
    t.equal((await ask(id, 'disconnect')).status, 200);
    t.match((await tenant.call('GET', '/aaa_authorization_change/')).body, {
      count: 0,
      results: [],
    });
  });

  test(`${engine}: accepts_coa and accepts_disconnect are read-only`, async (t) => {
    const before = await gateway.gate('GET', `/aaa_client/${site.client}/`);
    const { status, body } = await gateway.gate('PATCH', `/aaa_client/${site.client}/`, {
      accepts_coa: 'no',
    });
    t.equal(status, 200, 'a read-only field is ignored');
    t.equal(body['accepts_coa'], before.body['accepts_coa']);
  });
}

test(
  'a request to a silent NAS ends after twenty seconds with the address that was asked and what to do',
  { timeout: 120_000 },
  async (t) => {
    const asked = Object.values(engines).map(async (gateway) => {
      const silent = await startFakeNas(secret);
      t.teardown(() => silent.stop());
      silent.behave({ answer: 'silence' });
      const [row] = results(await gateway.gate('GET', '/aaa_client/'));
      await gateway.gate('PATCH', `/aaa_client/${String(row?.['id'])}/`, { coa_port: silent.port });
      await account(gateway, {
        session: 'unheard',
        username: 'user-1',
        at: Math.floor(Date.now() / 1000),
      });
      const [session] = results(
        await gateway.gate('GET', '/aaa_accounting/?acctsessionid=unheard'),
      );
      const { status, body } = await gateway.gate(
        'POST',
        `/aaa_accounting/${String(session?.['radacctid'])}/disconnect/`,
        {},
      );
      t.equal(status, 200);
      const message = new RegExp(
        `127\\.0\\.0\\.1 port ${silent.port}/udp did not answer.*register the NAS`,
      );
      t.match(body, { status: 'no_answer', error_cause: null, error_message: message });
      // Without a caller who waits it would be thirty seconds.
      t.ok(Number(body['ms']) >= 19_000 && Number(body['ms']) < 29_000, `${Number(body['ms'])} ms`);
      t.equal(body['tries'], silent.received.length);
      t.equal(
        new Set(
          silent.received.map(({ authenticator, fromPort }) => `${authenticator} ${fromPort}`),
        ).size,
        1,
      );
    });
    await Promise.all(asked);
  },
);
