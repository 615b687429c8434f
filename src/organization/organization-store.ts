import { Fault } from '../contract/errors.ts';
import type { RetentionOverrides } from '../config/retention-limits.ts';
import { canonicalNetwork } from '../runtime/ip-address.ts';
import { nextStamp } from '../store/query/resource-query.ts';
import { mustChange, type Store } from '../store/store.ts';
import { refuseOverlap } from './network-overlap.ts';
import { validateRejectFields, type RejectMessage } from './reject-fields.ts';
import { isInSubtree } from './tree-query.ts';
import { rejectDuplicate } from './unique-violation.ts';

/** The fields of an organization in a request body. */
export interface OrganizationFields {
  readonly name?: string;
  readonly short_name?: string;
  readonly description?: string;
  readonly parent?: number;
  readonly country?: string | null;
  readonly time_zone?: string | null;
  readonly platform?: string | null;
  readonly is_active?: boolean;
  readonly retention?: RetentionOverrides;
  /** Networks that its devices may be in; null: as its parent. */
  readonly device_networks?: readonly string[] | null;
  /** Names of the AAA profiles that its front desk may give; null: as its parent. */
  readonly front_desk_profiles?: readonly string[] | null;
  readonly language?: string | null;
  readonly reject_message?: RejectMessage | null;
  readonly reject_text?: string | null;
  readonly local_realms?: readonly string[] | null;
  readonly name_prefixes?: readonly string[] | null;
  readonly ignore_name_case?: boolean | null;
  readonly reversible_passwords?: boolean | null;
}

/** Adds an organization below another. @returns its id @throws Fault `invalid` the short name is taken, its networks are another's, or the text of rejects is missing */
export async function addOrganization(
  store: Store,
  fields: OrganizationFields & { readonly name: string; readonly parent: number },
  now: Date,
): Promise<number> {
  validateRejectFields(fields);
  await refuseOverlap(store, { id: null, parent: fields.parent }, fields.device_networks);
  const timestamps = { created: now.getTime(), last_change: now.getTime() };
  const short_name = fields.short_name ?? (await findFreeShortName(store, fields.name));
  const statement = store.db
    .insertInto('organization')
    .values({
      ...serializeFields({ device_networks: [], ...fields }),
      name: fields.name,
      short_name,
      ...timestamps,
    })
    .returning('id');
  const [written] = await store
    .write([statement])
    .catch(rejectDuplicate('an organization', 'short_name', short_name));
  return Number(written?.rows[0]?.['id']);
}

/** A change of an organization; with `unchangedSince`, only of the state with this time of its last change. */
export interface OrganizationChange {
  readonly id: number;
  readonly fields: OrganizationFields;
  readonly unchangedSince: number | null;
}

/** @throws Fault `invalid` the new parent is the organization itself or below it, or the short name is taken */
export async function changeOrganization(
  store: Store,
  { id, fields, unchangedSince }: OrganizationChange,
  now: Date,
): Promise<void> {
  if (
    fields.parent !== undefined &&
    (await isInSubtree(store, 'organization', { id: fields.parent, top: id }))
  )
    throw Fault.field('parent', 'An organization cannot be below itself.');
  await refuseOverlap(store, { id, parent: fields.parent }, fields.device_networks);
  const change = store.db
    .updateTable('organization')
    .set({
      ...serializeFields(fields),
      last_change: nextStamp({ column: 'last_change', now: now.getTime() }),
    })
    .where('id', '=', id)
    .$if(unchangedSince !== null, (query) => query.where('last_change', '=', unchangedSince));
  await store
    .write([mustChange(change)])
    .catch(rejectDuplicate('an organization', 'short_name', fields.short_name));
}

/** @throws Fault `conflict` the organization still has rows, or has been changed */
export async function removeOrganization(
  store: Store,
  { id, unchangedSince }: Pick<OrganizationChange, 'id' | 'unchangedSince'>,
): Promise<void> {
  const removal = store.db
    .deleteFrom('organization')
    .where('id', '=', id)
    .$if(unchangedSince !== null, (query) => query.where('last_change', '=', unchangedSince));
  await store.write([mustChange(removal)]);
}

function serializeFields({
  is_active,
  retention,
  device_networks,
  front_desk_profiles: profiles,
  local_realms,
  name_prefixes,
  ignore_name_case,
  reversible_passwords: reversible,
  ...fields
}: OrganizationFields) {
  return {
    ...fields,
    ...serializeNameRules({ local_realms, name_prefixes, ignore_name_case }),
    ...(reversible !== undefined && {
      reversible_passwords: reversible === null ? null : flag(reversible),
    }),
    ...(retention && { retention: JSON.stringify(retention) }),
    ...(device_networks !== undefined && { device_networks: serializeNetworks(device_networks) }),
    ...(profiles !== undefined && { front_desk_profiles: profiles && JSON.stringify(profiles) }),
    ...(is_active !== undefined && { is_active: flag(is_active) }),
  };
}

function serializeNameRules({
  local_realms: realms,
  name_prefixes: prefixes,
  ignore_name_case: ignoresCase,
}: {
  readonly [F in 'local_realms' | 'name_prefixes' | 'ignore_name_case']:
    OrganizationFields[F] | undefined;
}) {
  return {
    ...(realms !== undefined && { local_realms: realms && JSON.stringify(realms) }),
    ...(prefixes !== undefined && { name_prefixes: prefixes && JSON.stringify(prefixes) }),
    ...(ignoresCase !== undefined && {
      ignore_name_case: ignoresCase === null ? null : flag(ignoresCase),
    }),
  };
}

function flag(value: boolean): 0 | 1 {
  return value ? 1 : 0;
}

function serializeNetworks(networks: readonly string[] | null): string | null {
  return (
    networks && JSON.stringify(networks.map((network) => canonicalNetwork(network) ?? network))
  );
}

async function findFreeShortName(store: Store, name: string): Promise<string> {
  const ascii = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const base =
    ascii
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-+|-+$/g, '')
      .slice(0, 48) || 'organization';
  for (let suffix = 1; ; suffix += 1) {
    const candidate =
      suffix === 1 ? base.replace(/-+$/, '') : `${base.replace(/-+$/, '')}-${suffix}`;
    const existing = await store.db
      .selectFrom('organization')
      .select('id')
      .where('short_name', '=', candidate)
      .executeTakeFirst();
    if (!existing) return candidate;
  }
}
