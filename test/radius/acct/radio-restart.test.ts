import tap, { test } from 'tap';
import { eventually } from '../../gateway-process.ts';
import { startHostapd } from '../../peers/hostapd.ts';
import { startPostgres } from '../../peers/postgres.ts';
import { radclient, secret, startSite } from '../fixture.ts';

/* Two radios of one access point, each a hostapd with a NAS-Identifier of its own and the same NAS-IP-Address. */

const postgres = await startPostgres({ fsync: false });
const sites = { sqlite: await startSite(), postgres: await startSite({ database: postgres.url }) };
tap.teardown(async () => {
  await Promise.all(Object.values(sites).map((site) => site.stop()));
  await postgres.stop();
});

const radios = ['ap-radio0', 'ap-radio1'] as const;

for (const [engine, { server, store }] of Object.entries(sites)) {
  const start = (radio: string, session: string) =>
    radclient({
      to: server.acctAddress,
      command: 'acct',
      attributes: `Acct-Status-Type=Start
Acct-Session-Id="${session}"
User-Name="guest-${session}"
NAS-IP-Address=127.0.0.1
NAS-Identifier="${radio}"
Event-Timestamp=${Math.floor(Date.now() / 1000) - 60}`,
    });
  const open = async () =>
    (
      await store.db
        .selectFrom('aaa_accounting')
        .select('acctsessionid')
        .where('acctstoptime', 'is', null)
        .orderBy('acctsessionid')
        .execute()
    ).map(({ acctsessionid }) => acctsessionid);
  const hostapd = (nasIdentifier: string) =>
    startHostapd({ accountingPort: server.acctAddress.port, secret, nasIdentifier });

  test(`${engine}: a radio that comes up or goes down ends the sessions of its own guests only`, async (t) => {
    for (const radio of radios) await start(radio, `${radio}-before`);
    t.same(await open(), ['ap-radio0-before', 'ap-radio1-before']);
    const first = await hostapd(radios[0]);
    t.same(await eventually(open, (sessions) => sessions.length < 2), ['ap-radio1-before']);
    const second = await hostapd(radios[1]);
    t.same(await eventually(open, (sessions) => sessions.length < 1), []);
    for (const radio of radios) await start(radio, `${radio}-up`);
    await second.stop();
    t.same(await eventually(open, (sessions) => sessions.length < 2), ['ap-radio0-up']);
    await first.stop();
    t.same(await eventually(open, (sessions) => sessions.length < 1), []);
  });
}
