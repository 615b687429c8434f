import { readFileSync } from 'node:fs';
import { test } from 'tap';
import { keysOf } from '../../../src/contract/fields.ts';
import {
  detectDialect,
  dialectNames,
  dialects,
  findDialect,
  isCalled,
  readRedirect,
} from '../../../src/portal/dialect/dialects.ts';
import { blocksOf, guideBlock, guideBlocks } from '../../../tools/documents/guide-blocks.ts';
import type { Dialect } from '../../../src/portal/dialect/dialect.ts';

/* What docs/portal.md says of the vendors is what the dialects do. */

const [, vendors = ''] =
  /^## Vendors\n([^]*?)^## /m.exec(readFileSync('docs/portal.md', 'utf8')) ?? [];
const sections = new Map(
  vendors
    .split(/^### /m)
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf('\n')), section]),
);
const sectionOf = ({ title }: Dialect) => sections.get(title) ?? '';

test('each dialect has a section with lines that lead to the gateway', (t) => {
  t.same(
    [...sections.keys()].toSorted(),
    dialectNames.map((name) => dialects[name].title).toSorted(),
  );
  for (const name of dialectNames)
    t.match(
      blocksOf(name, sectionOf(dialects[name]))
        .map(({ text }) => text)
        .join(''),
      /GATEWAY|portal\.example\.net|192\.0\.2\.10/,
      name,
    );
  t.end();
});

test('each dialect has a line of the table, with its state and what its controller needs', (t) => {
  const [, ...lines] = vendors.matchAll(/^\| `(\w+)` *\| *(\w*) *\|(?:[^|]*\|){4} (.*?) *\|$/gm);
  t.same(lines.map(([, name]) => name).toSorted(), [...dialectNames].toSorted());
  for (const [, name = '', state, controller = ''] of lines) {
    const dialect: Dialect = dialects[findDialect(name) ?? 'radius'];
    t.equal(state === 'experimental', dialect.isExperimental, name);
    t.equal(controller.startsWith('`secret`'), dialect.needsSecret ?? false, name);
    t.equal(/`url`.*`password`/.test(controller), isCalled(name), name);
  }
  t.end();
});

/** The keys of the blocks that belong into a device, whose other words only that device can check. */
const ofDevices = [
  'sh coovachilli',
  'html',
  'routeros',
  'uci',
  'ruckus',
  'aruba',
  'cisco',
  'text huawei',
  'text junos',
  'fortios',
  'ini hostapd',
  'text form',
  'text redirect',
  'json kea',
] as const;

test('the lines for a device have the addresses, ports and secrets of the guide', (t) => {
  /** What stands for the same thing in all blocks; other guides have the addresses of their own examples. */
  const known = {
    address: ['192.0.2.10'],
    host: ['portal.example.net'],
    port: ['80', '443', '1812', '1813', '3799'],
    secret: ['the-secret-of-the-aaa_client', 'the-secret-of-the-portal_controller'],
    path: ['/portal/', '/portal/captive', '/etc/opennds/gatehouse'],
  };
  const patterns: Readonly<Record<keyof typeof known, RegExp>> = {
    address: /\b\d+\.\d+\.\d+\.\d+\b/g,
    host: /\b(?:[\w-]+\.)+net\b/g,
    port: /(?<=port[ ='"]+)\d+|(?<=192\.0\.2\.10 )\d{4}\b/gi,
    secret: /the-secret-of-[\w-]+/g,
    path: /(?<=GATEWAY|example\.net|["'])\/[\w/]+/g,
  };
  const seen = { address: 0, host: 0, port: 0, secret: 0, path: 0 };
  for (const { place, text } of ofDevices.flatMap((key) => guideBlocks(key)))
    for (const kind of keysOf(known)) {
      const found = [...text.matchAll(patterns[kind])].map(([word]) => word);
      seen[kind] += found.length;
      t.same(
        found.filter((word) => !known[kind].includes(word)),
        [],
        `${place}: ${kind}`,
      );
    }
  t.notOk(Object.values(seen).includes(0), JSON.stringify(seen));
  t.match(JSON.parse(guideBlock('json kea')), {
    name: 'v4-captive-portal',
    data: /^https:.*\/captive$/,
  });
  t.end();
});

test('a pasted redirect is read in the dialect of its vendor, with device and access point', (t) => {
  const found = dialectNames.flatMap((name) =>
    [...sectionOf(dialects[name]).matchAll(/GATEWAY\/portal\/\?([^\s"]+)/g)].map(
      ([, query = '']) => ({
        name,
        parameters: Object.fromEntries(new URLSearchParams(query)),
      }),
    ),
  );
  t.same(found.map(({ name }) => name).toSorted(), ['mikrotik', 'radius']);
  for (const { name, parameters } of found) {
    t.equal(findDialect(parameters['vendor'] ?? '') ?? detectDialect(parameters), name);
    const { mac, ip, ap_mac, nas_id, original_url } = readRedirect(name, parameters);
    t.ok(mac !== null && ip !== null && (ap_mac ?? nas_id) !== null && original_url !== null, name);
  }
  const tags = [...sectionOf(dialects.cisco_wlc).matchAll(/redirect append \S+ tag (\w+)/g)].map(
    ([, tag = '']) => tag,
  );
  t.equal(tags.length, 3);
  const known: readonly string[] = Object.values(dialects.cisco_wlc.fields).flat();
  t.same(
    tags.filter((tag) => !known.includes(tag)),
    [],
  );
  t.end();
});
