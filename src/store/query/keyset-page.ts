import { sql, type RawBuilder } from 'kysely';
import type { Resource } from '../../contract/resource.ts';
import type { Engine, Store } from '../store.ts';
import {
  chooseAccessPath,
  isCovered,
  partsOf,
  pathOf,
  withoutConstantConditions,
  type AccessPath,
} from './access-path.ts';
import { keysetPredicate, pageOrder, type KeysetPage } from './keyset.ts';
import { readPrepared } from './prepared-query.ts';
import { relationOf } from './relation.ts';
import { readableFields, type Row } from './row-serialization.ts';
import { resolveNameFilters, whereClause, type Condition } from './selection.ts';
import { oncePer } from '../../runtime/cache.ts';

/*
 * Keyset pagination on SQLite, which reads on the event loop: a page may cost little more than its rows. An index leads
 * to the first of them and continues in list order. Conditions that no index answers are evaluated for the rows that
 * follow, and after some thousands of those in the read worker.
 */

const maxRowsOnEventLoop = 2000;
const unlimited = -1;

/** A page and its access path. */
interface PagePath extends AccessPath {
  readonly page: KeysetPage;
}

/** A page with values that may be parameters. */
interface PageQuery extends AccessPath {
  readonly page: Pick<KeysetPage, 'from'> & { readonly limit: unknown };
}

/** Returns the rows after a position. The index leads straight to it, so a deep page costs as much as the first. */
export async function listByKeyset(
  store: Store,
  of: Resource,
  page: KeysetPage,
): Promise<readonly Row[]> {
  const selected = await resolveNameFilters(store, of, withoutConstantConditions(of, page));
  const rows =
    store.engine === 'sqlite'
      ? await readAlongPath(store, of, selected)
      : await readByPlanner(store, of, selected);
  return page.from?.isBackwards ? rows.toReversed() : rows;
}

/** Reads a page by the index that PostgreSQL chooses by its statistics. */
async function readByPlanner(store: Store, of: Resource, page: KeysetPage) {
  const query = sql<Row>`select * from ${relationOf(store, of)} where ${whereClause(page)} ${keysetPredicate(of, page.from)} order by ${pageOrder(of, page)} limit ${page.limit}`;
  return store.readPage<Row>({ compile: () => query.compile(store.db) }, page);
}

/** Reads a page in list order, or in reverse order if it goes backwards. */
async function readAlongPath(
  store: Store,
  of: Resource,
  page: KeysetPage,
): Promise<readonly Row[]> {
  if (page.scope.length === 0) return [];
  const path = { ...chooseAccessPath('sqlite', of, page), page };
  const upTo = (maxRows: number) => ({
    compile: () => pageQuery(of, path, maxRows).compile(store.db),
  });
  if (page.isStreamed === true)
    return store.readPage(upTo(isCovered(path) ? page.limit : unlimited), page);
  const near = await readNear(store, of, path);
  if (isCovered(path) || near.length === page.limit || !(await hasMoreRows(store, of, path)))
    return near;
  return store.readLong(upTo(unlimited), page);
}

/** Reads the rows of a page as far as they are near: all of them where the index answers every condition. */
function readNear(store: Store, of: Resource, path: PagePath): Promise<readonly Row[]> {
  const { from, limit } = path.page;
  return readPrepared(store, of, {
    kind: `page ${from?.isBackwards}`,
    parts: partsOf(path),
    values: { from: from?.value, key: from?.key, limit },
    build: (parts, bind) => {
      const page = {
        ...path.page,
        limit: bind('limit'),
        from: from && { ...from, value: bind('from'), key: bind('key') },
      };
      const bound = { ...pathOf(parts), page };
      return pageQuery(of, bound, isCovered(bound) ? page.limit : maxRowsOnEventLoop);
    },
  });
}

/** @param maxRows  rows of each branch that are read, or -1 for all */
function pageQuery(of: Resource, path: PageQuery, maxRows: unknown): RawBuilder<Row> {
  const columns = columnsOf(of);
  const { limit } = path.page;
  const branches = path.branches.map((branch) => {
    const rows = sql<Row>`select ${columns} ${restColumns(of, path)} ${rowsBehind('sqlite', of, { branch, page: path.page })} limit ${maxRows}`;
    return isCovered(path)
      ? rows
      : sql<Row>`select ${columns} from (${rows}) as near where ${whereClause(path.rest)} limit ${limit}`;
  });
  const [only, ...more] = branches;
  if (only && more.length === 0) return only;
  return sql<Row>`select * from (${unionAll(branches)}) as merged order by ${pageOrder(of, path.page)} limit ${limit}`;
}

/** True if a branch has more rows than were read on the event loop. */
async function hasMoreRows(store: Store, of: Resource, path: PagePath): Promise<boolean> {
  const { from } = path.page;
  const further = await readPrepared(store, of, {
    kind: `further ${from?.isBackwards}`,
    parts: path.branches,
    values: { from: from?.value, key: from?.key },
    build: (branches, bind) => {
      const page = { from: from && { ...from, value: bind('from'), key: bind('key') } };
      return unionAll(
        branches.map(
          (branch) =>
            sql`select 1 ${rowsBehind('sqlite', of, { branch, page })} limit 1 offset ${maxRowsOnEventLoop}`,
        ),
      );
    },
  });
  return further.length > 0;
}

/** A branch of an access path, from its first row or from a position. */
interface Branch {
  readonly branch: readonly Condition[];
  readonly page: Pick<KeysetPage, 'from'>;
}

/** Returns FROM, WHERE and ORDER BY of a branch: its rows in the order of the index. */
export function rowsBehind(
  engine: Engine,
  of: Resource,
  { branch, page }: Branch,
): RawBuilder<unknown> {
  const entered = whereClause({ scope: 'all', where: branch });
  return sql`from ${relationOf({ engine }, of)} where ${entered} ${keysetPredicate(of, page.from)} order by ${pageOrder(of, page)}`;
}

export function unionAll(queries: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql.join(
    queries.map((query) => sql`select * from (${query}) as branch`),
    sql` union all `,
  );
}

/** Returns the columns of a page, built once since they are the longest part of each query. */
const columnsOf = oncePer((of: Resource): RawBuilder<unknown> =>
  sql.raw(
    pageColumns(of)
      .map((column) => `"${column}"`)
      .join(', '),
  ),
);

function pageColumns(of: Resource): readonly string[] {
  return [...new Set([...readableFields(of), of.order.column, of.key])];
}

/** Returns the columns that the rest of the conditions reads and the page does not show, each after a comma. */
function restColumns(of: Resource, { rest }: AccessPath): RawBuilder<unknown> {
  const shown = pageColumns(of);
  const more = evaluatedColumns(rest).filter((column) => !shown.includes(column));
  return sql.join([sql``, ...more.map((column) => sql.ref(column))]);
}

/** Returns the columns that a selection reads of each row. */
export function evaluatedColumns({ scope, where }: AccessPath['rest']): readonly string[] {
  const columns = where.map(({ column }) => column);
  return [...new Set(scope === 'all' ? columns : [...columns, 'organization'])];
}
