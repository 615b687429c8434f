import tap, { test } from 'tap';
import { createDynamicAuthorization } from '../../../src/radius/coa/dynamic-authorization.ts';
import { eventually } from '../../gateway-process.ts';
import { startFakeNas } from '../../peers/fake-nas.ts';
import { radclient, secret, type Site } from '../fixture.ts';
import { addProfile, addSubscriber, password, startOnBothEngines } from '../auth/two-engines.ts';

/*
 * What RouterOS' hotspot and CoovaChilli send for their guests, packet by packet, as radclient: logins, sessions, a restart, and
 * clocks without NTP. Two sites have RouterOS as it is delivered, with one NAS-Identifier and one address behind NAT.
 */

const { sites, stop } = await startOnBothEngines();
tap.teardown(stop);

const day = 86_400;
const seconds = () => Math.floor(Date.now() / 1000);
/** When the sessions begin: some minutes ago. */
const began = seconds() - 600;

type Attributes = Readonly<Record<string, string | number>>;

const quoted = /-Id$|^User-|^CHAP-Password|^Called|^Calling|Name$|Version$|URL$/;

function format(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => `${name}=${quoted.test(name) ? `"${value}"` : value}\n`)
    .join('');
}

/** Sends a packet from an address of its own, signed as it must be. */
async function send(
  { server }: Site,
  command: 'auth' | 'acct',
  { from, ...attributes }: Attributes,
): Promise<string> {
  const signature = command === 'auth' ? 'Message-Authenticator=0x00\n' : '';
  const source = from === undefined ? '' : `Packet-Src-IP-Address=${from}\n`;
  const to = command === 'auth' ? server.authAddress : server.acctAddress;
  const { output } = await radclient({
    to,
    command,
    attributes: `${source}${format(attributes)}${signature}`,
  });
  return output.slice(output.indexOf('Received '));
}

const usage = (time: number, input: number, output: number) => ({
  'Acct-Session-Time': time,
  'Acct-Input-Octets': input,
  'Acct-Output-Octets': output,
  'Acct-Input-Gigawords': 0,
  'Acct-Output-Gigawords': 0,
});

function sessionsOf({ store }: Site, username: string) {
  return store.db
    .selectFrom('aaa_accounting')
    .select(['acctsessionid', 'callingstationid', 'acctinputoctets', 'acctsessiontime'])
    .select(['acctterminatecause', 'acctstarttime', 'clock_offset'])
    .where('username', '=', username)
    .orderBy('radacctid')
    .execute();
}

