import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { execFile } from 'node:child_process';
import tap, { test } from 'tap';
import {
  decodeAttributeValue,
  encodeNamedAttributes,
} from '../../../src/protocol/radius/attribute-codec.ts';
import {
  isExtendedType,
  type AttributeDefinition,
} from '../../../src/protocol/radius/attribute-definition.ts';
import { AttributeTable } from '../../../src/protocol/radius/attribute-table.ts';
import { valuesIn } from '../../../src/protocol/radius/attribute-walk.ts';
import { readDictionaries } from '../../../src/protocol/radius/dictionary-file.ts';
import { loadDictionary } from '../../../src/protocol/radius/dictionary.ts';
import { readPacket } from '../../../src/protocol/radius/packet.ts';
import { Secret } from '../../../src/contract/secret.ts';
import { guideBlock } from '../../../tools/documents/guide-blocks.ts';
import { randomPacket } from '../../radius/packets.ts';

/* The shipped dictionary against the dictionaries of an installed FreeRADIUS. */

const ofFreeRadius = '/usr/share/freeradius';
const dictionary = loadDictionary();
const table = new AttributeTable({
  load: () => undefined,
  vendorOfAttribute: () => null,
  vendorNamed: () => null,
});
readDictionaries(ofFreeRadius, table);
/** DHCP is a vendor of FreeRADIUS for the options of DHCP, which no RADIUS packet has. */
const definitions = [...table.definitions()].filter(({ vendor }) => vendor?.name !== 'DHCP');

const folder = mkdtempSync(join(tmpdir(), 'shipped-dictionary-'));
tap.teardown(() => {
  rmSync(folder, { recursive: true });
});

test('every attribute of FreeRADIUS is shipped with its number, type and value names', (t) => {
  t.ok(definitions.length > 7000, `${definitions.length} attributes`);
  const faults = definitions.filter((definition) => {
    const shipped = dictionary.find(definition.name);
    return (
      shipped?.number.join('.') !== definition.number.join('.') ||
      shipped.dataType !== definition.dataType ||
      shipped.encryption !== definition.encryption ||
      shipped.hasTag !== definition.hasTag ||
      [...definition.valuesByName].some(([name, value]) => shipped.valuesByName.get(name) !== value)
    );
  });
  t.same(
    faults.map(({ name }) => name),
    [],
  );
  t.end();
});

test('the vendors of hotels and carriers have names', (t) => {
  for (const [vendor, type, name] of [
    [2011, 2, 'Huawei-Input-Average-Rate'],
    [25506, 140, 'H3C-User-Group'],
    [3902, 83, 'ZTE-Rate-Ctrl-SCR-Down'],
    [2636, 1, 'Juniper-Local-User-Name'],
    [94, 3, 'Nokia-User-Profile'],
    [193, 3, 'Ericsson-ViG-Balance'],
    [10415, 1, '3GPP-IMSI'],
    [11, 1, 'HP-Privilege-Level'],
    [529, 242, 'Ascend-Data-Filter'],
    [3309, 2, 'Nomadix-Bw-Down'],
  ] as const) {
    const known = dictionary.attributesOfVendor(vendor);
    t.ok(known, `vendor ${vendor}`);
    t.ok(dictionary.find(name), name);
    t.type(known?.get(type)?.name, 'string', `${vendor}.${type}: ${known?.get(type)?.name ?? ''}`);
  }
  t.end();
});

test('the RFCs are shipped to the newest', (t) => {
  for (const [type, name] of [
    [145, 'Mobile-Node-Identifier'],
    [164, 'GSS-Acceptor-Service-Name'],
    [185, 'WLAN-Reason-Code'],
  ] as const)
    t.equal(dictionary.attributesOfVendor(0)?.get(type)?.name, name);
  for (const [name, number] of [
    ['IP-Port-Range', '241.6'],
    ['Operator-NAS-Identifier', '241.8'],
    ['Softwire46-Configuration', '241.9'],
    ['DHCPv6-Options', '245.3'],
  ] as const)
    t.equal(dictionary.find(name)?.number.join('.'), number);
  t.end();
});

