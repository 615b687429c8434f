import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'tap';
import ts from 'typescript';
import { isRecord } from '../../src/contract/fields.ts';
import { loadApis, loadTables } from '../../src/modules/load-modules.ts';
import { packageRoot } from '../../src/runtime/package-root.ts';
import { readResourceSchema } from '../../tools/console/resource-schema.ts';
import { englishLabel } from '../../web/app/labels.ts';
import { sourceFiles, visitNodes, type SourceFile } from '../source-files.ts';

/* The texts of the console in each language, and that no text goes round them. */

const files = sourceFiles('web').filter(({ path }) => !path.endsWith('/kit.tsx'));

/** Properties of pages, collections and choices that are shown. */
const shownProperty = /^(?:title|short|noun|lead|label|text|sub|done)$/;

/** Attributes of components and elements that are shown or read out. */
const shownAttribute =
  /^(?:title|label|placeholder|alt|aria-label|hint|action|note|lead|noun|text)$/;

/** What begins like a text and is none, or is the same in every language. */
const otherWords: ReadonlySet<string> = new Set([
  'ArrowDown',
  'ArrowUp',
  'Cisco IOS',
  'CoA             UDP 3799 of the NAS',
  'Enter',
  'Escape',
  'Fortinet',
  'Gatehouse',
  'MikroTik',
  'Misconfigured',
  'OpenWrt',
  // Demonstration only.
  'Kit',
]);

/** Values of closed lists that are names or abbreviations. */
const otherChoices: ReadonlySet<string> = new Set([
  'api',
  'cli',
  'coa',
  'gatehouse',
  'gui',
  'ntfy',
  'radius',
  'script',
  'slack',
  'starttls',
  'syslog',
  'teams',
  'telegram',
  'tls',
  'udp',
]);

/** Markup and parts of templates that are the same in every language. */
const otherMarkup: ReadonlySet<string> = new Set([
  '',
  'Bearer',
  'CSV',
  'Gatehouse',
  'JSON',
  '· Gatehouse',
  `curl -H "Authorization: Bearer $TOKEN" '`,
  'ms',
  'sudo cat /var/lib/gatehouse/admin-token',
]);

/** Messages of the gateway to someone who signs in. */
const ofGateway = [
  'Enter the code of your authenticator app, or a recovery code.',
  'The account is deactivated or has expired.',
  'The session has ended. Sign in again.',
  'This code is wrong, or was used already. Wait for the next one.',
  'This is not your password.',
  'Wrong user name or password.',
  'You do not have permission to perform this action.',
];

interface Found {
  readonly plain: Set<string>;
  readonly counted: Set<string>;
  /** Every literal and key, also of the tables that `t` reads. */
  readonly literals: Set<string>;
  /** Texts that no table can replace. */
  readonly bypassing: string[];
}

function textsOf(sources: readonly SourceFile[]): Found {
  const found: Found = {
    plain: new Set(),
    counted: new Set(),
    literals: new Set(),
    bypassing: [],
  };
  for (const file of sources)
    visitNodes(file, (node) => {
      note(file, node, found);
    });
  return found;
}

function note(file: SourceFile, node: ts.Node, found: Found): void {
  if (ts.isPropertyAssignment(node)) found.literals.add(node.name.getText());
  if (ts.isCallExpression(node)) noteCall(node, found);
  else if (ts.isJsxText(node)) noteMarkup(file, node.text.trim(), found);
  else if (ts.isJsxAttribute(node)) noteAttribute(file, node, found);
  else if (ts.isTemplateExpression(node)) noteTemplate(file, node, found);
  else if (ts.isStringLiteralLike(node)) noteLiteral(node, found);
}

function noteCall({ expression, arguments: given }: ts.CallExpression, found: Found): void {
  const called = expression.getText();
  const textAt = (index: number, into: Set<string>) => {
    for (const branch of branchesOf(given[index]))
      if (ts.isStringLiteralLike(branch)) into.add(branch.text);
  };
  if (called === 't') textAt(0, found.plain);
  if (called !== 'plural') return;
  textAt(1, found.literals);
  textAt(2, found.counted);
}

/** Returns both sides of a condition, or the expression itself. */
function branchesOf(node: ts.Expression | undefined): readonly ts.Expression[] {
  if (!node) return [];
  return ts.isConditionalExpression(node)
    ? [...branchesOf(node.whenTrue), ...branchesOf(node.whenFalse)]
    : [node];
}

