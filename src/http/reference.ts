import { sql } from 'kysely';
import { Fault } from '../errors.ts';
import type { Gateway } from '../gateway.ts';
import type { Reference, Resource } from '../resource.ts';
import type { Row } from '../store/query/row-serialization.ts';
import type { Caller } from '../caller.ts';

/**
 * Resolves the references of a body to ids. A row outside the caller's organizations counts as absent.
 *
 * @throws Fault `invalid` naming the field
 */
export async function resolveReferences(
  of: Resource,
  body: Row,
  by: { readonly gateway: Gateway; readonly caller: Caller },
): Promise<Row> {
  const resolved: Row = {};
  for (const [field, reference] of Object.entries(of.references)) {
    const given = body[field];
    if (given !== undefined && given !== null)
      resolved[field] = await resolve(field, { reference, given }, by);
  }
  const organization = body.organization;
  if (typeof organization === 'number' && !by.caller.organizations.includes(organization))
    throw Fault.absent('organization', organization);
  return { ...body, ...resolved };
}

async function resolve(
  field: string,
  { reference, given }: { readonly reference: Reference; readonly given: unknown },
  { gateway, caller }: { readonly gateway: Gateway; readonly caller: Caller },
): Promise<number> {
  const column = typeof given === 'string' && reference.slug !== undefined ? reference.slug : 'id';
  const visible =
    reference.scope === 'shared'
      ? sql`1 = 1`
      : sql`organization in (${sql.join(caller.organizations)})`;
  const query = sql<{
    id: number;
  }>`select id from ${sql.table(reference.table)} where ${sql.ref(column)} = ${given} and ${visible}`;
  const { rows } = await query.execute(gateway.store.db);
  if (!rows[0]) throw Fault.absent(field, given);
  return rows[0].id;
}
