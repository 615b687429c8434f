import { sql } from 'kysely';
import { isNumeric, isTime } from '../src/contract/fields.ts';
import { filtersOf } from '../src/http/list/filter.ts';
import type { Filter, Resource } from '../src/contract/resource.ts';
import { openStore } from '../src/store/database.ts';
import { listByKeyset } from '../src/store/query/keyset-page.ts';
import { selectUpTo } from '../src/store/query/resource-query.ts';
import { countRows } from '../src/store/query/row-count.ts';
import type { Condition } from '../src/store/query/selection.ts';
import type { Row } from '../src/store/query/row-serialization.ts';
import type { Store } from '../src/store/store.ts';
import type { GatewayProcess } from '../test/gateway-process.ts';
import { median, print, type Figure } from './figures.ts';
import { rowsText } from './lists-seed.ts';
import { sized } from './scale.ts';

const rounds = sized(5, 1);
const minRunMs = sized(10, 0);
/** Every so many of the filters are measured. */
const filterStep = sized(1, 20);

/** A store whose tables have a given number of rows. */
export interface SeededStore {
  readonly gateway: GatewayProcess;
  readonly rows: number;
}

export interface FilterComparison {
  readonly short: SeededStore;
  readonly long: SeededStore;
  /** The organizations that the caller may see. */
  readonly scope: readonly number[];
  /** Rows of a page. */
  readonly limit: number;
  readonly signal: AbortSignal;
}

/**
 * Measures the page and the count of every filter and lookup that a resource declares, with a stored value and with a
 * value without a match, in the long table and in the short one.
 */
export async function filters(resource: Resource, comparison: FilterComparison): Promise<string> {
  const { short, long, limit } = comparison;
  const stores: Store[] = [];
  try {
    for (const { gateway } of [short, long])
      stores.push(await openStore(`sqlite:${gateway.database}`, gateway.folder));
    const [shortStore, longStore] = stores;
    if (!shortStore || !longStore) throw new Error('two stores are needed');
    const shortLists = await filteredLists(resource, shortStore, short.rows);
    const figures: Figure[] = [];
    const longLists = await filteredLists(resource, longStore, long.rows);
    for (const [name, where] of [...longLists].filter((_, at) => at % filterStep === 0)) {
      const sameInShort = shortLists.get(name);
      if (!sameInShort) throw new Error(`the short table has no value for ${name}`);
      const lists = {
        name,
        short: { store: shortStore, where: sameInShort },
        long: { store: longStore, where },
      };
      figures.push(...(await figuresOf(resource, lists, comparison)));
    }
    return print({
      title: `${resource.plural}, filters: ${rowsText(long.rows)} rows against ${rowsText(short.rows)}`,
      figures,
      notes: [`a page is ${limit} rows; a count is not from the cache; both without HTTP`],
    });
  } finally {
    for (const store of stores) await store.close();
  }
}

/** Returns the condition of each filter and value, by a name that is the same for tables of any length. */
async function filteredLists(
  of: Resource,
  store: Store,
  total: number,
): Promise<ReadonlyMap<string, Condition>> {
  // A multiple of 100: the row of the user and the device that have most rows.
  const middle = Math.max(100, Math.floor(total / 200) * 100);
  const stored = [await storedRow(of, store, middle), await storedRow(of, store, middle + 1)];
  return new Map(
    Object.entries(filtersOf(of)).flatMap(([name, filter]) =>
      valuesOf(of, filter, stored).map(([label, value]) => {
        const { column, operator } = filter;
        return [`${name}, ${label}`, { column, operator, value }] as const;
      }),
    ),
  );
}

/** Returns the row at a position of the table by its key: an id may be made of a time. */
async function storedRow(of: Resource, store: Store, position: number): Promise<Row> {
  const at = sql<{ key: number }>`
    select ${sql.ref(of.key)} as key from ${sql.table(of.name)} order by 1 limit 1 offset ${position - 1}`;
  const { rows } = await at.execute(store.db);
  const where: Condition[] = [{ column: of.key, operator: '=', value: rows[0]?.key }];
  const [row] = await selectUpTo(store, of, { scope: 'all', where, limit: 1 });
  if (!row) throw new Error(`${of.name} has no row at position ${position}`);
  return row;
}

type LabelledValue = readonly [label: string, value: unknown];

/** Returns the values that a filter is measured with. A column without a stored value has only the one without a match. */
function valuesOf(
  of: Resource,
  { column, operator, schema }: Filter,
  stored: readonly Row[],
): LabelledValue[] {
  if (operator === 'is null')
    return [
      ['true', 1],
      ['false', 0],
    ];
  const field = of.schema.properties[column] ?? schema;
  const isNumber = field !== undefined && (isNumeric(field) || isTime(field));
  const unmatched = isNumber ? unmatchedNumber(operator) : 'no such value';
  const values = stored.map((row) => row[column]).filter((value) => value !== null);
  const isList = operator === 'in';
  const none: LabelledValue = ['no match', isList ? [unmatched] : unmatched];
  if (values.length === 0) return [none];
  return [['stored', isList ? values : values[0]], none];
}

function unmatchedNumber(operator: Filter['operator']): number {
  return operator === '<=' ? 0 : Number.MAX_SAFE_INTEGER;
}

/** The same filter in both tables. */
interface FilteredLists {
  readonly name: string;
  readonly short: FilteredList;
  readonly long: FilteredList;
}

interface FilteredList {
  readonly store: Store;
  readonly where: Condition;
}

async function figuresOf(
  of: Resource,
  { name, short, long }: FilteredLists,
  { scope, limit, short: { rows }, signal }: FilterComparison,
): Promise<Figure[]> {
  const page = ({ store, where }: FilteredList) =>
    listByKeyset(store, of, { scope, where: [where], limit: limit + 1, from: null });
  // Counts are cached by store: a copy has an empty cache.
  const count = ({ store, where }: FilteredList) =>
    countRows({ ...store }, of, { scope, where: [where] });
  const figures: Figure[] = [];
  for (const [label, query] of [
    [name, page],
    ['  count', count],
  ] as const) {
    const [shortMs, longMs]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      signal.throwIfAborted();
      shortMs.push(await durationMs(() => query(short)));
      longMs.push(await durationMs(() => query(long)));
    }
    const limits = [{ name: `${rowsText(rows)} rows`, samples: shortMs }];
    figures.push({ name: label, samples: longMs, unit: 'ms', decimals: 2, limits });
  }
  return figures;
}

/** Returns the median duration of a query that is repeated for some milliseconds. */
async function durationMs(query: () => Promise<unknown>): Promise<number> {
  const durations: number[] = [];
  const end = performance.now() + minRunMs;
  do {
    const began = performance.now();
    await query();
    durations.push(performance.now() - began);
  } while (performance.now() < end);
  return median(durations);
}
