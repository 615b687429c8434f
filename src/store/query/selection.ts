import { sql, type RawBuilder } from 'kysely';
import { foldText } from '../fold-text.ts';
import type { Filter, NameColumn, Resource } from '../../contract/resource.ts';
import type { Store } from '../store.ts';

/** The organizations visible to a caller, or all rows. */
export type Scope = readonly number[] | 'all';

export interface Condition {
  readonly column: string;
  /**
   * `same suffix`: a necessary condition for equality, which an index of the last four characters answers; `like`: as
   * `contains`, with a pattern for LIKE.
   */
  readonly operator: Filter['operator'] | 'same suffix' | 'like';
  readonly value: unknown;
}

export interface Selection {
  readonly scope: Scope;
  readonly where: readonly Condition[];
  /** Whose turn a long read takes; default: the gateway's own. */
  readonly tenant?: string;
  /** True once `resolveNameFilters` has looked its names up: a page and its count share the look-up. */
  readonly hasResolvedNames?: boolean;
}

/** Returns the conditions of a selection, its organizations among them. */
export function conditionsOf({ scope, where }: Selection): readonly Condition[] {
  return scope === 'all'
    ? where
    : [...where, { column: 'organization', operator: 'in', value: scope }];
}

/** Returns the WHERE clause of a selection. Names come from resources, never from requests; values are bound. */
export function whereClause(selection: Selection): RawBuilder<unknown> {
  const conditions = conditionsOf(selection).map(condition);
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`1 = 1`;
}

function condition({ column, operator, value }: Condition): RawBuilder<unknown> {
  const left = sql.ref(column);
  switch (operator) {
    case '=':
      return sql`${left} = ${value}`;
    case 'same suffix':
      return sql`substr(${left}, -4) = substr(${value}, -4)`;
    case '>=':
      return sql`${left} >= ${value}`;
    case '<=':
      return sql`${left} <= ${value}`;
    case 'contains':
      return condition({ column, operator: 'like', value: likePattern(value) });
    case 'like':
      return sql`${folded(left)} like ${value} escape '\\'`;
    case 'in':
      return isOneOf(left, listedValues(value));
    case 'is null':
      return value === 1 ? sql`${left} is null` : sql`${left} is not null`;
  }
}

function isOneOf(left: RawBuilder<unknown>, values: readonly unknown[]): RawBuilder<unknown> {
  return values.length > 0 ? sql`${left} in (${sql.join(values)})` : sql`1 = 0`;
}

/** Returns the pattern of LIKE that finds a text in a folded column. */
export function likePattern(value: unknown): string {
  return `%${foldText(String(value)).replaceAll(/[\\%_]/g, '\\$&')}%`;
}

/** Returns the values of an `in` condition. */
export function listedValues(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

/** Folds a column as `foldText` does. ASCII is folded by the engine itself: on SQLite a call of our function takes longer. */
function folded(column: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when length(${column}) = octet_length(${column}) then upper(${column}) else gatehouse_fold(${column}) end`;
}

/** Above this many matches the name is not selective; the join stays. */
const maxMatches = 100;

/**
 * Replaces filters on names of another table by filters on ids, which an index of a long table finds in
 * the order of the list. Returns a selection that has been resolved before unchanged.
 */
export async function resolveNameFilters<S extends Selection>(
  store: Store,
  of: Resource,
  selection: S,
): Promise<S> {
  if (selection.hasResolvedNames) return selection;
  const { nameColumns = {} } = of;
  let selected = selection;
  for (const condition of selection.where) {
    const named = condition.operator === '=' ? nameColumns[condition.column] : undefined;
    const ids = named && (await matchingIds(store, named, condition.value));
    if (ids)
      selected = replaced(selected, condition, { column: named.id, operator: 'in', value: ids });
  }
  return { ...selected, hasResolvedNames: true };
}

function replaced<S extends Selection>(
  selection: S,
  condition: Condition,
  by: Condition & { value: readonly number[] },
): S {
  const where = selection.where.map((other) => (other === condition ? by : other));
  return { ...selection, where, ...(by.value.length === 0 && { where: [], scope: [] }) };
}

/** Returns the ids of the rows with a name, undefined if there are too many. */
async function matchingIds(
  store: Store,
  { table, name, through }: NameColumn,
  value: unknown,
): Promise<readonly number[] | undefined> {
  const named = sql`select id from ${sql.table(table)} where ${sql.ref(name)} = ${value}`;
  const found = through
    ? sql`select id from ${sql.table(through.table)} where ${sql.ref(through.column)} in (${named})`
    : named;
  const query = sql<{ id: number }>`${found} limit ${maxMatches + 1}`;
  const ids = (await query.execute(store.db)).rows.map(({ id }) => id);
  return ids.length > maxMatches ? undefined : ids;
}
