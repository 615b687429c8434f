import { test } from 'tap';
import {
  decodeAttributeValue,
  decodeAttributeValues,
  encodeNamedAttributes,
} from '../../../src/protocol/radius/attribute-codec.ts';
import { numberedName } from '../../../src/protocol/radius/attribute-definition.ts';
import { valuesIn } from '../../../src/protocol/radius/attribute-walk.ts';
import { loadDictionary } from '../../../src/protocol/radius/dictionary.ts';
import { readPacket, type Packet } from '../../../src/protocol/radius/packet.ts';
import { Secret } from '../../../src/contract/secret.ts';
import { randomPacket } from '../../radius/packets.ts';

/* Forms of attributes: TLVs, extended attributes, values in several attributes, attributes by number. */

const dictionary = loadDictionary();
const key = { secret: new Secret('testing123'), authenticator: Buffer.alloc(16, 7) };

type Item = readonly [name: string, value: string];

/** @returns hexadecimal digits, or why it cannot be encoded */
function encode(items: readonly Item[]): string {
  const encoded = encodeNamedAttributes(
    dictionary,
    items.map(([name, value]) => ({ name, value })),
    key,
  );
  return Buffer.isBuffer(encoded) ? encoded.toString('hex') : `${encoded.name}: ${encoded.reason}`;
}

function packetOf(octets: string): Packet {
  const attributes = Buffer.from(octets.replaceAll(' ', ''), 'hex');
  const packet = readPacket(randomPacket({ code: 2, attributes }));
  if (typeof packet === 'string') throw new Error(packet);
  return packet;
}

function decode(octets: string): Item[] {
  return valuesIn(packetOf(octets), dictionary).map(
    ({ number, definition, isMalformed, octets: value }) => {
      const known = isMalformed ? undefined : definition;
      const text = known && decodeAttributeValue(known, value)?.text;
      return [known?.name ?? numberedName(number), text ?? `0x${value.toString('hex')}`];
    },
  );
}

const xs = (count: number) => '78'.repeat(count);

/** What is written, and its octets, from which the same is read. */
const forms: readonly (readonly [source: string, items: readonly Item[], octets: string])[] = [
  ['RFC 6929 section 2.1: a short one', [['Attr-243.1', '0x626f62']], 'f306 01 626f62'],
  ['RFC 6929 section 2.2: a long one', [['Attr-245.1', '0x626f62']], 'f507 01 00 626f62'],
  [
    'RFC 6929 section 2.2: 256 octets have two parts',
    [['Attr-245.1', `0x${xs(256)}`]],
    `f5ff 01 80 ${xs(251)} f509 01 00 ${xs(5)}`,
  ],
  [
    'RFC 6929 section 2.4: of a vendor',
    [['Attr-241.26.1.4', '0x74657374']],
    'f10c 1a 00000001 04 74657374',
  ],
  [
    'RFC 6929 section 2.4: of a vendor, in a long one',
    [['FreeRADIUS-802.1X-Anonce', `0x${xs(300)}`]],
    `f5ff 1a 80 00002c50 01 ${xs(246)} f53a 1a 00 ${xs(54)}`,
  ],
  [
    'RFC 8045: values in a row share a TLV',
    [
      ['IP-Port-Type', '1'],
      ['IP-Port-Limit', '2'],
    ],
    'f10f 05 0106 00000001 0206 00000002',
  ],
  [
    'RFC 8045: a TLV ends where another attribute begins',
    [
      ['IP-Port-Limit', '2'],
      ['User-Name', 'bob'],
      ['IP-Port-Limit', '3'],
    ],
    'f109 05 0206 00000002 0105 626f62 f109 05 0206 00000003',
  ],
  [
    'RFC 6930: a TLV of the RFCs',
    [['IPv6-6rd-BR-IPv4-Address', '192.0.2.9']],
    'ad08 0306 c0000209',
  ],
  [
    'RFC 4849: rules are one text, split anywhere',
    [
      ['NAS-Filter-Rule', 'x'.repeat(251)],
      ['NAS-Filter-Rule', 'bob'],
    ],
    `5cff ${xs(251)} 00 62 5c04 6f62`,
  ],
  [
    'RFC 4849: rules follow each other',
    [
      ['NAS-Filter-Rule', 'hello'],
      ['NAS-Filter-Rule', 'bob'],
      ['User-Name', 'bob'],
    ],
    '5c0b 68656c6c6f 00 626f62 0105 626f62',
  ],
  ['RFC 5904: a long value in a row', [['PKM-SS-Cert', `0x${xs(254)}`]], `89ff ${xs(253)} 8903 78`],
  ['RFC 6572: a prefix', [['PMIP6-Home-IPv4-HoA', '192.0.2.0/24']], '9b08 0018 c0000200'],
  ['WiMAX: a TLV', [['WiMAX-Release', '1.0']], '1a0e 000060b5 0108 00 0105 312e30'],
  [
    'WiMAX: TLVs in TLVs',
    [
      ['WiMAX-PFDv2-Classifier-Direction', '1'],
      ['WiMAX-PFDv2-Src-Port', '6809'],
    ],
    '1a14 000060b5 540e 00 090b 040301 0506 0404 1a99',
  ],
  [
    'WiMAX: a value goes on',
    [['WiMAX-AAA-Session-Id', `0x${xs(247)}`]],
    `1aff 000060b5 04f9 80 ${xs(246)} 1a0a 000060b5 0404 00 78`,
  ],
  ['an IPv4 address', [['WiMAX-DNS-Server', '192.0.2.1']], '1a0d 000060b5 3407 00 c0000201'],
  [
    'an IPv6 address',
    [['WiMAX-DNS-Server', '2001:db8::1']],
    '1a19 000060b5 3413 00 20010db8000000000000000000000001',
  ],
  ['a vendor without a dictionary', [['Attr-26.99999.3', '0x0102']], '1a0a 0001869f 0304 0102'],
  ['types of two octets', [['Attr-26.4846.65282', '0x00000001']], '1a0d 000012ee ff02 07 00000001'],
];

