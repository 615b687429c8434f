import tap, { test } from 'tap';
import { addProfile, addSubscriber, logIn, pap, startOnBothEngines } from './two-engines.ts';

/* The VLAN of a profile, in the attributes that access points and switches read (RFC 3580 section 3.31). */

const { sites, stop } = await startOnBothEngines();
tap.teardown(stop);

const vlanOf = (output: string) =>
  [...output.matchAll(/^\t(Tunnel-[\w-]+):0 = "?([^"\n]*)"?$/gm)].map(([, name, value]) => [
    name,
    value,
  ]);

for (const [engine, site] of Object.entries(sites))
  test(`${engine}: a user is put into the VLAN of its profile, unless it has one of its own`, async (t) => {
    const profile = await addProfile(site, 'guests', { vlan: 30 });
    await addSubscriber(site, 'guest', { profile });
    const own = [{ attribute: 'Tunnel-Private-Group-Id', value: 'staff' }];
    await addSubscriber(site, 'waiter', { profile, reply: own });
    await addSubscriber(site, 'anybody', { profile: await addProfile(site, 'open') });
    t.same(vlanOf(await logIn(site, pap('guest'))), [
      ['Tunnel-Type', 'VLAN'],
      ['Tunnel-Medium-Type', 'IEEE-802'],
      ['Tunnel-Private-Group-Id', '30'],
    ]);
    t.same(vlanOf(await logIn(site, pap('waiter'))), [
      ['Tunnel-Type', 'VLAN'],
      ['Tunnel-Medium-Type', 'IEEE-802'],
      ['Tunnel-Private-Group-Id', 'staff'],
    ]);
    t.same(vlanOf(await logIn(site, pap('anybody'))), []);
  });
