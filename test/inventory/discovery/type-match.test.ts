import { test } from 'tap';
import { betterWith, matchType } from '../../../src/inventory/discovery/type-match.ts';
import { loadShipped } from '../../shipped-types.ts';

/* What real devices say of themselves over SNMP, by public walks, and the type that discovery proposes with SNMP alone. */

const { types } = await loadShipped();

const identities: readonly (readonly [type: string, sysObjectId: string, sysDescr: string])[] = [
  ['cambium_pmp450', '161.19.250.256', 'CANOPY 15.0.0.1 AP-DES'],
  ['cambium_epmp', '17713.21', 'Cambium ePMP'],
  ['cambium_cnpilot', '17713.22', 'Cambium cnPilot E500 Access Point'],
  ['mimosa', '43356.1.1.1', 'Mimosa B5c Firmware v92329ce'],
  ['siklu', '31926', 'EH-1200TL'],
  ['airos_snmp', '10002.1', 'Linux 2.6.32.68 #1 Thu Aug 22 16:38:44 EEST 2019 mips'],
  ['airfiber', '10002.1', 'Linux 4.9.241 #2 SMP Thu Dec 30 12:43:55 EET 2021 armv7l'],
  ['unifi_ap_snmp', '8072.3.2.10', 'UAP-nanoHD 5.43.36.12724'],
  ['unifi_ap_snmp', '41112', 'U-LTE-Pro-EU 6.6.57.15206'],
  ['ruckus_zonedirector', '25053.3.1.5.15', 'Ruckus Wireless ZD1200'],
  ['ruckus_smartzone_snmp', '25053.3.1.11.1', 'SmartZone'],
  ['cisco_wlc_snmp', '9.6.1.37.240.1', 'Cisco Business Wireless'],
  ['cisco_wlc_snmp', '9.1.1069', 'Cisco Controller'],
  ['fortiap', '12356.120.10.83112', 'lobby'],
  ['hiveos', '26928.1', 'AP230, HiveOS 8.1r2a build-178408'],
  ['zyxel_nwa', '890.1.15', 'NWA3560-N'],
  ['zyxel_nxc', '890.1.15', 'NXC2500'],
  ['huawei_ac', '2011.2.240.6', 'Huawei AC6605-26-PWR Huawei Versatile Routing Platform Software'],
  ['huawei_ac', '2011.2.224.62', 'Huawei AR169F Huawei Versatile Routing Platform Software'],
  ['engenius', '14125.100.1.3', ''],
  ['radwin', '4458.20.6.1.1', 'Wireless Link'],
  ['tachyon', '57344.1', 'Linux host 4.14.172 #0 SMP aarch64 GNU/Linux'],
  ['xirrus', '21013.1.188', 'Xirrus XD4-130 WiFi Array'],
  ['pepwave', '27662', 'Pepwave MAX HD4'],
];

for (const [type, below, sysDescr] of identities)
  test(`${sysDescr || below} is of type ${type}`, (t) => {
    const identity = { sysObjectId: `1.3.6.1.4.1.${below}`, sysDescr, sysName: '' };
    t.equal(matchType(types.values(), identity, new Set(['snmp']))?.type, type);
    t.end();
  });

test('a type that needs another protocol is named where it fits better', (t) => {
  const all = [...types.values()];
  const hintOf = (sysObjectId: string, sysDescr: string) => {
    const identity = { sysObjectId: `1.3.6.1.4.1.${sysObjectId}`, sysDescr };
    return betterWith(all, identity, matchType(all, identity, new Set(['snmp'])));
  };
  const better = (type: string) =>
    `with a connection profile for ssh, the type ${type} fits better`;
  t.equal(hintOf('14988.1', 'RouterOS RB433GL'), better('routeros'));
  t.equal(hintOf('8072.3.2.10', 'Linux ap 5.15.150 OpenWrt mips'), better('openwrt'));
  t.equal(hintOf('17713.21', 'Cambium ePMP'), null, 'SNMP is its protocol');
  t.end();
});
