import { sql, type RawBuilder } from 'kysely';
import type { Resource } from '../../resource.ts';
import { listedValues, whereClause, type Condition } from './where-clause.ts';
import { readableFields, type Row } from './row-serialization.ts';
import { keysetPredicate, pageOrder, type KeysetPage } from './keyset.ts';
import { relationOf } from './relation.ts';
import type { Store } from '../store.ts';
import { namedParameter, PreparedStatement } from '../prepared-statement.ts';

/*
 * How the embedded engine reads a page of a long table. It reads on the event loop, so a page may cost little more than
 * its rows: an index leads to the first of them and goes on in the order of the list. What no index leads to is
 * looked for in the rows that follow, and after some thousands of those no longer on the event loop.
 */

const mostRowsPassed = 2000;
const mostBranches = 10;
const everyRow = -1;

/** The rows of a page in the order of the list, or the other way round where it goes backwards. */
export async function readKeysetPage(
  store: Store,
  of: Resource,
  page: KeysetPage,
): Promise<readonly Row[]> {
  if (page.scope.length === 0) return [];
  const way = wayOf(of, page);
  if (isServed(way)) return served(store, of, way);
  const near = await run(store, found(of, way, mostRowsPassed));
  if (near.length === page.limit || !(await goesOn(store, of, way))) return near;
  return store.readLong({ compile: () => found(of, way, everyRow).compile(store.db) });
}

/** What of a selection an index leads to, and what is left (`where`, `scope`) to be asked of each row. */
interface Way extends KeysetPage {
  /** Where the index is entered: for each of these there is a list of its own, to be merged. */
  readonly branches: readonly (readonly Condition[])[];
}

/** Whether the index leads to the very rows. */
function isServed({ where, scope }: Way): boolean {
  return where.length === 0 && scope === 'all';
}

function wayOf(of: Resource, page: KeysetPage): Way {
  const isRange = ({ column, operator }: Condition) =>
    column === of.order.column && (operator === '>=' || operator === '<=');
  const ranges = page.where.filter(isRange);
  const others = page.where.filter((condition) => !isRange(condition));
  const lead = leadOf(of, others);
  if (lead) {
    const where = others.filter((condition) => condition !== lead);
    return { ...page, where, branches: branchesOf(lead).map((branch) => [branch, ...ranges]) };
  }
  const [organization, ...more] = page.scope;
  const isOne =
    page.scope !== 'all' &&
    more.length === 0 &&
    of.accessPaths?.columns.includes('organization') === true;
  if (!isOne || organization === undefined) return { ...page, where: others, branches: [ranges] };
  return {
    ...page,
    scope: 'all',
    where: others,
    branches: [[equal('organization', organization), ...ranges]],
  };
}

/** The condition that leaves the fewest rows, as far as its column says that. */
function leadOf(of: Resource, where: readonly Condition[]): Condition | undefined {
  const columns = of.accessPaths?.columns ?? [];
  const rank = ({ column }: Condition) => columns.indexOf(column);
  const isLead = ({ column, operator, value }: Condition) =>
    (columns.includes(column) &&
      (operator === '=' || (operator === 'in' && listedValues(value).length <= mostBranches))) ||
    (operator === 'is null' && value === 1 && of.accessPaths?.whereNull === column);
  return where
    .filter(isLead)
    .toSorted((a, b) => rank(a) - rank(b))
    .at(0);
}

function branchesOf(lead: Condition): readonly Condition[] {
  return lead.operator === 'in'
    ? [...new Set(listedValues(lead.value))].map((value) => equal(lead.column, value))
    : [lead];
}

function equal(column: string, value: unknown): Condition {
  return { column, operator: '=', value };
}

/** Operators whose value is bound as it is. */
const binds: ReadonlySet<string> = new Set(['=', '>=', '<=']);

type Values = Readonly<Record<string, unknown>>;

const pagesKnown = new WeakMap<Resource, Map<string, PreparedStatement<Values>>>();

