import { sql } from 'kysely';
import { Type } from 'typebox';
import { Fault } from '../../contract/errors.ts';
import { dateTime, id, nullable, reference, text } from '../../contract/fields.ts';
import { resource } from '../../contract/resource.ts';
import { ssidOctets } from './reply-condition.ts';
import { selectAncestors } from '../../organization/tree-query.ts';
import type { Row } from '../../store/query/row-serialization.ts';
import type { Store } from '../../store/store.ts';
import {
  deserializeAttributeLists,
  type AttributeColumns,
  type AttributeLists,
  type ProfileName,
} from './profile-lists.ts';

/** What a device without a user of its address is granted by MAC authentication. */
export const fallback = resource({
  name: 'aaa_fallback',
  title: 'a fallback',
  plural: 'fallbacks',
  schema: Type.Object({
    id: id(),
    organization: reference('an organization'),
    client: nullable(
      Type.Integer({
        minimum: 1,
        description: 'id of the AAA client whose requests it is for; null: all of the organization',
      }),
    ),
    ssid: nullable(
      text({
        minLength: 1,
        maxLength: ssidOctets,
        description: 'the name of the wireless network in Called-Station-Id; null: any, or none',
      }),
    ),
    profile: reference('an AAA profile'),
    description: text(),
    created: dateTime(),
    last_change: dateTime(),
  }),
  key: 'id',
  readOnly: ['id', 'created', 'last_change'],
  defaults: { client: null, ssid: null, description: '' },
  scope: 'organization',
  references: {
    client: { table: 'aaa_client', scope: 'organization' },
    profile: { table: 'aaa_profile', scope: 'organization' },
  },
  timestamps: { created: 'created', changed: 'last_change' },
  filters: {
    client: { column: 'client', operator: '=', schema: Type.Integer() },
    profile: { column: 'profile', operator: '=', schema: Type.Integer() },
  },
  lookups: ['id', 'ssid', 'organization', 'created', 'last_change'],
  databaseDefaults: ['description'],
  order: { column: 'id', direction: 'asc' },
  paging: 'offset',
});

declare module '../../contract/tables.ts' {
  interface Tables {
    aaa_fallback: TableOf<typeof fallback>;
  }
}

/**
 * Refuses a profile with check items: limits and quotas are those of a user, which a device without one has not.
 *
 * @throws Fault `invalid`; `unavailable` if the store cannot be read
 */
export async function validateFallback({ db }: Store, { profile }: Row): Promise<void> {
  if (typeof profile !== 'number') return;
  const row = await db
    .selectFrom('aaa_profile')
    .select('check_attributes')
    .where('id', '=', profile)
    .executeTakeFirst();
  if (row && row.check_attributes !== '[]')
    throw Fault.field('profile', 'The profile has check_attributes, which need a user.');
}

/** The place of a device that no user has the address of. */
export interface UnknownDevice {
  /** Organization and id of the AAA client. */
  readonly organization: number;
  readonly client: number;
  readonly ssid: string | null;
}

export interface FallbackGrant extends AttributeLists {
  readonly profile: ProfileName;
}

/**
 * Finds what an unknown device is granted: by the nearest organization, and there by the client before the SSID.
 *
 * @returns null: there is no fallback
 * @throws Fault if the store cannot be read
 */
export async function findFallback(
  { db }: Store,
  { organization, client, ssid }: UnknownDevice,
): Promise<FallbackGrant | null> {
  const { rows } = await sql<AttributeColumns & ProfileName>`
    select p.id, p.name, p.id as profile, p.name as profile_name, p.priority, p.reply_attributes, p.check_attributes, p.vlan,
      p.on_limit, p.limit_attributes, p.address_pools, p.eap_methods, null as further_profiles, null as attributes
    from ${selectAncestors(organization)} as above join aaa_fallback as f on f.organization = above.id
      join aaa_profile as p on p.id = f.profile
    where (f.client is null or f.client = ${client}) and (f.ssid is null or f.ssid = ${ssid})
    order by above.distance, case when f.client is null then 1 else 0 end, case when f.ssid is null then 1 else 0 end
    limit 1`.execute(db);
  const [row] = rows;
  if (!row) return null;
  return { profile: { id: row.id, name: row.name }, ...deserializeAttributeLists(row) };
}
