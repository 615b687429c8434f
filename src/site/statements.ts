import type { Statement, Store } from '../store/store.ts';
import { buildInsert, buildDelete, buildUpdate } from '../store/query/resource-query.ts';
import type { ObjectChange } from './change.ts';
import type { RowIdResolver } from './row-id.ts';

/** A statement and the change that it belongs to. */
export interface PlannedStatement {
  readonly change: ObjectChange;
  readonly statement: Statement;
}

/** Plans the statements of one transaction: referenced objects first, removals last and in reverse order. */
export function planStatements(
  store: Store,
  changes: readonly ObjectChange[],
  by: { readonly idOf: RowIdResolver; readonly now: number },
): PlannedStatement[] {
  const writes = changes.filter(({ kind }) => kind !== 'remove');
  const removals = changes.filter(({ kind }) => kind === 'remove').reverse();
  return [...writes, ...removals].flatMap((change) =>
    statementsFor(store, change, by).map((statement) => ({ change, statement })),
  );
}

function statementsFor(
  store: Store,
  change: ObjectChange,
  { idOf, now }: { readonly idOf: RowIdResolver; readonly now: number },
): Statement[] {
  const { kind, row, desired } = change;
  const { resource, timestamps } = desired.section;
  const selection = {
    scope: 'all',
    where: [{ column: 'id', operator: '=', value: desired.storedRow?.id }],
  } as const;
  if (kind === 'remove') return [buildDelete(store, resource, selection)];
  const write =
    kind === 'create'
      ? buildInsert(store, resource, {
          ...row,
          [timestamps.created]: now,
          [timestamps.changed]: now,
        })
      : buildUpdate(store, resource, { ...selection, row: { ...row, [timestamps.changed]: now } });
  return [write, ...listStatements(store, change, idOf)];
}

function listStatements(
  store: Store,
  { list, desired }: ObjectChange,
  idOf: RowIdResolver,
): readonly Statement[] {
  const { section, identity } = desired;
  if (!list || !section.listField) return [];
  return section.listField.replace(store, idOf(section, identity), list.after);
}