/** The pages that are asked for most differ in their values only: to write such a query anew takes as long as to run a short one. */
async function served(store: Store, of: Resource, way: Way): Promise<readonly Row[]> {
  const [branch = [], ...more] = way.branches;
  if (more.length > 0 || !branch.every(({ operator }) => binds.has(operator)))
    return run(store, found(of, way, way.limit));
  const page = templateOf(store, of, way).bind({
    ...Object.fromEntries(branch.map(({ value }, position) => [position, value])),
    ...{ from: way.from?.value, key: way.from?.key, limit: way.limit },
  });
  return store.read<Row>(page);
}

function templateOf(store: Store, of: Resource, way: Way): PreparedStatement<Values> {
  const branch = way.branches[0] ?? [];
  const known = pagesKnown.get(of) ?? new Map<string, PreparedStatement<Values>>();
  pagesKnown.set(of, known);
  const shape = `${branch.map(({ column, operator }) => `${column} ${operator}`).join()} ${way.from?.isBackwards}`;
  const template =
    known.get(shape) ??
    new PreparedStatement(
      found(of, slotted(way, branch), namedParameter('limit')).compile(store.db),
    );
  known.set(shape, template);
  return template;
}

function slotted(way: Way, branch: readonly Condition[]): Way {
  const from = way.from && {
    ...way.from,
    value: namedParameter('from'),
    key: namedParameter('key'),
  };
  return {
    ...way,
    from,
    branches: [
      branch.map((condition, position) => ({
        ...condition,
        value: namedParameter(String(position)),
      })),
    ],
  };
}

/** @param most  rows of each branch that are looked at, or -1 for all */
function found(of: Resource, way: Way, most: unknown): RawBuilder<Row> {
  const columns = columnsOf(of);
  const branches = way.branches.map((branch) => {
    const near = sql<Row>`select ${columns} ${asked(of, way)} ${passed(of, way, branch)} limit ${most}`;
    return isServed(way)
      ? near
      : sql<Row>`select ${columns} from (${near}) as near where ${whereClause(way)} limit ${way.limit}`;
  });
  const [only, ...more] = branches;
  if (only && more.length === 0) return only;
  return sql<Row>`select * from (${merged(branches)}) as merged order by ${pageOrder(of, way)} limit ${way.limit}`;
}

/** Whether a branch has more rows than were looked at. */
async function goesOn(store: Store, of: Resource, way: Way): Promise<boolean> {
  const further = way.branches.map(
    (branch) => sql`select 1 ${passed(of, way, branch)} limit 1 offset ${mostRowsPassed}`,
  );
  return (await merged(further).execute(store.db)).rows.length > 0;
}

/** The rows of a branch, one after the other as the index has them. */
function passed(of: Resource, way: Way, branch: readonly Condition[]): RawBuilder<unknown> {
  const entered = whereClause({ scope: 'all', where: branch });
  return sql`from ${relationOf({ engine: 'sqlite' }, of)} where ${entered} ${keysetPredicate(of, way.from)} order by ${pageOrder(of, way)}`;
}

function merged(branches: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql.join(
    branches.map((branch) => sql`select * from (${branch}) as branch`),
    sql` union all `,
  );
}

const columnsKnown = new WeakMap<Resource, RawBuilder<unknown>>();

/** What is shown, and the place in the list; put together once, as it is the longest part of each query. */
function columnsOf(of: Resource): RawBuilder<unknown> {
  const columns =
    columnsKnown.get(of) ??
    sql.raw(
      shownNames(of)
        .map((column) => `"${column}"`)
        .join(', '),
    );
  columnsKnown.set(of, columns);
  return columns;
}

function shownNames(of: Resource): readonly string[] {
  return [...new Set([...readableFields(of), of.order.column, of.key])];
}

/** What is asked of each row and not shown. */
function asked(of: Resource, { where, scope }: Way): RawBuilder<unknown> {
  const shown = shownNames(of);
  const columns = new Set([
    ...where.map(({ column }) => column),
    ...(scope === 'all' ? [] : ['organization']),
  ]);
  const more = [...columns].filter((column) => !shown.includes(column));
  return sql.join([sql``, ...more.map((column) => sql.ref(column))]);
}

async function run(store: Store, query: RawBuilder<Row>): Promise<readonly Row[]> {
  return (await query.execute(store.db)).rows;
}
