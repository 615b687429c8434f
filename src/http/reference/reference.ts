import { sql, type RawBuilder } from 'kysely';
import { Fault } from '../../contract/errors.ts';
import { typesOf } from '../../contract/fields.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { Reference, Resource } from '../../contract/resource.ts';
import type { Row } from '../../store/query/row-serialization.ts';
import { mustChange, parseJsonColumn, type Statement } from '../../store/store.ts';
import type { Caller } from '../../contract/caller.ts';
import { above } from './organization-branch.ts';

/** The caller whose organizations a reference may lead to. */
export interface ReferenceContext {
  readonly gateway: Gateway;
  readonly caller: Caller;
}

/**
 * Resolves the references of a body to ids. A row outside the caller's organizations counts as absent.
 *
 * @throws Fault `invalid` naming the field
 */
export async function resolveReferences(
  of: Resource,
  body: Row,
  by: ReferenceContext,
): Promise<Row> {
  const resolved: Row = {};
  for (const [field, reference] of Object.entries(of.references)) {
    const given = body[field];
    if (given !== undefined && given !== null)
      resolved[field] = await findReferenced(field, { reference, given }, by);
  }
  for (const [field, reference] of Object.entries(of.referenceLists ?? {}))
    for (const given of entriesOf(body[field]))
      await findReferenced(field, { reference, given }, by);
  const organization = body.organization;
  if (typeof organization === 'number' && !by.caller.organizations.includes(organization))
    throw Fault.absent('organization', organization);
  return { ...body, ...resolved };
}

/** Returns the entries of a list of ids, as a body or a row has it. */
function entriesOf(list: unknown): readonly unknown[] {
  const entries: unknown = typeof list === 'string' ? parseJsonColumn(list) : list;
  return Array.isArray(entries) ? entries : [];
}

/**
 * Returns a statement for each field that fails a batch if a row that it refers to has left the caller's organizations since
 * `resolveReferences`. On PostgreSQL a row that is being moved is waited for, and is not moved before the batch ends.
 */
export function referenceGuards(
  of: Resource,
  all: readonly Row[],
  { gateway: { store }, caller }: { readonly gateway: Gateway; readonly caller: Caller },
): readonly Statement[] {
  const lock = store.engine === 'postgres' ? sql`for share` : sql``;
  const fields = Object.entries({ ...of.references, ...of.referenceLists });
  return fields.flatMap(([field, { table, scope }]) => {
    const given = all
      .flatMap((row) => (field in of.references ? [row[field]] : entriesOf(row[field])))
      .filter((id) => typeof id === 'number');
    const ids = [...new Set(given)];
    if (scope === 'shared' || ids.length === 0) return [];
    const visible = sql`select 1 from ${sql.table(table)} where id in (${sql.join(ids)})
      and organization in (${sql.join(caller.organizations)}) ${lock}`;
    return mustChange(
      sql`select count(*) from (${visible}) as visible having count(*) = ${ids.length}`.compile(
        store.db,
      ),
    );
  });
}

/**
 * Finds the row that a field refers to, by its id or by the slug of the reference.
 *
 * @returns its id
 * @throws Fault `invalid` naming the field, if there is no such row or there are several
 */
export async function findReferenced(
  field: string,
  { reference, given }: { readonly reference: Reference; readonly given: unknown },
  { gateway, caller }: ReferenceContext,
): Promise<number> {
  const column = typeof given === 'string' && reference.slug !== undefined ? reference.slug : 'id';
  const owner = sql.ref(reference.table === 'organization' ? 'id' : 'organization');
  const visible =
    reference.scope === 'shared'
      ? sql`1 = 1`
      : sql`${owner} in (${sql.join(caller.organizations)})`;
  const query = sql<{
    id: number;
  }>`select id from ${sql.table(reference.table)} where ${sql.ref(column)} = ${given} and ${visible}
    order by id limit ${maxKnown}`;
  const { rows } = await query.execute(gateway.store.db);
  const [found, ...others] = rows;
  if (!found) throw Fault.absent(field, given, await findKnown(gateway, reference, visible));
  if (others.length === 0) return found.id;
  const ids = rows.map(({ id }) => id).join(', ');
  throw Fault.field(field, `${JSON.stringify(given)} matches several: id ${ids}.`);
}

/** Maximum of rows in a message. */
const maxKnown = 100;

/** Returns the names of the rows that a body may refer to; an empty list if there are many. */
async function findKnown(
  { store }: Gateway,
  { table, slug }: Reference,
  visible: RawBuilder<unknown>,
): Promise<readonly string[]> {
  if (slug === undefined) return [];
  const query = sql<{
    slug: string;
  }>`select distinct ${sql.ref(slug)} as slug from ${sql.table(table)}
    where ${visible} order by slug limit ${maxKnown + 1}`;
  const { rows } = await query.execute(store.db);
  return rows.length > maxKnown ? [] : rows.map((row) => row.slug);
}

/**
 * Clears the references of a row that leaves its organization. A reference stays if the other row belongs to the new
 * organization or to one of its parents, which share their rows, and if the body names another row.
 *
 * @param fields  the resolved fields of a change of the row
 * @returns       the fields, with null for each cleared reference
 * @throws Fault `invalid` if the row cannot be without such a reference
 */
export async function leaveReferences(
  of: Resource,
  { found, fields }: { readonly found: Row; readonly fields: Row },
  gateway: Gateway,
): Promise<Row> {
  const { organization } = fields;
  if (typeof organization !== 'number' || organization === found.organization) return fields;
  const left: Row = {};
  for (const [field, { table, scope }] of Object.entries(of.references)) {
    const id = found[field];
    const isReplaced = field in fields && fields[field] !== id;
    if (scope === 'shared' || isReplaced || typeof id !== 'number') continue;
    if (await isSharedWith(gateway, { table, id, organization })) continue;
    checkNullable(of, field);
    left[field] = null;
  }
  return {
    ...fields,
    ...left,
    ...(await leaveLists(of, { found, fields, organization }, gateway)),
  };
}

/** Returns the lists of a row that leaves its organization, with the ids that it may keep. */
async function leaveLists(
  of: Resource,
  change: { readonly found: Row; readonly fields: Row; readonly organization: number },
  gateway: Gateway,
): Promise<Row> {
  const { found, fields, organization } = change;
  const left: Row = {};
  for (const [field, { table }] of Object.entries(of.referenceLists ?? {})) {
    if (field in fields) continue;
    const kept: unknown[] = [];
    for (const id of entriesOf(found[field]))
      if (await isSharedWith(gateway, { table, id: Number(id), organization })) kept.push(id);
    left[field] = kept;
  }
  return left;
}

function checkNullable(of: Resource, field: string): void {
  const schema = of.schema.properties[field];
  if (!schema || !typesOf(schema).includes('null'))
    throw Fault.field('organization', `The ${field} belongs to another organization.`);
}

/** True if a row belongs to an organization or to one of its parents. */
async function isSharedWith(
  { store }: Gateway,
  {
    table,
    id,
    organization,
  }: { readonly table: string; readonly id: number; readonly organization: number },
): Promise<boolean> {
  const query = sql`
    select id from ${sql.table(table)} where id = ${id} and organization in ${above(organization)}`;
  return (await query.execute(store.db)).rows.length > 0;
}
