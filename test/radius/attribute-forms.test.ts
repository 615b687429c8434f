import tap, { test } from 'tap';
import { createPasswordColumns } from '../../src/aaa/account/password-columns.ts';
import { Secret } from '../../src/contract/secret.ts';
import { startPostgres } from '../peers/postgres.ts';
import { password, radclient, startSite, type Site } from './fixture.ts';

/* Attributes of every form between the gateway and FreeRADIUS, each with dictionaries of its own. */

const postgres = await startPostgres({ fsync: false });
const sites = [await startSite(), await startSite({ database: postgres.url })];
tap.teardown(async () => {
  await Promise.all(sites.map((site) => site.stop()));
  await postgres.stop();
});

interface Form {
  readonly name: string;
  readonly value: string;
  /** As FreeRADIUS prints it, if it has a name for the value or writes quotes. */
  readonly printed?: string;
}

const long = 'x'.repeat(300);

const forms: readonly Form[] = [
  // Attributes of vendors that have types of one, two and four octets, and lengths of none to two.
  { name: 'Huawei-Input-Average-Rate', value: '2000' },
  { name: 'H3C-User-Group', value: 'guests', printed: '"guests"' },
  { name: 'ZTE-Rate-Ctrl-SCR-Down', value: '5000' },
  { name: 'ERX-Qos-Profile-Name', value: 'gold', printed: '"gold"' },
  { name: '3GPP-IMSI', value: '001010000000001', printed: '"001010000000001"' },
  { name: 'HP-Privilege-Level', value: '7' },
  { name: 'Nomadix-Bw-Down', value: '512' },
  { name: 'SN-VPN-Name', value: 'home', printed: '"home"' },
  { name: 'Lucent-Max-Shared-Users', value: '3' },
  { name: 'USR-Event-Id', value: '1234' },
  // RFC 7268, for WLAN, and concatenated values.
  { name: 'WLAN-Reason-Code', value: '5' },
  { name: 'Mobility-Domain-Id', value: '4660' },
  { name: 'PKM-SS-Cert', value: `0x${'ab'.repeat(300)}` },
  // RFC 4849: rules in a row are one text.
  { name: 'NAS-Filter-Rule', value: 'permit in ip from any', printed: '"permit in ip from any"' },
  { name: 'NAS-Filter-Rule', value: 'deny in ip from all', printed: '"deny in ip from all"' },
  // Extended attributes with TLVs (RFC 8045), and of a vendor (RFC 6929).
  { name: 'IP-Port-Limit', value: '5' },
  { name: 'IP-Port-Ext-IPv4-Addr', value: '192.0.2.1' },
  { name: 'FreeRADIUS-802.1X-Anonce', value: `0x${'cd'.repeat(300)}` },
  // TLVs of WiMAX, values in several attributes, and addresses of both families.
  { name: 'WiMAX-Release', value: '1.0', printed: '"1.0"' },
  { name: 'WiMAX-Accounting-Capabilities', value: 'IP-Session-Based' },
  { name: 'WiMAX-PFDv2-Src-Port', value: '6809' },
  { name: 'WiMAX-DNS-Server', value: '192.0.2.53' },
  { name: 'WiMAX-DHCPv6-Server', value: '2001:db8::53' },
  { name: 'WiMAX-AAA-Session-Id', value: `0x${'ef'.repeat(300)}` },
  { name: 'PMIP6-Home-IPv4-HoA', value: '192.0.2.0/24' },
  { name: 'Attr-26.99999.3', value: '0x0102' },
];

async function addUser(site: Site, attributes: readonly Form[]): Promise<void> {
  const reply = attributes.map(({ name, value }) => ({
    attribute: name,
    op: '+=',
    value,
  }));
  const columns = await createPasswordColumns(site.gateway.vault, {
    password: new Secret(password),
    isReversible: false,
  });
  const user = {
    organization: 1,
    username: 'every form',
    role: 'subscriber',
    created: 0,
    last_change: 0,
    ...columns,
    attributes: JSON.stringify({ check_attributes: [], reply_attributes: reply }),
  };
  await site.store.write([site.store.db.insertInto('user').values(user)]);
}

for (const site of sites) {
  const { engine } = site.store;

  test(`${engine}: radclient prints reply items of every form`, async (t) => {
    await addUser(site, forms);
    const { output } = await radclient({
      to: site.server.authAddress,
      command: 'auth',
      attributes: `User-Name="every form"\nUser-Password="${password}"\nMessage-Authenticator=0x00\n`,
    });
    t.match(output, 'Received Access-Accept');
    for (const { name, value, printed } of forms)
      t.ok(output.includes(`${name} = ${printed ?? value}\n`), name);
    if (!t.passing()) t.comment(output);
  });

  test(`${engine}: attributes of every form that radclient sends are kept by name`, async (t) => {
    const sent = forms.map(({ name, value, printed }) => `${name} += ${printed ?? value}`);
    const { ok, output } = await radclient({
      to: site.server.acctAddress,
      command: 'acct',
      attributes: `Acct-Status-Type=Tunnel-Start\nAcct-Session-Id=forms\n${sent.join('\n')}\n`,
    });
    t.ok(ok, output);
    const { attributes } = await site.store.db
      .selectFrom('aaa_packet')
      .select('attributes')
      .where('acctsessionid', '=', 'forms')
      .executeTakeFirstOrThrow();
    const kept = JSON.parse(attributes) as readonly Form[];
    for (const { name, value } of forms)
      t.ok(
        kept.some((attribute) => attribute.name === name && attribute.value === value),
        `${name} ${value.slice(0, 40)}`,
      );
    if (!t.passing()) t.comment(attributes);
  });
}

test('a value that no form can carry is refused by name', (t) => {
  const [site] = sites;
  const fault = site?.gateway.dictionary().faultOf({ name: 'Huawei-Domain-Name', value: long });
  t.match(fault, { part: 'value', reason: 'the value is too long' });
  t.end();
});
