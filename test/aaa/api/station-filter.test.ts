import tap, { test } from 'tap';
import { results } from '../../gateway-process.ts';
import { startBoth } from './fixture.ts';

/* A MAC address in a filter finds the rows of every NAS, however each spells it. */

const { engines, stop } = await startBoth();
tap.teardown(stop);

const spellings = [
  '02-00-00-AB-CD-EF',
  '02:00:00:ab:cd:ef',
  '020000abcdef',
  '0200.00ab.cdef',
  '0200-00AB-CDEF',
  '020000-ABCDEF',
];

for (const [engine, gateway] of Object.entries(engines))
  test(`${engine}: sessions and decisions are found by every spelling of a MAC address`, async (t) => {
    const store = await gateway.openStore();
    for (const [at, station] of [...spellings, '02-00-00-AB-CD-00', 'room 7'].entries())
      await store.write([
        store.db.insertInto('aaa_accounting').values({
          organization: 1,
          acctsessionid: `s${at}`,
          acctuniqueid: `u${at}`,
          nasipaddress: '192.0.2.1',
          callingstationid: station,
          calledstationid: '0A-00-00-00-00-01',
          acctstarttime: at,
        }),
      ]);
    await store.close();
    const count = async (query: string) =>
      results(await gateway.gate('GET', `/aaa_accounting/?${query}`)).length;
    for (const spelling of spellings)
      t.equal(await count(`callingstationid=${spelling}`), spellings.length, spelling);
    t.equal(await count('callingstationid=room%207'), 1, 'another text is compared as it is');
    t.equal(await count('callingstationid=room 8'), 0);
    t.equal(await count('callingstationid__in=020000abcdef,02:00:00:ab:cd:00'), 7);
    t.equal(await count('calledstationid=0a:00:00:00:00:01'), 8);
    t.equal(
      (await gateway.gate('GET', '/aaa_decision/?callingstationid=020000abcdef')).status,
      200,
    );
  });
