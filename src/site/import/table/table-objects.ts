import { readDjangoHash } from '../../../aaa/password/django-hash.ts';
import { isRecord } from '../../../contract/fields.ts';
import { nearestTo } from '../../../runtime/command/nearest.ts';
import { referenceOf, type SourceObject, type SourceReference } from '../source-object.ts';
import { ruleOf, type FieldRule, type MappedTable, type Mapping } from './mapping.ts';
import { readRows, type SourceRow } from './read-rows.ts';

type Value = string | number | boolean;

interface TableSource {
  readonly files: readonly string[];
  readonly mapping: Mapping;
  /** Values of fields that a row lacks. */
  readonly defaults: Readonly<Record<string, string>>;
  /** Reports a row that is left out. */
  readonly leaveOut: (line: string) => void;
}

/** Yields the objects of the rows of files, and each location before the first object there. */
export async function* objectsOfTables(source: TableSource): AsyncIterable<SourceObject> {
  const known = new Set<string>();
  const isFirst = ({ resource, name }: Pick<SourceObject, 'resource' | 'name'>) => {
    const { size } = known;
    return known.add(`${resource} ${name}`).size > size;
  };
  for await (const row of rowsOf(source)) {
    const table = source.mapping.tables.find(({ when }) => fits(row, when));
    const object = table && objectOf(row, table, source.defaults);
    if (!object) source.leaveOut(`${row.place}: no table of the mapping matches it`);
    else if (!isFirst(object))
      source.leaveOut(`${row.place}: a second row of ${object.resource} ${object.name}`);
    else yield* [...locationsOf(object).filter(isFirst), object];
  }
}

async function* rowsOf({ files, mapping, leaveOut }: TableSource): AsyncIterable<SourceRow> {
  const used = columnsIn(mapping);
  for (const file of files)
    yield* readRows(file, mapping, (of, columns) => {
      const absent = [...used].filter((name) => !columns.includes(name));
      for (const line of unusedColumns(columns, used, absent)) leaveOut(`${of}: ${line}`);
    });
}

/** Returns the columns that a mapping reads. */
function columnsIn({ tables }: Mapping): ReadonlySet<string> {
  const fields = tables.flatMap((table) => Object.values(table.fields));
  return new Set([
    ...tables.flatMap(({ when }) => Object.keys(when)),
    ...fields.flatMap((field) => [ruleOf(field).from ?? []].flat()),
  ]);
}

/** Describes the columns of a file that no field takes: a misspelt one by the name that it is close to. */
function unusedColumns(
  columns: readonly string[],
  used: ReadonlySet<string>,
  absent: readonly string[],
): readonly string[] {
  const unused = columns.filter((name) => name !== '' && !used.has(name));
  const misspelt = unused.flatMap((name) => {
    const meant = nearestTo(name, absent);
    return meant === undefined ? [] : [`column ${name}: no field takes it; did you mean ${meant}?`];
  });
  return unused.length === 0
    ? []
    : [`columns that no field takes: ${unused.join(', ')}`, ...misspelt];
}

function fits(row: SourceRow, when: MappedTable['when']): boolean {
  return Object.entries(when).every(([column, pattern]) =>
    new RegExp(pattern).test(String(row.valueOf(column) ?? '')),
  );
}

/** Returns the location of an object, which is created if it does not exist. */
function locationsOf({ references = [], body }: SourceObject): readonly SourceObject[] {
  const { organization } = body;
  return references
    .filter(({ field }) => field === 'location')
    .map(({ name }) => ({
      resource: 'location',
      name,
      body: { name, ...(organization !== undefined && { organization }) },
      notes: [],
      refusal: null,
    }));
}

function objectOf(
  row: SourceRow,
  { resource, fields }: MappedTable,
  defaults: TableSource['defaults'],
): SourceObject {
  const body: Record<string, unknown> = {};
  const references: SourceReference[] = [];
  const { values, unreadable } = valuesOf(row, fields);
  for (const [field, value] of Object.entries(defaults)) values[field] ??= defaultOf(value);
  for (const [field, value] of Object.entries(values)) {
    const reference = referenceOf(field, String(value));
    if (reference) references.push(reference);
    else setField(body, field.split('.'), value);
  }
  const named = resource === 'user' || resource === 'user_token' ? 'username' : 'name';
  const name = String(values[named] ?? '');
  const refusal = name === '' ? `${row.place}: the row has no name` : unreadable;
  return { resource, name, body, references, notes: [], refusal };
}

/** Returns the values by field, and what is wrong with the first that is no number where one is expected. */
function valuesOf(row: SourceRow, fields: MappedTable['fields']) {
  const values: Record<string, Value> = {};
  let unreadable: string | null = null;
  for (const [field, one] of Object.entries(fields)) {
    const rule = ruleOf(one);
    const value = valueOf(row, rule);
    if (value === null || value === '') continue;
    if (Number.isNaN(value))
      unreadable ??= `${row.place}: ${field}: ${JSON.stringify(firstOf(row, rule))} is not a number`;
    else values[field] = value;
  }
  return { values, unreadable };
}

function valueOf(row: SourceRow, rule: FieldRule): Value | null {
  return convert(firstOf(row, rule), rule) ?? rule.otherwise ?? null;
}

function firstOf(row: SourceRow, { from = [] }: FieldRule): Value | null {
  const columns = typeof from === 'string' ? [from] : from;
  return columns.map(row.valueOf).find((value) => value !== null && value !== '') ?? null;
}

function convert(given: Value | null, rule: FieldRule): Value | null {
  const { values, times } = rule;
  const found = given === null ? null : matchOf(String(given), rule);
  const value = values && found !== null ? (entryOf(values, found.toLowerCase()) ?? null) : found;
  if (value === null) return null;
  // A time or an amount of 0 is unlimited.
  if (times !== undefined) return Number(value) === 0 ? null : Math.round(Number(value) * times);
  return typed(value, rule);
}

/** Returns the value of an own key of the mapping: every object inherits `constructor`. */
function entryOf(values: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(values, key) ? values[key] : undefined;
}

function matchOf(text: string, { match, join = '' }: FieldRule): string | null {
  if (match === undefined) return text;
  const [whole, ...groups] = new RegExp(match).exec(text) ?? [];
  return groups.length === 0 ? (whole ?? null) : groups.join(join);
}

function typed(value: string, { as }: FieldRule): Value {
  if (as === 'number') return Number(value);
  if (as === 'boolean') return /^(?:true|yes|1)$/i.test(value);
  const isClear = as === 'password' && !/^[{$]/.test(value) && readDjangoHash(value) === null;
  return isClear ? `{CLEAR}${value}` : value;
}

/** Returns a default of the command line as JSON shows it: `3` is a number, `true` a boolean, other text a string. */
function defaultOf(text: string): Value {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  return /^(?:true|false)$/.test(text) ? text === 'true' : text;
}

function setField(body: Record<string, unknown>, [key = '', ...inner]: string[], value: Value) {
  if (inner.length === 0) body[key] = value;
  else {
    const there = body[key];
    const object = isRecord(there) ? { ...there } : {};
    setField(object, inner, value);
    body[key] = object;
  }
}
