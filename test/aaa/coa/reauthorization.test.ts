import { setTimeout as sleep } from 'node:timers/promises';
import tap, { test } from 'tap';
import { eventually } from '../../gateway-process.ts';
import { addProfile, furnish, limit } from './fixture.ts';
import { startBoth } from '../api/fixture.ts';
import { prepared } from '../../prepared.ts';

/* Changes of users and profiles reach live sessions by CoA and Disconnect (RFC 5176). */

tap.setTimeout(240_000);

const { engines, stop } = await startBoth();
tap.teardown(stop);

const sites = await prepared(Object.entries(engines), ([, gateway]) => furnish(gateway));
for (const [[engine, gateway], site] of sites) {
  const { nas, user, open, changes, changed, requestsFor, capabilities, settled, ask } = site;
  tap.teardown(() => nas.stop());
  const isRunning = (session: { readonly id: string }) =>
    eventually(
      () => changes(session),
      (rows) => rows[0]?.['status'] === 'running',
    );

  for (const [words, change, trigger] of [
    ['is switched off', { method: 'PATCH', body: { is_active: false } }, 'user_disabled'],
    ['is deleted', { method: 'DELETE' }, 'user_deleted'],
    [
      'expires at once',
      { method: 'PATCH', body: { expiration: '2020-01-01T00:00:00Z' } },
      'expired',
    ],
  ] as const)
    test(`${engine}: a user who ${words} is disconnected once from each session`, async (t) => {
      nas.behave({ answer: 'ack' });
      const { id, username } = await user();
      const sessions = [await open(username), await open(username), await open(username)];
      await settled();
      for (const session of sessions)
        t.same(await changes(session), [], 'nothing happens to a user who may stay connected');
      await gateway.gate(change.method, `/user/${id}/`, 'body' in change ? change.body : undefined);
      for (const session of sessions) {
        t.match(await changed(session), [
          { kind: 'disconnect', trigger, status: 'acknowledged', username, requested_by: null },
        ]);
        t.equal(requestsFor(session), 1);
      }
    });

  test(`${engine}: an expiration during a session ends it`, async (t) => {
    nas.behave({ answer: 'ack' });
    const { username } = await user({ expiration: new Date(Date.now() + 1_500).toISOString() });
    const session = await open(username);
    t.match(await changed(session), [{ trigger: 'expired', status: 'acknowledged' }]);
  });

  test(`${engine}: the sessions of a voucher share its time and end together`, async (t) => {
    nas.behave({ answer: 'ack' });
    const token = await gateway.gate('POST', '/user_token/', { kind: 'network', time: 602 });
    const code = String(token.body['code']);
    // One session alone would use its credit up in five minutes.
    const sessions = [await open(code, 300), await open(code, 300)];
    for (const session of sessions)
      t.match(
        await eventually(
          () => changes(session),
          (rows) => rows.length > 0,
        ),
        [{ trigger: 'balance' }],
      );
  });

  test(`${engine}: a session ends when its credit is withdrawn`, async (t) => {
    nas.behave({ answer: 'ack' });
    const token = await gateway.gate('POST', '/user_token/', { kind: 'network', time: 3_600 });
    const session = await open(String(token.body['code']));
    await settled();
    await gateway.gate('PATCH', `/user_token/${String(token.body['id'])}/`, { time: 0 });
    t.match(await changed(session), [{ trigger: 'balance', status: 'acknowledged' }]);
  });

  test(`${engine}: a change of a profile sends its new grant to the sessions of its users`, async (t) => {
    nas.behave({ answer: 'ack' });
    const profile = await addProfile(gateway, 'changing', limit('3600'));
    const { username } = await user({ profile });
    const session = await open(username);
    await settled();
    await gateway.gate('PATCH', `/aaa_profile/${profile}/`, { description: 'unrelated' });
    await settled();
    t.same(await changes(session), [], 'a change that leaves the grant as it is sends nothing');
    await gateway.gate('PATCH', `/aaa_profile/${profile}/`, { reply_attributes: limit('60') });
    t.match(await changed(session), [
      { kind: 'coa', trigger: 'profile', status: 'acknowledged', attributes: limit('60') },
    ]);
    t.same(nas.received.at(-1)?.attributes.get(27), ['0000003c']);
    await gateway.gate('PATCH', `/aaa_profile/${profile}/`, { vlan: 30 });
    const [toVlan] = await changed(session, (rows) => rows.length === 2);
    t.match(toVlan, { kind: 'coa', attributes: { length: 4 } });
    t.same(nas.received.at(-1)?.attributes.get(81), ['3330'], 'the number as text, without a tag');
    const none = { reply_attributes: [], vlan: null };
    await gateway.gate('PATCH', `/aaa_profile/${profile}/`, none);
    t.match(
      await changed(session, (rows) => rows.length === 3),
      [{ kind: 'disconnect', trigger: 'profile' }, { kind: 'coa' }, { kind: 'coa' }],
      'a CoA cannot withdraw an attribute',
    );
  });

  test(`${engine}: a change of a further profile, or of which there are, reaches the sessions of its users`, async (t) => {
    nas.behave({ answer: 'ack' });
    const [main, further] = [
      await addProfile(gateway, 'main', limit('3600')),
      await addProfile(gateway, 'further', limit('1800')),
    ];
    const { id, username } = await user({ profile: main, profiles: [further] });
    const session = await open(username);
    await settled();
    t.same(await changes(session), []);
    await gateway.gate('PATCH', `/aaa_profile/${further}/`, { reply_attributes: limit('900') });
    await settled();
    t.same(await changes(session), [], 'the profile of the same priority overrides it');
    await gateway.gate('PATCH', `/aaa_profile/${further}/`, { priority: 1 });
    t.match(await changed(session), [{ kind: 'coa', attributes: limit('900') }]);
    await gateway.gate('PATCH', `/aaa_profile/${further}/`, { reply_attributes: limit('600') });
    t.match(await changed(session, (rows) => rows.length === 2), [{ attributes: limit('600') }]);
    await gateway.gate('PATCH', `/user/${id}/`, { profiles: [] });
    t.match(await changed(session, (rows) => rows.length === 3), [{ attributes: limit('3600') }]);
  });

  test(`${engine}: a client that refuses CoA is recorded, and gets a Disconnect instead`, async (t) => {
    const profile = await addProfile(gateway, 'refused', limit('3600'));
    const { username } = await user({ profile });
    const sessions = [await open(username)];
    await settled();
    nas.behave({ answer: 'nak', errorCause: 405 }, { answer: 'ack' });
    await gateway.gate('PATCH', `/aaa_profile/${profile}/`, { reply_attributes: limit('61') });
    for (const session of sessions)
      t.match(await changed(session, (rows) => rows.length === 2), [
        { kind: 'disconnect', trigger: 'profile', status: 'acknowledged' },
        {
          kind: 'coa',
          trigger: 'profile',
          status: 'refused',
          error_cause: 405,
          error_cause_name: 'Unsupported-Service',
        },
      ]);
    t.match(await capabilities(), { accepts_coa: 'no', accepts_disconnect: 'yes' });
    const second = await open(username);
    await settled();
    await gateway.gate('PATCH', `/aaa_profile/${profile}/`, { reply_attributes: limit('62') });
    t.match(await changed(second), [{ kind: 'disconnect', status: 'acknowledged' }]);
    nas.behave({ answer: 'ack' });
    await ask(second.id, 'coa', { attributes: limit('5') });
    t.match(await capabilities(), { accepts_coa: 'yes' }, 'a requested CoA is sent all the same');
  });

  test(`${engine}: a change is canceled when its reason ends before the NAS replies`, async (t) => {
    nas.behave({ answer: 'silence' });
    const { id, username } = await user();
    const session = await open(username);
    await settled();
    await gateway.gate('PATCH', `/user/${id}/`, { is_active: false });
    await isRunning(session);
    await gateway.gate('PATCH', `/user/${id}/`, { is_active: true });
    t.match(
      await eventually(
        () => changes(session),
        (rows) => rows[0]?.['completed'] !== null,
      ),
      [{ status: 'canceled' }],
    );
    nas.behave({ answer: 'ack' });
  });

  test(`${engine}: requests to a silent NAS are retransmitted, without a warning of Node`, async (t) => {
    nas.behave({ answer: 'silence' });
    const { id, username } = await user();
    const sessions = await Promise.all(Array.from({ length: 10 }, () => open(username)));
    await settled();
    const before = nas.received.length;
    await gateway.gate('PATCH', `/user/${id}/`, { is_active: false });
    const outstanding = () =>
      Promise.resolve(
        new Set(nas.received.slice(before).map(({ authenticator }) => authenticator)).size,
      );
    t.ok((await eventually(outstanding, (count) => count >= 8)) >= 8);
    nas.behave({ answer: 'ack' });
    for (const session of sessions)
      t.match(await changed(session, undefined, 10_000), [{ status: 'acknowledged' }]);
    t.notMatch(gateway.output, 'MaxListeners');
  });

  test(`${engine}: a change without reply survives a restart of the gateway`, async (t) => {
    nas.behave({ answer: 'silence' });
    const { id, username } = await user();
    const session = await open(username);
    await settled();
    await gateway.gate('PATCH', `/user/${id}/`, { is_active: false });
    await isRunning(session);
    await gateway.signal('SIGTERM');
    nas.behave({ answer: 'ack' });
    await gateway.start();
    t.match(await changed(session), [{ trigger: 'user_disabled', status: 'acknowledged' }]);
  });

  test(`${engine}: changes while the gateway was down take effect at its start`, async (t) => {
    nas.behave({ answer: 'ack' });
    const { username } = await user({ expiration: new Date(Date.now() + 2_500).toISOString() });
    const session = await open(username);
    await settled();
    await gateway.signal('SIGKILL');
    await sleep(2_000);
    await gateway.start();
    t.match(await changed(session), [{ trigger: 'expired', status: 'acknowledged' }]);
  });
}