const samples: Readonly<Record<string, string>> = {
  string: 'some text',
  octets: '0x0102ff',
  byte: '7',
  short: '700',
  integer: '70000',
  integer64: '7000000000',
  signed: '-7',
  date: '2026-01-01T00:00:00Z',
  ipaddr: '192.0.2.7',
  ipv6addr: '2001:db8::7',
  ipv6prefix: '2001:db8::/32',
  ipv4prefix: '192.0.2.0/24',
  ifid: '1:2:3:4',
  ether: '02:00:00:00:00:07',
  'combo-ip': '192.0.2.8',
  abinary: '0x0102',
  // No TLV, so that it is the value of its attribute.
  tlv: '0xff',
};
const containers: readonly string[] = ['vsa', 'evs', 'extended', 'long-extended'];

/** Returns why an attribute does not make the round trip by its name; null: it does. */
function reasonOf(definition: AttributeDefinition): string | null {
  const { name, dataType, encryption, number } = definition;
  if (encryption === 3) return 'encryption of Ascend';
  if (encryption > 0) return 'hidden';
  if (containers.includes(dataType)) return 'only holds attributes';
  const shown = dictionary.find(`Attr-${number.join('.')}`);
  if (shown?.name !== name) return 'another name is shown for its number';
  return isExtendedType(number[0] ?? 0) && number.length === 1 ? 'extended attribute' : null;
}

/** Encodes an attribute, and returns the names and texts that are read; or why it cannot be encoded. */
function readBack(name: string, value: string): readonly string[] {
  const key = { secret: new Secret('testing123'), authenticator: Buffer.alloc(16, 7) };
  const encoded = encodeNamedAttributes(dictionary, [{ name, value }], key);
  if (!Buffer.isBuffer(encoded)) return [encoded.reason];
  const packet = readPacket(randomPacket({ code: 2, attributes: encoded }));
  if (typeof packet === 'string') return [packet];
  return valuesIn(packet, dictionary).map(({ definition, octets }) => {
    const text = definition && decodeAttributeValue(definition, octets)?.text;
    return `${definition?.name ?? 'no name'} = ${text ?? ''}`;
  });
}

/** Returns what differs after a round trip; null: nothing. */
function roundTrip({ name, dataType, namesByValue }: AttributeDefinition): string | null {
  const value = samples[dataType] ?? '';
  const read = readBack(name, value).join(', ');
  const expected = `${name} = ${namesByValue.get(Number(value)) ?? value}`;
  return read === expected ? null : `${name}: ${read}`;
}

