import { sql, type RawBuilder } from 'kysely';
import { foldText } from '../fold-text.ts';
import type { Filter } from '../../resource.ts';

/** The organizations whose rows a caller may see, or all rows. */
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
