import tap, { test } from 'tap';
import { eventually, results } from '../../gateway-process.ts';
import { secret } from '../../radius/acct/send-accounting.ts';
import { startBoth } from './fixture.ts';

/* Logins that are tried out, and decisions that are counted. */

const { engines, stop } = await startBoth();
tap.teardown(stop);

for (const [engine, gateway] of Object.entries(engines)) {
  const gate = (path: string, body: unknown) => gateway.gate('POST', path, body);

  test(`${engine}: a login is decided as one of the client, logged and counted`, async (t) => {
    const profile = await gate('/aaa_profile/', {
      name: 'Guests',
      reply_attributes: [{ attribute: 'Session-Timeout', op: ':=', value: '600' }],
      check_attributes: [{ attribute: 'Client-Shortname', op: '==', value: 'lobby' }],
    });
    t.equal(profile.status, 201, profile.text);
    await gate('/user/', { username: 'anna', password: 'right', profile: profile.body['id'] });
    const lobby = await gate('/aaa_client/', { name: 'lobby', address: '192.0.2.0/24', secret });
    const bar = await gate('/aaa_client/', { name: 'bar', address: '198.51.100.1', secret });
    const attempt = async (more: object) =>
      (
        await gate('/aaa_login_test/', {
          client: lobby.body['id'],
          username: 'anna',
          password: 'right',
          ...more,
        })
      ).body;
    const accepted = await attempt({});
    t.match(accepted, {
      outcome: 'accept',
      method: 'PAP',
      upstream: null,
      profile_name: 'Guests',
      attributes: Array,
    });
    t.match(JSON.stringify(accepted), '{"name":"Session-Timeout","value":"600"}');
    t.match(await attempt({ password: 'wrong' }), {
      outcome: 'reject',
      reason: 'wrong password',
      attributes: [],
    });
    t.match(await attempt({ client: bar.body['id'] }), {
      outcome: 'reject',
      reason: /Client-Shortname/,
    });
    t.match(await attempt({ username: 'nobody' }), { outcome: 'reject', reason: 'unknown user' });
    const logged = await eventually(
      () => gateway.gate('GET', '/aaa_decision/'),
      (answer) => results(answer).length === 4,
    );
    t.match(
      results(logged).map((one) => [one['client_name'], one['outcome']]),
      [
        ['lobby', 'reject'],
        ['bar', 'reject'],
        ['lobby', 'reject'],
        ['lobby', 'accept'],
      ],
    );
    t.match((await gateway.gate('GET', `/aaa_client/${String(lobby.body['id'])}/`)).body, {
      last_seen: null,
    });
    const summary = async (query: string) =>
      results(await gateway.gate('GET', `/aaa_decision_summary/?${query}`));
    const hours = await summary('group_by=hour');
    const sum = (name: string) => hours.reduce((all, one) => all + Number(one[name]), 0);
    t.same([sum('accepted'), sum('rejected')], [1, 3]);
    t.match(hours[0], { hour: /^\d{4}-\d\d-\d\dT\d\d:00:00/ });
    t.match(await summary('group_by=reason&start_date=2020-01-01&end_date=2020-02-01'), []);
    t.equal((await summary('group_by=reason')).length, 4);
    const ofBar = await summary(`group_by=reason&client=${String(bar.body['id'])}`);
    t.match(ofBar, [{ accepted: 0, rejected: 1 }]);
    t.equal((await summary('group_by=reason&organization=1')).length, 4);
    t.same(await summary('group_by=reason&organization=987654'), [], 'another organization');
    const long = '/aaa_decision_summary/?group_by=hour&start_date=2020-01-01';
    t.equal((await gateway.gate('GET', long)).status, 400, 'a period has an end');
  });

  test(`${engine}: a client that is unknown or not in use tries no login out`, async (t) => {
    const off = await gate('/aaa_client/', {
      name: 'off',
      address: '198.51.100.2',
      secret,
      is_active: false,
    });
    const asked = { username: 'anna', password: 'right' };
    for (const client of [off.body['id'], 987_654]) {
      const { status, body } = await gate('/aaa_login_test/', { ...asked, client });
      t.equal(status, 400);
      t.ok('client' in body, JSON.stringify(body));
    }
  });
}