for (const [source, items, octets] of forms)
  test(`${source}: ${items.map(([name]) => name).join(', ')}`, (t) => {
    t.equal(encode(items), octets.replaceAll(' ', ''));
    t.same(decode(octets), items);
    const [name = '', value] = items[0] ?? [];
    const definition = dictionary.find(name);
    const [first] = definition
      ? decodeAttributeValues(packetOf(octets), definition, dictionary)
      : [];
    t.equal(first?.text, value, 'it is found by name');
    t.end();
  });

test('a vendor attribute by number has the name and the values of its dictionary', (t) => {
  t.equal(
    encode([['Attr-26.2011.2', '0x000007d0']]),
    encode([['Huawei-Input-Average-Rate', '2000']]),
  );
  t.equal(encode([['attr-26.2011.2', '2000']]), encode([['Huawei-Input-Average-Rate', '2000']]));
  t.same(decode('1a0c 000007db 0206 000007d0'), [['Huawei-Input-Average-Rate', '2000']]);
  t.end();
});

test('rules that other attributes separate are one text too', (t) => {
  const items: Item[] = [
    ['NAS-Filter-Rule', 'hello'],
    ['User-Name', 'bob'],
    ['NAS-Filter-Rule', 'bob'],
  ];
  t.equal(encode(items), '5c0b68656c6c6f00626f620105626f62');
  t.end();
});

test('a TLV that is full is followed by another one', (t) => {
  const items = Array.from({ length: 60 }, (): Item => ['IP-Port-Limit', '5']);
  t.same(decode(encode(items)), items);
  t.end();
});

/** Malformed octets are the value of the attribute around them. */
for (const [octets, ...read] of [
  ['1a08 000060b5 0102', ['Attr-26', '0x000060b50102']],
  ['1a0a 000060b5 0104 0001', ['Attr-26.24757.1', '0x01']],
  ['1a11 000060b5 010a 00 0105312e30 020301', ['Attr-26', '0x000060b5010a000105312e30020301']],
  ['1a11 000060b5 010b 00 0104312e30 020301', ['Attr-26.24757.1', '0x0104312e30020301']],
  [
    '1a14 000060b5 540e 00 090b 040301 0506 04051a99',
    ['WiMAX-PFDv2-Classifier-Direction', '1'],
    ['Attr-26.24757.84.9.5', '0x04051a99'],
  ],
  ['1a0b 000060b5 3105 80 0000', ['Attr-26', '0x000060b53105800000']],
  ['f504 0100', ['Attr-245', '0x0100']],
  ['f503 01', ['Attr-245', '0x01']],
  ['f509 1a00 00000001 06', ['Attr-245.26', '0x0000000106']],
  ['f509 1a80 00000001 06 f505 1a00 01', ['Attr-245.26.1.6', '0x01']],
  ['f505 0180 61 0105 626f62', ['Attr-245', '0x018061'], ['User-Name', 'bob']],
  ['1a0d 00000000 0002 0007 666f6f', ['Attr-26', '0x0000000000020007666f6f']],
  ['1a06 0000 0009', ['Attr-26', '0x00000009']],
] as const)
  test(`malformed octets are kept: ${octets}`, (t) => {
    t.same(decode(octets), read);
    t.end();
  });

for (const [name, value, why] of [
  ['Vendor-Specific', '0xabcdef', 'use its number, Attr-26'],
  ['Attr-240.1', '0x01', 'no dictionary has this attribute'],
  ['Attr-26.1.256', '0x01', 'no dictionary has this attribute'],
  ['Attr-0', '0x01', 'no dictionary has this attribute'],
  ['Attr-256', '0x01', 'no dictionary has this attribute'],
  ['Attr-26.16777216.1', '0x01', 'no dictionary has this attribute'],
  ['Attr-26.9', '0x01', 'no dictionary has this attribute'],
  ['Attr-24', '0x01', 'the gateway knows it as state'],
  ['Challenge-State', '0x01', 'the gateway knows it as state'],
  ['Attr-69', '0x01', 'its values are secret: use its name, Tunnel-Password'],
  ['Attr-241.1', `0x${xs(253)}`, 'the value is too long'],
  ['WiMAX-Release', 'x'.repeat(254), 'the value is too long'],
  ['WiMAX-DNS-Server', 'nowhere', '"nowhere" is no value of type combo-ip'],
  ['WiMAX-Capability', 'text', '"text" is no value of type tlv'],
] as const)
  test(`${name} is refused: ${why}`, (t) => {
    t.equal(encode([[name, value]]), `${name}: ${why}`);
    t.match(dictionary.faultOf({ name, value }), { reason: why });
    t.end();
  });
