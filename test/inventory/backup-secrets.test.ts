import { test } from 'tap';
import { loadShippedAdapters, loadDeviceTypes } from '../../src/device-type/adapter-loader.ts';
import { maskConfiguration } from '../../src/inventory/configuration/configuration-text.ts';
import { packageRoot } from '../../src/runtime/package-root.ts';

/*
 * Lines of configurations, by type, as manuals and public configurations have them. What is a secret begins with `hush`, and
 * whatever begins with `shown` is none.
 */

const cisco = [
  'enable secret 9 hush1',
  'enable secret level 7 5 hush1',
  'username shown privilege 15 secret 9 hush1',
  'username shown password hush1',
  'snmp-server community hush1 RO',
  'snmp-server host 192.0.2.9 version 2c hush1',
  'snmp-server host 192.0.2.9 hush1',
  'snmp-server host 192.0.2.9 informs version 2c hush1 shown',
  ' client 192.0.2.8 server-key 7 hush1',
  ' client 192.0.2.8 server-key hush1',
  ' key 7 hush1',
  '  key-string 7 hush1',
  ' pac key 6 hush1',
  'radius-server host 192.0.2.8 auth-port 1812 key 7 hush1',
  'tacacs-server key hush1',
  'crypto isakmp key hush1 address 192.0.2.7',
  'crypto isakmp key 6 hush1 address 192.0.2.7',
  '  pre-shared-key address 192.0.2.7 255.255.255.255 key hush1',
  ' pre-shared-key local 6 hush1',
  'ntp authentication-key 1 md5 hush1 7',
  'ip ftp password 7 hush1',
  ' neighbor 192.0.2.6 password 7 hush1',
  ' standby 1 authentication md5 key-string 7 hush1',
  ' password 7 hush1',
  'service password-encryption',
  'aaa authentication login shown local',
] as const;

const aruba = [
  'snmp-server community hush1',
  'snmp-server host 192.0.2.9 version 2c hush1 udp-port 162',
  'snmp-server user shown auth-prot sha hush1 priv-prot aes hush2',
  '    wpa-passphrase hush1',
  ' key hush1',
] as const;

const arubaController = [
  ...aruba,
  'enable secret "hush1"',
  'mgmt-user shown root hush1',
  'crypto-local isakmp key "hush1" address 192.0.2.7 netmask 255.255.255.255',
  'crypto isakmp key "hush1" address 192.0.2.7',
  'ntp authentication-key 1 md5 hush1',
  'localip 0.0.0.0 ipsec hush1',
  '    wpa-passphrase "hush1 hush2"',
  '    wepkey1 hush1',
  '    authentication pre-share',
] as const;

const lines: Readonly<Record<string, readonly string[]>> = {
  airos: [
    'users.1.password=hush1',
    'users.1.name=shown',
    'snmp.community=hush1',
    'aaa.1.wpa.psk=hush1',
    'aaa.1.radius.auth.1.secret=hush1',
    'aaa.1.wpa.key.1.mgmt=shown',
    'wpasupplicant.profile.1.network.1.psk=hush1',
    'wpasupplicant.profile.1.network.1.wep_key0=hush1',
    'ppp.1.password=hush1',
    'dyndns.1.password=hush1',
    'unms.uri=wss://192.0.2.9:443+hush1+allowSelfSignedCertificate',
  ],
  aruba_aos8: arubaController,
  aruba_aos8_ssh: arubaController,
  aruba_instant: [
    ...aruba,
    'virtual-controller-key hush1',
    'mgmt-user shown hush1',
    'hash-mgmt-user shown password hash hush1',
    'user shown hush1 portal',
    'vpn ikepsk hush1 username shown password hush2',
  ],
  cisco_c9800: [
    ...cisco,
    ' security wpa psk set-key ascii 0 hush1',
    ' security wpa psk set-key hex 8 hush1',
    ' security static-wep-key encryption 104 ascii 0 hush1 1',
    ' mgmtuser username shown password 0 hush1 secret 0 hush2',
    ' dot1x username shown password 8 hush1',
  ],
  cisco_ios_ap: [
    ...cisco,
    '   wpa-psk ascii 7 hush1',
    ' encryption key 1 size 128bit 7 hush1 transmit-key',
    ' encryption vlan 5 key 1 size 40bit hush1',
    '  nas 192.0.2.8 key 7 hush1',
    '  user shown nthash 7 hush1',
    'wlccp ap username shown password 7 hush1',
    ' authentication key-management wpa version 2',
  ],
  cisco_wlc_aireos: [
    'config radius auth add 1 192.0.2.8 1812 ascii hush1',
    ' radius auth add encrypt 1 192.0.2.8 1812 password 1 2f2f 3f3f 16 hush1',
    'config mgmtuser add shown hush1 read-write',
    ' mgmtuser add encrypt shown 1 hush1 hush2 16 hush3 read-write',
    ' netuser add encrypt username shown password 1 hush1 hush2 16 hush3 wlan 1',
    ' wlan security wpa akm psk set-key ascii hush1 1',
    ' wlan security wpa akm psk set-key hex encrypt 1 hush1 hush2 48 hush3 2',
    ' snmp community create hush1',
    ' snmp community accessmode ro hush1',
    ' snmp community ipaddr 192.0.2.0 255.255.255.0 hush1',
    ' snmp community mode enable hush1',
    ' snmp v3user create shown rw hmacsha aescfb128 hush1 hush2',
    ' snmp v3user create shown rw hmacsha aescfb128 encrypt 1 hush1 hush2 16 hush3',
    ' ap mgmtuser add username shown password hush1 secret hush2 all',
    ' ap mgmtuser add encrypt username shown password 1 hush1 hush2 16 hush3 secret 1 hush4 hush5 16 hush6 all',
    ' snmp community mode disable hush1',
  ],
  openwrt: [
    "\toption key 'hush1'",
    "\toption key 'hush1'\\''hush2'",
    "\toption auth_secret 'hush1'",
    "\toption sae_password 'hush1'",
    "\toption passphrase 'hush1'",
    "\toption private_key 'hush1='",
    "\toption ssid 'shown'",
  ],
  routeros: [
    'add name=shown static-key-0=0xhush1 static-sta-private-key=hush1',
    'add name=shown wpa2-pre-shared-key=hush1',
    'set secrets=hush1,hush2',
    'add name=shown password="hush1 \\" hush2" service=pppoe',
    'add name=shown pin=hush1',
    '/snmp community\nset [ find default=yes ] name=hush1\nadd addresses=0.0.0.0/0 name=hush2\nadd name=hush3\n/user group\nadd name=shown',
  ],
  ruckus_unleashed: [
    '    Passphrase = hush1',
    '    WPA Passphrase= hush1',
    '    RO Community= hush1',
    '    Primary RADIUS: IP=192.0.2.8 Shared Secret= hush1',
    '    Name= shown',
  ],
};

const { types } = await loadDeviceTypes(
  [new URL('config/device-types/', packageRoot)],
  await loadShippedAdapters(),
);

for (const [name, configuration] of Object.entries(lines))
  test(`the configuration of ${name} is shown without secrets, but with other text`, (t) => {
    const backup = types.get(name)?.backup;
    if (backup === undefined) throw new Error(`${name} has no backup`);
    for (const line of configuration) {
      // Between others, as in a configuration.
      const shown = maskConfiguration(`!\n${line}\n!\n`, backup);
      t.notMatch(shown, /hush/, line);
      t.equal(shown.match(/shown/g)?.length, line.match(/shown/g)?.length, line);
      if (!line.includes('hush')) t.match(shown, line);
    }
    t.end();
  });
