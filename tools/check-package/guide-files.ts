import { guideBlock } from '../documents/guide-blocks.ts';

/** Names of the guides that lead to the machine. */
export const tlsNames = ['gate.example', 'north.example', 'controller.example.net'];

const netboxDevice = (name: string, address: string) => ({
  name,
  serial: '',
  device_type: { manufacturer: { name: 'GL.iNet' }, model: 'MT3000' },
  role: { name: 'access point' },
  platform: null,
  site: { name: 'Hotel' },
  primary_ip4: { address },
  asset_tag: null,
});
const pageOf = (...results: readonly unknown[]) =>
  JSON.stringify({ count: 2, next: null, previous: null, results });

/** Returns the files that the lines of the guides name, with what the systems write that they come from. */
export function guideFiles(): Readonly<Record<string, string>> {
  return {
    'radius.sql': `CREATE TABLE \`radcheck\` (
  \`id\` int unsigned NOT NULL AUTO_INCREMENT,
  \`username\` varchar(64) NOT NULL DEFAULT '',
  \`attribute\` varchar(64) NOT NULL DEFAULT '',
  \`op\` char(2) NOT NULL DEFAULT '==',
  \`value\` varchar(253) NOT NULL DEFAULT ''
);
INSERT INTO \`radcheck\` VALUES (1,'berta','Cleartext-Password',':=','blackberry');
`,
    'clients.conf': 'client roof {\n  ipaddr = 192.0.2.77\n  secret = "a secret of the roof"\n}\n',
    'all.rsc': `# 2026-01-10 10:00:00 by RouterOS 7.16
/user-manager user
add name=yara password=yellow
`,
    'page-1.json': pageOf(netboxDevice('lobby-ap', '192.0.2.7/24')),
    'page-2.json': pageOf(netboxDevice('bar-ap', '192.0.2.8/24')),
    'devices.json': JSON.stringify({
      status: 'ok',
      devices: [{ hostname: 'sw1.example', ip: '192.0.2.20', os: 'procurve', community: 'read' }],
    }),
    'router.db': 'core:192.0.2.30:routeros:admin:a password\n',
    'devices.csv':
      'Host;Management;OS;kind;Building;Lat;Label;Rack\na1;192.0.2.60;owrt;ap;Annex;52.5;SN 12;R1\n',
    'mapping.yaml': guideBlock('yaml mapping'),
    'https.yaml': `http:
  tls:
    enabled: true
    port: 8443
    names: [${tlsNames.join(', ')}]
`,
  };
}
