import { test } from 'tap';
import { readRecordings } from '../../peers/replay/recordings.ts';

/*
 * How many public walks each shipped type reads. A recording that was made of a walk names its file; the walk counts if the type
 * reads a wireless value of it.
 */

const walksOf: Readonly<Record<string, number>> = {
  airfiber: 5,
  airos_snmp: 2,
  aruba_aos8: 1,
  aruba_instant: 1,
  cambium_epmp: 1,
  cambium_pmp450: 4,
  cisco_wlc_snmp: 1,
  fortiap: 1,
  hiveos: 3,
  huawei_ac: 2,
  mimosa: 2,
  pepwave: 1,
  radwin: 3,
  routeros: 4,
  ruckus_ap: 1,
  ruckus_smartzone_snmp: 1,
  ruckus_unleashed: 1,
  ruckus_zonedirector: 2,
  siklu: 1,
  tachyon: 1,
  unifi_ap_snmp: 3,
  xirrus: 1,
  zyxel_nwa: 1,
  zyxel_nxc: 1,
};

const wireless = /^(?:wireless|radios|networks|stations|chains|modems)\./;

test('each type reads as many public walks as is stated', (t) => {
  const found: Record<string, Set<string>> = {};
  for (const [name, { source, expect }] of readRecordings()) {
    const [type = ''] = name.split('/', 1);
    const isRead = Object.entries(expect.values).some(
      ([variable, value]) => wireless.test(variable) && value !== null,
    );
    for (const [, walk = ''] of source.matchAll(/^values of the walk (\S+)\.snmprec/g))
      if (isRead) (found[type] ??= new Set()).add(walk);
  }
  const counts = Object.entries(found).map(([type, walks]) => [type, walks.size] as const);
  t.same(Object.fromEntries(counts), walksOf);
  t.end();
});
