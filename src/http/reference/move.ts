import { sql } from 'kysely';
import type { Caller } from '../../contract/caller.ts';
import { Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { Resource } from '../../contract/resource.ts';
import {
  findReferrers,
  maxReferrers,
  type ReferringColumn,
  type Referrers,
} from '../../store/query/referrers.ts';
import type { Row } from '../../store/query/row-serialization.ts';
import { mustChange, type Statement } from '../../store/store.ts';
import { above, below } from './organization-branch.ts';

/*
 * Rows refer to rows of their organization and of its parents. A row that leaves its organization loses its references
 * (reference.ts); it cannot leave while other rows refer to it.
 */

interface Asked {
  readonly gateway: Gateway;
  readonly caller: Caller;
}

/**
 * Checks that the rows that refer to a row may still do so after its move to another organization.
 *
 * @param fields  the fields of a change of the row
 * @throws Fault `invalid` naming the referring rows
 */
export async function checkReferrersOfMove(
  of: Resource,
  { found, fields }: Change,
  { gateway, caller }: Asked,
): Promise<void> {
  const move = moveOf({ found, fields });
  if (!move) return;
  const { organization } = move;
  const columns = referencesTo(of, gateway);
  const { organizations } = caller;
  const referred = { id: Number(found[of.key]), organizations, among: leftBehind(move) };
  const users = describeReferrers(await findReferrers(gateway.store, columns, referred));
  if (users !== null)
    throw Fault.field(
      'organization',
      `Rows that use it do not belong to organization ${organization} or below it: ${users}.`,
    );
}

/**
 * Returns the statement that fails a batch if a row refers to the moved row since `checkReferrersOfMove`. It follows the
 * statement that moves the row, and so finds every reference that was written before the move.
 */
export function moveGuards(
  of: Resource,
  change: Change,
  { gateway }: Pick<Asked, 'gateway'>,
): readonly Statement[] {
  const move = moveOf(change);
  const columns = referencesTo(of, gateway);
  if (!move || columns.length === 0) return [];
  const id = Number(change.found[of.key]);
  const unreferenced = columns.map(
    ({ table, column }) =>
      sql`not exists (select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${id} and ${leftBehind(move)})`,
  );
  return [
    mustChange(sql`select 1 where ${sql.join(unreferenced, sql` and `)}`.compile(gateway.store.db)),
  ];
}

/** A row, and the fields of a change of it. */
interface Change {
  readonly found: Row;
  readonly fields: Row;
}

interface Move {
  readonly from: number;
  readonly organization: number;
}

/** Returns the move of a change; null if the row stays in its organization. */
function moveOf({ found, fields: { organization } }: Change): Move | null {
  return typeof organization !== 'number' || organization === found.organization
    ? null
    : { from: Number(found.organization), organization };
}

/** Returns the condition of rows that may refer to a row before its move, and not after it. */
const leftBehind = ({ from, organization }: Move) =>
  sql`organization in ${below(from)} and organization not in ${below(organization)}`;

function referencesTo(of: Resource, { resources }: Gateway): readonly ReferringColumn[] {
  return referencesOf(resources)
    .filter(({ target }) => target === of.name)
    .map(({ table, column }) => ({ table, column }));
}

/**
 * Checks that an organization does not move away from rows that its own rows, or rows of organizations below it, refer to.
 *
 * @throws Fault `invalid` naming the rows
 */
export async function checkReferencesOfMove(
  { id, parent }: { readonly id: number; readonly parent: number },
  { gateway }: Pick<Asked, 'gateway'>,
): Promise<void> {
  const { store } = gateway;
  const counts: string[] = [];
  for (const { table, column, target } of referencesOf(gateway.resources)) {
    const query = sql<{ count: number | string }>`
      select count(*) as count from (
        select 1 from ${sql.table(table)} r join ${sql.table(target)} t on t.id = ${sql.ref(`r.${column}`)}
        where r.organization in ${below(id)} and t.organization in ${above(id)}
          and t.organization not in ${below(id)} and t.organization not in ${above(parent)}
        limit ${sql.lit(maxReferrers)}) as found`;
    const [row] = await store.readLong({ compile: () => query.compile(store.db) });
    const count = Number(row?.count ?? 0);
    if (count > 0) counts.push(`${countText(count)} ${table} by ${column}`);
  }
  if (counts.length > 0)
    throw Fault.field(
      'parent',
      `Rows of organizations that are not above ${parent} are used here: ${counts.join(', ')}.`,
    );
}

/** Returns the tables of the rows that refer to a row, with their counts, or null. */
export function describeReferrers({ visible, hasOthers }: Referrers): string | null {
  const texts = visible.map(({ table, count }) => `${countText(count)} ${table}`);
  if (hasOthers) texts.push('rows of other organizations');
  return texts.length === 0 ? null : texts.join(', ');
}

const countText = (count: number) => `${count}${count === maxReferrers ? ' or more' : ''}`;

interface ReferenceColumn extends ReferringColumn {
  readonly target: string;
}

/** Returns the columns of rows with an organization of their own that refer to such rows. */
function referencesOf(resources: readonly Resource[]): readonly ReferenceColumn[] {
  const columns = resources
    .filter(({ scope, readOnly }) => scope === 'organization' && !readOnly.includes('organization'))
    .flatMap(({ name, references, referenceLists = {} }) => [
      ...Object.entries(references).map(([column, { table: target, scope }]) => ({
        table: name,
        column,
        target,
        scope,
      })),
      ...Object.values(referenceLists).map(({ through, table: target, scope }) => ({
        ...through,
        target,
        scope,
      })),
    ])
    .filter(({ scope }) => scope === 'organization');
  // Several resources show one table.
  return [...new Map(columns.map((one) => [`${one.table}.${one.column}`, one])).values()];
}