test('every attribute of FreeRADIUS makes the round trip, or has a reason', (t) => {
  const reasons = new Map<string, number>();
  const faults: string[] = [];
  for (const definition of definitions) {
    const reason = reasonOf(definition);
    if (reason === null) faults.push(...[roundTrip(definition)].filter((fault) => fault !== null));
    else reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  t.same(faults, []);
  const without = [...reasons.values()].reduce((sum, count) => sum + count, 0);
  t.ok(without < definitions.length / 20, JSON.stringify([...reasons]));
  t.comment(JSON.stringify([...reasons]));
  t.end();
});

test('the file is what the tool writes', async (t) => {
  const tool = join(
    import.meta.dirname,
    `../../../tools/dictionaries${extname(import.meta.filename)}`,
  );
  const outcome = await promisify(execFile)(process.execPath, [tool, '--check']);
  t.equal(outcome.stderr, '');
});

/** Writes the files in an order of their own, and loads them as dictionaries of a site. */
function loadInOrder(files: readonly (readonly [name: string, text: string])[]) {
  const site = mkdtempSync(join(folder, 'site-'));
  for (const [name, text] of files) writeFileSync(join(site, name), text);
  const includes = files.map(([name]) => `$INCLUDE ${name}`).join('\n');
  writeFileSync(join(site, 'dictionary'), `${includes}\n`);
  return loadDictionary(site);
}

const ofSite = [
  ['dictionary.rfc2865', 'ATTRIBUTE Service-Type 6 integer\nVALUE Service-Type Framed-User 2\n'],
  [
    'dictionary.compat',
    'ATTRIBUTE User-Service-Type 6 integer\nVALUE Service-Type Framed 2\nATTRIBUTE Old-Name 250 string\n',
  ],
  ['dictionary.rfc9999', 'ATTRIBUTE New-Name 250 string\n'],
  ['dictionary.rfc2000', 'ATTRIBUTE First-Name 250 string\n'],
] as const;

for (const order of [ofSite, ofSite.toReversed()])
  test(`a newer name wins over an old one: ${order.map(([name]) => name).join(', ')}`, (t) => {
    const site = loadInOrder(order);
    const ofRfcs = site.attributesOfVendor(0);
    t.equal(ofRfcs?.get(6)?.name, 'Service-Type');
    t.equal(ofRfcs?.get(6)?.namesByValue.get(2), 'Framed-User');
    t.equal(ofRfcs?.get(250)?.name, 'New-Name');
    t.same(site.faultOf({ name: 'User-Service-Type', value: 'Framed' }), null);
    t.same(site.faultOf({ name: 'Old-Name', value: 'x' }), null);
    t.end();
  });

test('a name of the site wins over a shipped one', (t) => {
  const site = loadInOrder([
    [
      'dictionary.local',
      'BEGIN-VENDOR Huawei\nATTRIBUTE Our-Rate 2 integer\nEND-VENDOR Huawei\nATTRIBUTE 3GPP-IMSI 250 integer\n',
    ],
  ]);
  t.equal(site.attributesOfVendor(2011)?.get(2)?.name, 'Our-Rate');
  t.ok(site.find('Huawei-Input-Average-Rate'), 'the shipped name is valid too');
  t.equal(site.attributesOfVendor(10415)?.get(1)?.name, '3GPP-IMSI', 'its section is loaded later');
  t.equal(site.find('3GPP-IMSI')?.dataType, 'integer');
  t.end();
});

test('a site adds TLVs, attributes of extended vendors and values of shipped attributes', (t) => {
  const site = loadInOrder([
    [
      'dictionary.local',
      [
        'VENDOR Door 55555 format=1,1,c',
        'BEGIN-VENDOR Door',
        'ATTRIBUTE Door-Parts 1 tlv',
        'BEGIN-TLV Door-Parts',
        'ATTRIBUTE Door-Handle 2 string',
        'END-TLV Door-Parts',
        'ATTRIBUTE Door-Lock 1.3 integer',
        'END-VENDOR Door',
        'BEGIN-VENDOR Door format=Extended-Vendor-Specific-1',
        'ATTRIBUTE Door-Colour 4 string',
        'END-VENDOR Door',
        'VALUE Huawei-Input-Average-Rate Slow 5',
      ].join('\n'),
    ],
  ]);
  for (const [name, number] of [
    ['Door-Handle', '26.55555.1.2'],
    ['Door-Lock', '26.55555.1.3'],
    ['Door-Colour', '241.26.55555.4'],
  ] as const) {
    t.equal(site.find(name)?.number.join('.'), number);
    t.equal(site.find(`Attr-${number}`)?.name, name);
  }
  t.same(site.faultOf({ name: 'Huawei-Input-Average-Rate', value: 'Slow' }), null);
  t.end();
});

test('the dictionary of the guide is read', (t) => {
  const site = loadInOrder([['dictionary.door', guideBlock('text dictionary')]]);
  t.equal(site.find('Door-Handle')?.number.join('.'), '26.55555.2.1');
  t.same(site.faultOf({ name: 'Door-Handle', value: 'Left' }), null);
  t.end();
});

test('the attributes that the guide names for the vendors are known', (t) => {
  const guide = readFileSync('docs/radius.md', 'utf8');
  const named = [...guide.matchAll(/`((?:[A-Z][A-Za-z0-9]+-)+[A-Z][A-Za-z0-9]+)`/g)];
  t.ok(named.length > 6, `${named.length} names`);
  for (const [, name = ''] of named) t.ok(dictionary.find(name), name);
  t.end();
});
