import type { RawBuilder } from 'kysely';
import type { Resource } from '../../contract/resource.ts';
import { namedParameter, PreparedStatement } from '../prepared-statement.ts';
import type { Store } from '../store.ts';
import { likePattern, listedValues, type Condition } from './selection.ts';
import { oncePer } from '../../runtime/cache.ts';

/*
 * Most requests of a list differ in their values only. Compiling a statement takes as long as a short query, and so does
 * planning it, so there is one for each shape of conditions: their columns, operators and numbers of values.
 */

type Values = Readonly<Record<string, unknown>>;

/** Returns the value that a statement binds to a name. */
type Bind = (name: string) => unknown;

/** A query of a resource, with conditions that have other values at each request. */
export interface ShapedQuery<R> {
  /** The query without its conditions and values; every text has one meaning for a resource. */
  readonly kind: string;
  readonly parts: readonly (readonly Condition[])[];
  /** Values that are no conditions, by name. */
  readonly values: Values;
  readonly build: (parts: readonly (readonly Condition[])[], bind: Bind) => RawBuilder<R>;
}

/** Maximum statements of a resource; beyond it, all are discarded. */
const maxStatements = 100;
/** A query with more values is compiled each time: few have the same shape. */
const maxValues = 200;

const statementsOf = oncePer<Resource, Map<string, PreparedStatement<Values>>>(() => new Map());

/** Runs a short read, prepared once for each shape. */
export async function readPrepared<R>(
  store: Store,
  of: Resource,
  query: ShapedQuery<R>,
): Promise<readonly R[]> {
  const values: Record<string, unknown> = { ...query.values };
  let count = 0;
  for (const part of query.parts)
    replaceValues(part, (value) => {
      values[count] = value;
      count += 1;
    });
  if (count > maxValues)
    return (await query.build(query.parts, (name) => values[name]).execute(store.db)).rows;
  return store.read<R>(preparedOf(store, of, query).bind(values));
}

/** Returns the statement of a shape; the first request of a shape prepares it. */
function preparedOf<R>(
  store: Store,
  of: Resource,
  query: ShapedQuery<R>,
): PreparedStatement<Values> {
  const statements = statementsOf(of);
  const shape = `${store.engine} ${query.kind} ${query.parts.map(shapeOf).join(' | ')}`;
  const known = statements.get(shape);
  if (known) return known;
  const statement = prepare(store, query);
  if (statements.size >= maxStatements) statements.clear();
  statements.set(shape, statement);
  return statement;
}

function prepare<R>({ db }: Store, { parts, build }: ShapedQuery<R>): PreparedStatement<Values> {
  let count = 0;
  const next = () => {
    count += 1;
    return namedParameter(String(count - 1));
  };
  const query = build(
    parts.map((part) => replaceValues(part, next)),
    namedParameter,
  );
  return new PreparedStatement(query.compile(db));
}

function shapeOf(part: readonly Condition[]): string {
  return part
    .map(({ column, operator, value }) => `${column} ${operator} ${shapeOfValue(operator, value)}`)
    .join();
}

function shapeOfValue(operator: Condition['operator'], value: unknown): string {
  if (operator === 'in') return String(listedValues(value).length);
  return operator === 'is null' ? String(value) : '';
}

/** Replaces the values that a statement binds, in their order. */
function replaceValues(
  part: readonly Condition[],
  replace: (value: unknown) => unknown,
): readonly Condition[] {
  return part.map((condition) => {
    const { operator, value } = condition;
    switch (operator) {
      case 'is null':
        return condition;
      case 'in':
        return { ...condition, value: listedValues(value).map((one) => replace(one)) };
      case 'contains':
        return { ...condition, operator: 'like', value: replace(likePattern(value)) };
      default:
        return { ...condition, value: replace(value) };
    }
  });
}
