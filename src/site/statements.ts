import { sql, type RawBuilder } from 'kysely';
import { compiled, type Statement, type Store } from '../store/store.ts';
import { insert, remove, update } from '../store/table.ts';
import type { Change } from './change.ts';
import type { IdOf } from './id-of.ts';

/** A statement, and for which change it is. */
export interface Step {
  readonly change: Change;
  readonly statement: Statement;
}

const hostsAtOnce = 500;

/** Changes as statements of one unit: what is referred to before what refers to it, and removals in the end, the other way round. */
export function stepsFor(store: Store, changes: readonly Change[], by: { readonly idOf: IdOf; readonly now: number }): Step[] {
  const writes = changes.filter(({ kind }) => kind !== 'remove');
  const removals = changes.filter(({ kind }) => kind === 'remove').reverse();
  return [...writes, ...removals].flatMap((change) =>
    statementsFor(store, change, by).map((statement) => ({ change, statement })),
  );
}

function statementsFor(store: Store, change: Change, { idOf, now }: { readonly idOf: IdOf; readonly now: number }): Statement[] {
  const { kind, row, wanted } = change;
  const { of, stamps } = wanted.section;
  const selection = { scope: 'all', where: [{ column: 'id', operator: '=', value: wanted.stored?.id }] } as const;
  if (kind === 'remove') return [remove(store, of, selection)];
  const write =
    kind === 'create'
      ? insert(store, of, { ...row, [stamps.created]: now, [stamps.changed]: now })
      : update(store, of, { ...selection, row: { ...row, [stamps.changed]: now } });
  return [write, ...listStatements(store, change, idOf)];
}

function listStatements(store: Store, { list, wanted }: Change, idOf: IdOf): Statement[] {
  const { section, identity } = wanted;
  if (!list || !section.list) return [];
  const { table, owner, column } = section.list;
  const whose = idOf(section, identity);
  return [
    ...chunks(list.gone).map(
      (entries) =>
        sql`delete from ${sql.table(table)} where ${sql.ref(owner)} = ${whose} and ${sql.ref(column)} in (${sql.join(entries)})`,
    ),
    ...chunks(list.added).map(
      (entries) =>
        sql`insert into ${sql.table(table)} (${sql.ref(owner)}, ${sql.ref(column)})
          values ${sql.join(entries.map((entry) => sql`(${whose}, ${entry})`))}`,
    ),
  ].map((query) => statementOf(store, query));
}

function statementOf(store: Store, query: RawBuilder<unknown>): Statement {
  return compiled({ compile: () => query.compile(store.db) });
}

/** SQLite binds at most 32,766 values in a statement. */
function chunks<T>(list: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(list.length / hostsAtOnce) }, (_, place) =>
    list.slice(place * hostsAtOnce, (place + 1) * hostsAtOnce),
  );
}
