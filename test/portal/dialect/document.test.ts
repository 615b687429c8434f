import { readFileSync } from 'node:fs';
import { test } from 'tap';
import {
  detectDialect,
  dialectNames,
  dialects,
  findDialect,
  isCalled,
  readRedirect,
} from '../../../src/portal/dialect/dialects.ts';
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
const blocksOf = (section: string) =>
  [...section.matchAll(/^```\w+\n([^]*?)^```$/gm)].map(([, block = '']) => block);

test('each dialect has a section with lines that lead to the gateway', (t) => {
  t.same(
    [...sections.keys()].toSorted(),
    dialectNames.map((name) => dialects[name].title).toSorted(),
  );
  for (const name of dialectNames)
    t.match(
      blocksOf(sectionOf(dialects[name])).join(''),
      /GATEWAY|portal\.example\.net|192\.0\.2\.10/,
      name,
    );
  t.end();
});

test('each dialect has a line of the table, with its state and what its controller needs', (t) => {
  const [, ...lines] = vendors.matchAll(/^\| `(\w+)` *\| *(\w*) *\| (.*?) *\|$/gm);
  t.same(lines.map(([, name]) => name).toSorted(), [...dialectNames].toSorted());
  for (const [, name = '', state, controller = ''] of lines) {
    const dialect: Dialect = dialects[findDialect(name) ?? 'radius'];
    t.equal(state === 'experimental', dialect.isExperimental, name);
    t.equal(controller.startsWith('`secret`'), dialect.needsSecret ?? false, name);
    t.equal(/`url`.*`password`/.test(controller), isCalled(name), name);
  }
  t.end();
});

test('a redirect to paste is read as that of its vendor, with device and access point', (t) => {
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
