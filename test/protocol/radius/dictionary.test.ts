import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tap, { test } from 'tap';
import { loadDictionary } from '../../../src/protocol/radius/dictionary.ts';
import {
  encodeNamedAttribute,
  decodeAttributeValues,
} from '../../../src/protocol/radius/attribute-codec.ts';
import { readPacket } from '../../../src/protocol/radius/packet.ts';
import { Secret } from '../../../src/contract/secret.ts';
import { randomPacket } from '../../radius/packets.ts';

const directory = mkdtempSync(join(tmpdir(), 'dictionary-'));
tap.teardown(() => {
  rmSync(directory, { recursive: true });
});

let folders = 0;

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = join(directory, String(++folders));
  mkdirSync(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

const site = loadDictionary(
  folderWith({
    dictionary: '# our own\n$INCLUDE dictionary.door\n$INCLUDE- dictionary.absent\n',
    'dictionary.door': [
      'VENDOR Door 55555',
      'BEGIN-VENDOR Door',
      'ATTRIBUTE Door-Name 1 string # in words',
      'ATTRIBUTE Door-State 2 byte',
      'VALUE Door-State Open 1',
      'ATTRIBUTE Door-Floor 3 short',
      'ATTRIBUTE Door-Opened 4 integer64',
      'ATTRIBUTE Door-Offset 5 signed',
      'ATTRIBUTE Door-Address 6 ether',
      'ATTRIBUTE Door-Since 7 date',
      'ATTRIBUTE Door-Network 8 ipv4prefix',
      'ATTRIBUTE Door-Key 0x09 octets[4]',
      'ATTRIBUTE Door-Count 11 uint32',
      'ATTRIBUTE Door-Parts 10 tlv',
      'ATTRIBUTE Door-Part 10.1 string',
      'VALUE Door-Part Handle 1',
      'END-VENDOR Door',
      'VENDOR Gate 55556 format=4,0',
      'ATTRIBUTE Gate-Name 70000 string Gate',
    ].join('\n'),
    'dictionary.ignored': 'nonsense',
  }),
);

const cover = { secret: new Secret('testing123'), authenticator: Buffer.alloc(16, 7) };
const encode = (name: string, value: string) => encodeNamedAttribute(site, { name, value }, cover);

for (const [name, value, octets] of [
  ['Session-Timeout', '3600', '1b06 00000e10'],
  ['session-timeout', '0x10', '1b06 00000010'],
  ['Service-Type', 'Framed-User', '0606 00000002'],
  ['Service-Type', '2', '0606 00000002'],
  ['Framed-IP-Address', '10.0.0.5', '0806 0a000005'],
  ['Reply-Message', 'h\u00e9', '1205 68c3a9'],
  ['Class', '0x0a0B', '1904 0a0b'],
  ['Class', 'gold', '1906 676f6c64'],
  ['Framed-IPv6-Address', '2001:db8::1', 'a812 20010db8000000000000000000000001'],
  ['Framed-IPv6-Address', '::ffff:192.0.2.1', 'a812 00000000000000000000ffffc0000201'],
  ['Framed-IPv6-Prefix', '2001:db8:ff::/48', '610a 0030 20010db800ff'],
  ['Framed-IPv6-Prefix', '::/0', '6104 0000'],
  ['Framed-Interface-Id', '1:2:3:ff', '600a 00010002000300ff'],
  ['Tunnel-Type', 'VLAN', '4006 0000000d'],
  ['Tunnel-Type:1', '13', '4006 0100000d'],
  ['Tunnel-Private-Group-Id', '20', '5104 3230'],
  ['Tunnel-Private-Group-Id:3', '20', '5105 033230'],
  ['Mikrotik-Rate-Limit', '2M/10M', '1a0e 00003a8c 0808 324d2f31304d'],
  ['WISPr-Bandwidth-Max-Down', '2000000', '1a0c 0000372a 0806 001e8480'],
  ['Door-State', 'open', '1a09 0000d903 0203 01'],
  ['Door-Floor', '300', '1a0a 0000d903 0304 012c'],
  ['Door-Opened', '18446744073709551615', '1a10 0000d903 040a ffffffffffffffff'],
  ['Door-Offset', '-2', '1a0c 0000d903 0506 fffffffe'],
  ['Door-Address', 'AA-bb-CC-00-11-22', '1a0e 0000d903 0608 aabbcc001122'],
  ['Door-Since', '2026-01-01T00:00:00Z', '1a0c 0000d903 0706 6955b900'],
  ['Door-Network', '192.0.2.77/24', '1a0e 0000d903 0808 0018c0000200'],
  ['Gate-Name', 'x', '1a0b 0000d904 00011170 78'],
] as const) {
  test(`${name} = ${value} is written as ${octets}, and read back`, (t) => {
    const written = encode(name, value);
    t.equal(
      Buffer.isBuffer(written) ? written.toString('hex') : written,
      octets.replaceAll(' ', ''),
    );
    const packet = readPacket(
      randomPacket({ code: 2, attributes: Buffer.from(octets.replaceAll(' ', ''), 'hex') }),
    );
    const definition = site.find(name.split(':')[0] ?? '');
    const [read, ...others] =
      typeof packet === 'string' || !definition
        ? []
        : decodeAttributeValues(packet, definition, site);
    t.same(others, []);
    const again = encode(name, read?.text ?? '');
    t.same(again, written);
    t.end();
  });
}

for (const [name, value, why] of [
  ['No-Such-Attribute', '1', /no dictionary/],
  ['Session-Timeout', 'soon', /"soon" is no value of type integer/],
  ['Session-Timeout', '4294967296', /no value/],
  ['Session-Timeout', '-1', /no value/],
  ['Framed-IP-Address', '10.0.0.256', /no value of type ipaddr/],
  ['Framed-IPv6-Prefix', '2001:db8::/129', /no value/],
  ['Door-Offset', '2147483648', /no value/],
  ['Class', '0x123', /no value/],
  ['Session-Timeout:1', '1', /takes no tag/],
  ['Tunnel-Type:32', '13', /no dictionary/],
  ['Reply-Message', 'x'.repeat(254), /too long/],
  ['Mikrotik-Rate-Limit', 'x'.repeat(248), /too long/],
] as const) {
  test(`${name} = ${value.slice(0, 20)} can not be written: ${String(why)}`, (t) => {
    t.match(encode(name, value), why);
    t.end();
  });
}

for (const [files, why] of [
  [
    { 'dictionary.x': 'ATTRIBUTE One 1 integer\nATTRIBUTE Two\n' },
    /dictionary\.x:2: expected ATTRIBUTE, name, number, type/,
  ],
  [{ 'dictionary.x': 'ATTRIBUTE One 1 number' }, /dictionary\.x:1: number: expected a type/],
  [{ 'dictionary.x': 'ATTRIBUTE One one integer' }, /:1: one: expected a number/],
  [{ 'dictionary.x': 'ATTRIBUTE One 1 integer has_tagg' }, /:1: has_tagg: expected has_tag/],
  [{ 'dictionary.x': 'VALUE None Such 1' }, /:1: there is no attribute None/],
  [{ 'dictionary.x': 'BEGIN-VENDOR Nobody' }, /:1: there is no vendor Nobody/],
  [{ 'dictionary.x': 'VENDOR Some 1\nBEGIN-VENDOR Some\n' }, /BEGIN-VENDOR Some has no END-VENDOR/],
  [
    { 'dictionary.x': '\nATTRIBUT One 1 integer' },
    /dictionary\.x:2: ATTRIBUT: expected one of ATTRIBUTE/,
  ],
  [{ dictionary: '$INCLUDE absent' }, /dictionary:1: there is no file absent/],
  [{ dictionary: '$INCLUDE dictionary' }, /deeper than 16 files/],
] as const) {
  test(`a broken dictionary is named with its line: ${JSON.stringify(files)}`, (t) => {
    t.throws(() => loadDictionary(folderWith(files)), { message: why });
    t.end();
  });
}

test('the dictionaries of FreeRADIUS are read whole, together with ours', (t) => {
  // As /etc/freeradius/3.0/dictionary includes them.
  const folder = folderWith({ dictionary: '$INCLUDE /usr/share/freeradius/dictionary\n' });
  const all = loadDictionary(folder);
  t.match(all.find('Mikrotik-Rate-Limit'), { vendor: { number: 14988 } });
  t.same(all.faultOf({ name: 'Mikrotik-Rate-Limit', value: '1M/2M' }), null);
  t.equal(all.terminateCauseName(1), 'User-Request');
  t.ok((all.attributesOfVendor(0)?.size ?? 0) < 300, 'internal attributes are none of the wire');
  t.match(all.faultOf({ name: 'Cleartext-Password', value: 'x' }), { part: 'attribute' });
  t.end();
});