function noteMarkup({ path }: SourceFile, text: string, { bypassing }: Found): void {
  if (/\p{L}/u.test(text) && !otherMarkup.has(text)) bypassing.push(`${path}: ${text}`);
}

function noteAttribute(
  { path }: SourceFile,
  { name, initializer }: ts.JsxAttribute,
  { bypassing }: Found,
): void {
  if (!initializer || !ts.isStringLiteral(initializer) || otherMarkup.has(initializer.text)) return;
  if (shownAttribute.test(name.getText()))
    bypassing.push(`${path}: ${name.getText()}="${initializer.text}"`);
}

function noteTemplate({ path }: SourceFile, node: ts.TemplateExpression, found: Found): void {
  // Lines to paste into other machines.
  if (path.endsWith('/vendors.ts')) return;
  const parts = [node.head, ...node.templateSpans.map(({ literal }) => literal)];
  for (const { text } of parts)
    if (/(?:^|\s)[A-Z][a-z]{2,}/.test(text) && !otherMarkup.has(text.trim()))
      found.bypassing.push(`${path}: ${text}`);
}

function noteLiteral(node: ts.StringLiteralLike, found: Found): void {
  const { text, parent } = node;
  found.literals.add(text);
  if (ts.isImportDeclaration(parent) || ts.isCallExpression(parent)) return;
  const isShown = ts.isPropertyAssignment(parent) && shownProperty.test(parent.name.getText());
  const isTitle = isShown && !/^[\w.]+$/.test(text);
  if (text !== '' && (isTitle || /^[A-Z][a-z]/.test(text)) && !otherWords.has(text))
    found.plain.add(text);
}

const texts = textsOf(files.filter(({ path }) => !path.endsWith('/texts.ts')));
/** Returns the labels of the fields that lists, filters and forms name. */
function labelsOf(sources: readonly SourceFile[]): ReadonlySet<string> {
  const names: string[] = [];
  for (const file of sources)
    visitNodes(file, (node) => {
      if (ts.isPropertyAssignment(node)) names.push(...fieldsIn(node));
    });
  return new Set(names.map(englishLabel));
}

function fieldsIn({ name, initializer, parent }: ts.PropertyAssignment): readonly string[] {
  const property = name.getText();
  if (ts.isArrayLiteralExpression(initializer) && /^(?:fields|filters)$/.test(property))
    return initializer.elements.flatMap((one) => (ts.isStringLiteral(one) ? [one.text] : []));
  if (!ts.isStringLiteral(initializer)) return [];
  if (property === 'search') return [initializer.text.replace(/__(?:icontains|exact)$/, '')];
  const isLabelled = parent.properties.some((one) => one.name?.getText() === 'label');
  return property === 'field' && !isLabelled ? [initializer.text] : [];
}

const paths = files.flatMap(({ text }) =>
  [...text.matchAll(/'schema:(\/[^']+)'/g)].flatMap(([, path]) => path ?? []),
);
const [apis, { resources }] = await Promise.all([loadApis(), loadTables()]);
const fields = paths.flatMap((path) =>
  fieldsOf(readResourceSchema(path, { apis: [apis.control, apis.gate], resources })),
);

function fieldsOf(schema: object): readonly Readonly<Record<string, unknown>>[] {
  const found = isRecord(schema) ? schema['fields'] : [];
  return Array.isArray(found) ? found.filter(isRecord) : [];
}

/** Words of closed lists; those that are names or abbreviations stay. */
const choices = fields.flatMap(({ choices: words }) =>
  (Array.isArray(words) ? words : []).map((word) => String(word).replaceAll('_', ' ')),
);
const labels = labelsOf(files.filter(({ path }) => path.startsWith('web/pages/')));
const ofApi = new Set([
  ...ofGateway,
  ...fields.map(({ name }) => englishLabel(String(name))),
  ...labels,
  ...choices,
]);

const folder = new URL('web/texts/', packageRoot);
const codes = readdirSync(folder).map((name) => name.replace('.json', ''));

function tableOf(code: string): Readonly<Record<string, unknown>> {
  const table: unknown = JSON.parse(readFileSync(new URL(`${code}.json`, folder), 'utf8'));
  return isRecord(table) ? table : {};
}

