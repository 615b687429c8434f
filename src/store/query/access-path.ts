import { typesOf } from '../../contract/fields.ts';
import type { Resource } from '../../contract/resource.ts';
import type { Engine } from '../store.ts';
import { conditionsOf, listedValues, type Condition, type Selection } from './selection.ts';

/*
 * Which index leads to the rows of a filter. SQLite has no statistics of the values and would take the index of the
 * organizations where another one leads to few rows, so the choice is made here.
 */

/** An index with its entry points, and the conditions that are evaluated for each row from there. */
export interface AccessPath {
  /** Conditions that the index answers; each branch is a list of its own, and the lists are merged. */
  readonly branches: readonly (readonly Condition[])[];
  readonly rest: Selection;
}

const maxBranches = 13;

/** True if every row that the index leads to belongs to the selection. */
export function isCovered({ rest }: AccessPath): boolean {
  return rest.where.length === 0 && rest.scope === 'all';
}

/** Returns the conditions of a path: first the conditions of each branch, then the rest. */
export function partsOf({ branches, rest }: AccessPath): readonly (readonly Condition[])[] {
  return [...branches, conditionsOf(rest)];
}

/** Returns the path of such conditions. */
export function pathOf(parts: readonly (readonly Condition[])[]): AccessPath {
  return { branches: parts.slice(0, -1), rest: { scope: 'all', where: parts.at(-1) ?? [] } };
}

/** Chooses the access path of a selection; without a selective condition it is the list itself. */
export function chooseAccessPath(
  engine: Engine,
  of: Resource,
  { scope, where }: Selection,
): AccessPath {
  const onOrder = where.filter((condition) => isOnOrder(of, condition));
  const others = where.filter((condition) => !onOrder.includes(condition));
  const lead = leadOf(of, others);
  if (lead)
    return {
      branches: branchesOf(engine, of, lead).map((branch) => [branch, ...onOrder]),
      rest: { scope, where: answersFully(engine, of, lead) ? without(others, lead) : others },
    };
  const organization = onlyOrganization(of, scope);
  if (organization === null) return { branches: [onOrder], rest: { scope, where: others } };
  return { branches: [[organization, ...onOrder]], rest: { scope: 'all', where: others } };
}

/**
 * Removes conditions that the schema decides: a field that is never null is not null in every row.
 *
 * @returns  the same rows
 */
export function withoutConstantConditions<S extends Selection>(of: Resource, selection: S): S {
  const constant = selection.where.filter(
    ({ column, operator }) => operator === 'is null' && isNeverNull(of, column),
  );
  if (constant.length === 0) return selection;
  if (constant.some(({ value }) => value === 1)) return { ...selection, where: [], scope: [] };
  return { ...selection, where: selection.where.filter((other) => !constant.includes(other)) };
}

/** True for a field that is never null by its schema. */
export function isNeverNull({ schema, columns }: Resource, column: string): boolean {
  const field = columns?.[column] ?? schema.properties[column];
  return field !== undefined && typesOf(field).length > 0 && !typesOf(field).includes('null');
}

/** True for a condition on the column of the order: it bounds the part of the index that is read. */
function isOnOrder(of: Resource, { column, operator, value }: Condition): boolean {
  return (
    column === of.order.column &&
    (['=', '>=', '<='].includes(operator) || (operator === 'is null' && value === 1))
  );
}

/** Returns the most selective condition that an index answers: the key, random text, null rows, then the columns as listed. */
function leadOf(of: Resource, where: readonly Condition[]): Condition | undefined {
  const { columns = [], whereNull = [], hashed = [] } = of.accessPaths ?? {};
  const nullsOnly = whereNull.filter((column) => !columns.includes(column));
  const ranked = [of.key, ...hashed, ...nullsOnly, ...columns];
  const rank = ({ column }: Condition) => ranked.indexOf(column);
  return where
    .filter((condition) => hasIndex(of, condition))
    .toSorted((a, b) => rank(a) - rank(b))
    .at(0);
}

function hasIndex({ key, accessPaths }: Resource, { column, operator, value }: Condition): boolean {
  const { columns = [], whereNull = [], hashed = [] } = accessPaths ?? {};
  if (operator === 'is null') return value === 1 && whereNull.includes(column);
  if (![key, ...columns, ...hashed].includes(column)) return false;
  if (operator === 'in') return column === key || listedValues(value).length <= maxBranches;
  return operator === '=';
}

function branchesOf(engine: Engine, of: Resource, lead: Condition): readonly Condition[] {
  const operator = answersFully(engine, of, lead) ? '=' : 'same suffix';
  if (lead.operator === 'in' && lead.column !== of.key)
    return [...new Set(listedValues(lead.value))].map((value) => ({ ...lead, operator, value }));
  return [lead.operator === '=' ? { ...lead, operator } : lead];
}

/** False for the suffixes that SQLite indexes: the rows behind a suffix are compared with the value. */
function answersFully(engine: Engine, { accessPaths }: Resource, { column }: Condition): boolean {
  return engine === 'postgres' || accessPaths?.hashed?.includes(column) !== true;
}

function without(conditions: readonly Condition[], lead: Condition): readonly Condition[] {
  return conditions.filter((condition) => condition !== lead);
}

function onlyOrganization(of: Resource, scope: Selection['scope']): Condition | null {
  if (scope === 'all' || of.accessPaths?.columns.includes('organization') !== true) return null;
  const [organization, ...more] = scope;
  return organization === undefined || more.length > 0
    ? null
    : { column: 'organization', operator: '=', value: organization };
}
