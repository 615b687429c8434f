import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import tap, { test } from 'tap';
import { ChangedSource, type Edit } from '../../changed-source.ts';
import { radclient } from '../../peers/radclient.ts';
import { root, sourceFiles } from '../../source-files.ts';

/*
 * The recipe "an accounting attribute" of CONTRIBUTING, followed for Filter-Id in a copy of the built product. Nothing
 * else is edited.
 */

const steps = readdirSync(join(root, 'dist/src/store/migrations'))
  .filter((name) => /^\d{4}-.*\.js$/.test(name))
  .toSorted();
const lastStep = Number(steps.at(-1)?.slice(0, 4));
const step = `${String(lastStep + 1).padStart(4, '0')}-filter-id`;

const edits: readonly Edit[] = [
  // Step 1: its number, and how it is decoded.
  {
    file: 'src/protocol/radius/attribute-type',
    after: 'framedIpAddress: 8,',
    add: 'filterId: 11,',
  },
  {
    file: 'src/radius/acct/accounting-record',
    after: 'calledstationid: stated(firstText(packet, type.calledStationId)),',
    add: 'filterid: firstText(packet, type.filterId),',
  },
  // Step 2: the field, and the column whose newest value counts.
  {
    file: 'src/aaa/session/accounting-record',
    after: 'delegatedipv6prefix: nullableText(),',
    add: 'filterid: extension(nullableText()),',
  },
  {
    file: 'src/aaa/session/accounting-record',
    after: "'delegatedipv6prefix',",
    add: "'filterid',",
  },
  // Step 3: a migration that adds the column.
  {
    file: 'src/store/migrations/index',
    after: null,
    add: `import { filterId } from './${step}.js';`,
  },
  {
    file: 'src/store/migrations/index',
    after: 'export const migrationSteps = {',
    add: `'${step}': filterId,`,
  },
  // Step 4: sessions of another server have none.
  {
    file: 'src/site/import/radacct-row',
    after: "delegatedipv6prefix: text('delegatedipv6prefix'),",
    add: 'filterid: null,',
  },
];

const source = new ChangedSource(edits);
source.add(
  `src/store/migrations/${step}`,
  `export const filterId = () => ({
    async up(db) {
      await db.schema.alterTable('aaa_accounting').addColumn('filterid', 'text').execute();
    },
  });`,
);
tap.teardown(() => {
  source.remove();
});

test('an attribute that is added by the recipe is in the list of accounting', async (t) => {
  const { running, ask } = await source.startGateway();
  t.teardown(() => running.stop());
  const gate = async (method: string, path: string, body?: object): Promise<unknown> =>
    JSON.parse(await ask(method, `/gate/api/v1${path}`, body));
  const secret = 'a secret of 22 octets!';
  await gate('POST', '/aaa_client/', {
    name: 'nas',
    address: '127.0.0.1',
    secret,
    organization: 1,
  });
  const [to] = running.radius.acct;
  const attributes =
    'Acct-Status-Type=Start\nAcct-Session-Id=F1\nNAS-IP-Address=192.0.2.10\nFilter-Id=guests';
  const request = { command: 'acct', attributes, secret, seconds: 10 } as const;
  const outcome = to && (await radclient({ ...request, to }));
  t.equal(outcome?.ok, true, outcome?.output ?? 'no listener');
  t.match(await gate('GET', '/aaa_accounting/'), {
    results: [{ acctsessionid: 'F1', filterid: 'guests' }],
  });
  t.match(await gate('GET', '/openapi.json'), {
    components: { schemas: { aaa_accounting: { properties: { filterid: {} } } } },
  });
});

test('the recipe names every file that names an attribute of a session', (t) => {
  const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
  const recipe = /### An accounting attribute\n(.*?)\n### /s.exec(text)?.[1] ?? '';
  const naming = sourceFiles('src')
    .filter((file) => /\bframedinterfaceid\b/.test(file.text))
    .map(({ path }) => path)
    .filter((path) => !path.startsWith('src/store/migrations/'));
  t.same(
    naming.filter((path) => !recipe.includes(path)),
    [],
  );
  t.ok(naming.includes('src/radius/acct/accounting-record.ts'));
  const edited = new Set(edits.map(({ file }) => file));
  t.same(
    [...edited].filter((file) => !recipe.includes(file)),
    [],
  );
  t.end();
});