for (const [engine, site] of Object.entries(sites)) {
  test(`${engine}: RouterOS at two sites, as it is delivered, behind NAT`, async (t) => {
    const nas = await startFakeNas(secret, { host: '127.0.0.2' });
    t.teardown(() => nas.stop());
    await site.addClient('127.0.0.0/8', { name: 'hotspots' });
    await site.store.write([
      site.store.db
        .updateTable('aaa_client')
        .set({ coa_port: nas.port })
        .where('name', '=', 'hotspots'),
    ]);
    await site.server.reload();
    const profile = await addProfile(site, 'RouterOS', {
      reply_attributes: JSON.stringify([
        { attribute: 'Mikrotik-Rate-Limit', value: '2M/10M' },
        { attribute: 'Acct-Interim-Interval', value: '300' },
      ]),
    });
    await addSubscriber(site, 'guest', { profile, isReversible: true });
    const hotspot = (from: string, station: string) => ({
      from,
      'NAS-Port-Type': 'Wireless-802.11',
      'Calling-Station-Id': station,
      'Called-Station-Id': 'hotspot1',
      'NAS-Port-Id': 'bridge-hotspot',
      'User-Name': 'guest',
      'NAS-Port': 2_155_872_257,
      'Acct-Session-Id': '80800001',
      'Framed-IP-Address': '10.5.50.254',
      'Mikrotik-Host-IP': '10.5.50.254',
      'NAS-Identifier': 'MikroTik',
      'NAS-IP-Address': '192.168.88.1',
    });
    const accounting = (guest: Attributes, status: string, more: Attributes) =>
      send(site, 'acct', {
        'Acct-Status-Type': status,
        ...guest,
        'Acct-Delay-Time': 0,
        ...more,
      });
    const at = (second: number) => ({ 'Event-Timestamp': began + second });
    const restart = (from: string, second: number) =>
      send(site, 'acct', {
        from,
        'Acct-Status-Type': 'Accounting-On',
        'NAS-Identifier': 'MikroTik',
        'NAS-IP-Address': '192.168.88.1',
        'Acct-Delay-Time': 0,
        ...at(second),
      });
    const west = hotspot('127.0.0.2', 'D4:CA:6D:00:00:01');
    const east = hotspot('127.0.0.3', 'D4:CA:6D:00:00:02');
    for (const guest of [west, east]) {
      const reply = await send(site, 'auth', {
        ...guest,
        'CHAP-Password': password,
        'Service-Type': 'Login-User',
      });
      t.match(reply, /^Received Access-Accept/);
      t.match(reply, 'Mikrotik-Rate-Limit = "2M/10M"');
      t.match(await accounting(guest, 'Start', at(0)), /^Received Accounting-Response/);
    }
    await accounting(west, 'Interim-Update', { ...at(300), ...usage(300, 1_000, 9_000) });
    await accounting(east, 'Interim-Update', { ...at(300), ...usage(300, 50, 90) });
    await restart('127.0.0.2', 400);
    const open = { acctterminatecause: null };
    t.match(
      await sessionsOf(site, 'guest'),
      [
        {
          callingstationid: 'D4:CA:6D:00:00:01',
          acctinputoctets: 1_000,
          acctterminatecause: 'NAS-Reboot',
        },
        { callingstationid: 'D4:CA:6D:00:00:02', acctinputoctets: 50, ...open },
      ],
      'one site has started anew, and the guest of the other is still there',
    );
    await accounting(west, 'Start', at(410));
    const end = { 'Acct-Terminate-Cause': 'User-Request' };
    await accounting(east, 'Stop', { ...at(500), ...usage(500, 70, 120), ...end });
    t.match(
      await sessionsOf(site, 'guest'),
      [
        { acctterminatecause: 'NAS-Reboot' },
        { acctinputoctets: 70, acctsessiontime: 500, acctterminatecause: 'User-Request' },
        { acctsessionid: '80800001', callingstationid: 'D4:CA:6D:00:00:01', ...open },
      ],
      'Acct-Session-Id begins anew after a restart',
    );
    const dynamicAuthorization = createDynamicAuthorization(site.gateway);
    t.teardown(() => dynamicAuthorization.stop());
    const runTasks = async () => {
      for (const task of dynamicAuthorization.tasks) await task.run(new AbortController().signal);
    };
    await runTasks();
    await site.store.write([
      site.store.db
        .updateTable('user')
        .set({ is_active: 0, last_change: Date.now() })
        .where('username', '=', 'guest'),
    ]);
    const askNas = async () => {
      await runTasks();
      return nas.received;
    };
    const received = await eventually(askNas, ({ length }) => length > 0);
    t.match(received, [{ kind: 'disconnect' }], 'the translated address is asked to end it');
    t.same(nas.faults, []);
  });

  test(`${engine}: CoovaChilli on a router without a battery, 39 days behind`, async (t) => {
    const behind = 39 * day;
    const profile = await addProfile(site, 'CoovaChilli', {
      check_attributes: JSON.stringify([
        { id: 1, attribute: 'Max-Monthly-Octets', op: ':=', value: '4000' },
      ]),
      reply_attributes: JSON.stringify([
        { attribute: 'WISPr-Bandwidth-Max-Down', value: '2000000' },
      ]),
    });
    await addSubscriber(site, 'traveller', { profile });
    const guest = {
      'NAS-IP-Address': '10.1.0.1',
      'Framed-IP-Address': '10.1.0.3',
      'Calling-Station-Id': '60-F8-1D-00-00-03',
      'Called-Station-Id': '00-0D-B9-00-00-01',
      'NAS-Port-Type': 'Wireless-802.11',
      'NAS-Port': 1,
      'NAS-Port-Id': '00000001',
      'NAS-Identifier': 'nas01',
      'WISPr-Location-Name': 'Harbour',
      'User-Name': 'traveller',
      'Acct-Session-Id': '5f8a3c2d00000001',
    };
    const login = () =>
      send(site, 'auth', {
        'ChilliSpot-Version': '1.6',
        'User-Password': password,
        'Service-Type': 'Login-User',
        'WISPr-Logoff-URL': 'http://10.1.0.1:3990/logoff',
        ...guest,
      });
    const accounting = (status: string, at: number, more: Attributes = {}) =>
      send(site, 'acct', {
        'Acct-Status-Type': status,
        ...guest,
        'Event-Timestamp': at - behind,
        ...more,
      });
    await send(site, 'acct', {
      'Acct-Status-Type': 'Accounting-On',
      'NAS-IP-Address': '10.1.0.1',
      'NAS-Identifier': 'nas01',
      'Event-Timestamp': seconds() - behind,
    });
    t.match(await login(), /^Received Access-Accept/);
    await accounting('Start', seconds());
    await accounting('Interim-Update', seconds(), usage(0, 1_500, 500));
    t.match(await login(), /^Received Access-Accept/, 'half of the month is left');
    const end = { 'Acct-Terminate-Cause': 'Idle-Timeout' };
    await accounting('Stop', seconds(), { ...usage(1, 3_000, 1_100), ...end });
    const [session, ...others] = await sessionsOf(site, 'traveller');
    t.match(session, {
      acctsessionid: '5f8a3c2d00000001',
      acctinputoctets: 3_000,
      acctterminatecause: 'Idle-Timeout',
    });
    t.same(others, []);
    const [started, offset] = [session?.acctstarttime ?? 0, session?.clock_offset ?? 0];
    t.ok(Math.abs(started - Date.now()) < 120_000, new Date(started).toISOString());
    t.ok(Math.abs(offset + behind) < 120, `clock_offset ${offset}`);
    t.match(await login(), /^Received Access-Reject/, 'the month is used up, by any clock');
  });
}