const placeholders = (text: string) =>
  [...text.matchAll(/\{\w+\}/g)].map(([found]) => found).sort();

/** Returns what is wrong with a translated text. */
function faultOf(code: string, english: string, text: unknown): string | null {
  if (!texts.counted.has(english)) {
    if (typeof text !== 'string' || text.trim() === '') return 'is no text';
    return sameNames(english, text) ? null : 'has other names in braces';
  }
  const forms = isRecord(text) ? text : {};
  const wanted = categoriesOf(code);
  if (Object.keys(forms).sort().join() !== wanted.join()) return `needs ${wanted.join(', ')}`;
  const { other } = forms;
  return typeof other === 'string' && sameNames(english, other) ? null : 'has no number';
}

function sameNames(english: string, text: string): boolean {
  return placeholders(english).join() === placeholders(text).join();
}

/** Returns the categories of the numbers of a console: those of a million are no others. */
function categoriesOf(code: string): readonly string[] {
  const rules = new Intl.PluralRules(code);
  const found = Array.from({ length: 200 }, (_, count) => rules.select(count));
  return [...new Set<string>(found)].sort();
}

test('the languages are those of the portal', (t) => {
  const ofPortal = readdirSync(new URL('config/portal/', packageRoot))
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => name.replace('.yaml', ''));
  t.same([...codes, 'en'].sort(), ofPortal.sort());
  t.end();
});

test('every language has each text of the console, with the same names and all its plurals', (t) => {
  const words = choices.filter((word) => /^[a-z]{3}[a-z ]*$/.test(word) && !otherChoices.has(word));
  const needed = new Set([...texts.plain, ...texts.counted, ...labels, ...words, ...ofGateway]);
  t.ok(needed.size > 600, `${needed.size} texts`);
  for (const code of codes) {
    const table = tableOf(code);
    t.same([...needed].filter((text) => !(text in table)).sort(), [], `${code} lacks nothing`);
    const unused = Object.keys(table).filter(
      (text) => !texts.literals.has(text) && !texts.counted.has(text) && !ofApi.has(text),
    );
    t.same(unused, [], `${code} has no text that the console does not use`);
    const faults = Object.entries(table).flatMap(([english, text]) => {
      const fault = faultOf(code, english, text);
      return fault === null ? [] : [`${english}: ${fault}`];
    });
    t.same(faults, [], code);
    const same = Object.entries(table).filter(([english, text]) => english === text);
    t.ok(same.length < 70, `${code} leaves ${same.length} texts as they are in English`);
  }
  const [first = '', ...others] = codes;
  const keys = Object.keys(tableOf(first)).sort();
  for (const code of others) t.same(Object.keys(tableOf(code)).sort(), keys, `${first}, ${code}`);
  t.end();
});

test('the messages that are translated are those of the gateway', (t) => {
  const sources = sourceFiles('src/aaa/account', 'src/http');
  const isSaid = (message: string) => sources.some(({ text }) => text.includes(`'${message}'`));
  t.same(
    ofGateway.filter((message) => !isSaid(message)),
    [],
  );
  t.notOk(isSaid('No such message.'));
  t.end();
});

test('no text of the console goes round its tables', (t) => {
  t.same(texts.bypassing, []);
  const faults = textsOf([
    {
      path: 'web/pages/x.tsx',
      text: [
        'const a = <p title="Hello">Some words</p>;',
        'const b = `${n} of Some`;',
        "const c = { label: 'an entry' };",
        "t('One'); plural(n, 'a', 'b');",
      ].join('\n'),
    },
  ]);
  t.same(faults.bypassing, [
    'web/pages/x.tsx: title="Hello"',
    'web/pages/x.tsx: Some words',
    'web/pages/x.tsx:  of Some',
  ]);
  t.same([...faults.plain].sort(), ['Hello', 'One', 'an entry']);
  t.same([...faults.counted], ['b']);
  t.match(
    [
      faultOf('de', 'Cancel', ''),
      faultOf('de', 'of {n}', 'von'),
      faultOf('ar', '{n} devices.', { one: 'x', other: '{n} x' }),
      faultOf('de', '{n} devices.', { one: 'x', other: 'x' }),
    ],
    [/no text/, /names in braces/, /needs few, many, one, other, two, zero/, /no number/],
  );
  t.end();
});
