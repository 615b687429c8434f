import { Fault } from '../../errors.ts';
import { mustChange, type Store } from '../../store/store.ts';
import { isInSubtree } from './tree-query.ts';

/** Fields of an organization as a body gives them. */
export interface OrganizationFields {
  readonly name?: string;
  readonly short_name?: string;
  readonly description?: string;
  readonly parent?: number;
  readonly country?: string | null;
  readonly platform?: string | null;
  readonly is_active?: boolean;
}

/** Adds an organization below another. @returns its id @throws Fault `invalid` where the short name is taken */
export async function addOrganization(
  store: Store,
  fields: OrganizationFields & { readonly name: string; readonly parent: number },
  now: Date,
): Promise<number> {
  const stamps = { created: now.getTime(), last_change: now.getTime() };
  const short_name = fields.short_name ?? (await freeShortName(store, fields.name));
  const statement = store.db
    .insertInto('organization')
    .values({ ...columns(fields), name: fields.name, short_name, ...stamps })
    .returning('id');
  const [written] = await store.write([statement]).catch(taken(short_name));
  return Number(written?.rows[0]?.['id']);
}

/** @throws Fault `invalid` where it would come to lie below itself, or the short name is taken */
export async function changeOrganization(
  store: Store,
  { id, fields }: { readonly id: number; readonly fields: OrganizationFields },
  now: Date,
): Promise<void> {
  if (
    fields.parent !== undefined &&
    (await isInSubtree(store, 'organization', { id: fields.parent, top: id }))
  )
    throw Fault.field('parent', 'An organization can not lie below itself.');
  const change = store.db
    .updateTable('organization')
    .set({ ...columns(fields), last_change: now.getTime() })
    .where('id', '=', id);
  await store.write([mustChange(change)]).catch(taken(fields.short_name));
}

/** @throws Fault `conflict` where anything still belongs to it */
export async function removeOrganization(store: Store, id: number): Promise<void> {
  await store.write([mustChange(store.db.deleteFrom('organization').where('id', '=', id))]);
}

function columns({ is_active, ...fields }: OrganizationFields) {
  return {
    ...fields,
    ...(is_active !== undefined && { is_active: is_active ? (1 as const) : (0 as const) }),
  };
}

async function freeShortName(store: Store, name: string): Promise<string> {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const base =
    plain
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-+|-+$/g, '')
      .slice(0, 48) || 'organization';
  for (let suffix = 1; ; suffix += 1) {
    const candidate =
      suffix === 1 ? base.replace(/-+$/, '') : `${base.replace(/-+$/, '')}-${suffix}`;
    const known = await store.db
      .selectFrom('organization')
      .select('id')
      .where('short_name', '=', candidate)
      .executeTakeFirst();
    if (!known) return candidate;
  }
}

function taken(shortName: string | undefined) {
  return (error: unknown): never => {
    if (
      error instanceof Fault &&
      error.kind === 'conflict' &&
      error.fields &&
      'short_name' in error.fields
    )
      throw Fault.field(
        'short_name',
        `an organization with short_name ${JSON.stringify(shortName)} already exists.`,
      );
    throw error;
  };
}
