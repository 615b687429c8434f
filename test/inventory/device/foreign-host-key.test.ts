import tap, { test } from 'tap';
import { startInProcess } from '../../in-process.ts';
import { ManualClock } from '../../manual-clock.ts';
import { startPostgres } from '../../peers/postgres.ts';
import { startSshd } from '../../peers/sshd.ts';

/* What is logged of a device that comes with another host key than the recorded one, at each poll, on both engines. */

const sshd = await startSshd();
const postgres = await startPostgres({ fsync: false, hasTypes: true });
const sites = {
  sqlite: await startInProcess({ clock: new ManualClock() }),
  postgres: await startInProcess({
    clock: new ManualClock(),
    environment: { GATEHOUSE_DATABASE_URL: postgres.url },
  }),
};
tap.teardown(async () => {
  for (const site of Object.values(sites)) await site.stop();
  await sshd.stop();
  await postgres.stop();
});

for (const [engine, site] of Object.entries(sites))
  test(`${engine}: a foreign host key is one alert, however often it is seen`, async (t) => {
    const profile = await site.control('POST', '/inventory_connection_profile/', {
      name: 'ssh',
      connection_service: { protocol: 'ssh', port: sshd.port },
    });
    const { body } = await site.control('POST', '/inventory_device/', {
      name: 'replaced',
      type: 'linux',
      ip_address: sshd.host,
      connection_profile: profile.body['id'],
      username: sshd.user,
      password: sshd.password,
    });
    const path = `/inventory_device/${String(body['id'])}/`;
    const poll = async () => (await site.control('GET', `${path}?update_status=true`)).body;
    const key = async () => `ssh-ed25519 ${await sshd.fingerprint()}`;
    const set = (host_key: string | null) => site.control('PATCH', path, { host_key });
    const logged = async (action: 'alert' | 'event') =>
      (await site.list(`/inventory_device_log/?action=${action}&variable_name=host_key`))
        .map(({ old_value, value, user }) => ({ old_value, value, user }))
        .toReversed();
    const gateway = { user: null };

    t.match(await poll(), { status: true });
    const first = await key();
    await sshd.rekey();
    const second = await key();
    for (let polls = 0; polls < 3; polls += 1) t.match(await poll(), { status: false });
    const alerts = [{ old_value: first, value: second, ...gateway }];
    t.same(await logged('alert'), alerts);

    await sshd.rekey();
    const third = await key();
    for (let polls = 0; polls < 2; polls += 1) await poll();
    alerts.push({ old_value: first, value: third, ...gateway });
    t.same(await logged('alert'), alerts, 'a second one is another alert');

    await set(null);
    t.match(await poll(), { status: true, host_key: third });
    await sshd.rekey();
    const fourth = await key();
    await poll();
    alerts.push({ old_value: third, value: fourth, ...gateway });
    t.same(await logged('alert'), alerts, 'after one was accepted, a change is an alert again');

    await set(fourth);
    t.match(await poll(), { status: true });
    await set(third);
    for (let polls = 0; polls < 2; polls += 1) await poll();
    alerts.push({ old_value: third, value: fourth, ...gateway });
    t.same(await logged('alert'), alerts, 'the same change as before, after both were accepted');
    t.same(await logged('event'), [
      { old_value: null, value: first, ...gateway },
      { old_value: first, value: null, user: 'admin' },
      { old_value: null, value: third, ...gateway },
      { old_value: third, value: fourth, user: 'admin' },
      { old_value: fourth, value: third, user: 'admin' },
    ]);
  });
