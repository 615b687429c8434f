import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'tap';
import { sourceFiles } from './source-files.ts';
import { packageRoot } from '../src/runtime/package-root.ts';

/* Dashboards and rules name metrics that the gateway has. `npm run check:package -- rules` has `promtool` test the rules. */

const folder = new URL('packaging/', packageRoot);
const files = ['grafana', 'prometheus'].flatMap((name) =>
  readdirSync(new URL(`${name}/`, folder)).map((file) => `${name}/${file}`),
);
const read = (file: string) => readFileSync(new URL(file, folder), 'utf8');
const source = sourceFiles('src')
  .map(({ text }) => text)
  .join('\n');

/** Returns the metrics that a text names and the gateway does not have. */
const unknownIn = (text: string) =>
  [...new Set(text.match(/gatehouse_[a-z_]+/g))].filter(
    (name) => !new RegExp(`\\b${name.replace(/_bucket$/, '')}\\b`).test(source),
  );

test('every metric of a dashboard or rule is one of the gateway', (t) => {
  t.ok(files.length >= 6);
  for (const file of files) t.same(unknownIn(read(file)), [], file);
  t.same(unknownIn('rate(gatehouse_made_up_total[5m])'), ['gatehouse_made_up_total']);
  t.end();
});

test('every rule has a test in which its alert fires', (t) => {
  const rules = [...read('prometheus/gatehouse-rules.yml').matchAll(/- alert: (\w+)/g)];
  const tests = read('prometheus/gatehouse-rules.test.yml');
  t.ok(rules.length >= 10);
  for (const [, name = ''] of rules)
    t.match(tests, new RegExp(`alertname: ${name}\\n\\s+exp_alerts:`), name);
  t.end();
});

test('dashboards are JSON with an identifier of their own, and each panel has a query', (t) => {
  const boards = files
    .filter((file) => file.endsWith('.json'))
    .map((file) => JSON.parse(read(file)) as { uid: string; panels: { targets: unknown[] }[] });
  t.equal(new Set(boards.map(({ uid }) => uid)).size, boards.length);
  for (const { panels } of boards) for (const { targets } of panels) t.ok(targets.length > 0);
  t.end();
});
