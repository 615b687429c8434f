import { Type } from 'typebox';
import { dateTime, id, nullable, text } from '../../contract/fields.ts';
import { readOnlyResource, resource } from '../../contract/resource.ts';

/** An address of a pool, and whose it is or was. */
export const addressLease = resource({
  name: 'address_lease',
  relation: (_dialect, own) => `
    select ${own('l')}, p.name as pool_name, u.username
    from address_lease l join address_pool p on p.id = l.pool join "user" u on u.id = l."user"`,
  title: 'an address lease',
  plural: 'address leases',
  schema: Type.Object({
    id: id(),
    organization: Type.Integer(),
    pool: Type.Integer({ description: 'id of the address pool' }),
    pool_name: text(),
    address: text({ description: '`192.0.2.7`, or a prefix: `2001:db8:0:7::/64`' }),
    user: Type.Integer({ description: 'who has it, or had it last' }),
    username: text(),
    station: nullable(
      text({ description: 'the device: 12 digits of a MAC address, or what the NAS sent' }),
    ),
    client: nullable(Type.Integer({ description: 'id of the AAA client that asked' })),
    granted: dateTime({ description: 'the last login that got it' }),
    held_until: dateTime({
      description:
        'kept at least until then; after it by an open session that has the address, and else for the next login of the same user or device',
    }),
  }),
  key: 'id',
  ...readOnlyResource,
  scope: 'organization',
  references: { client: { table: 'aaa_client', scope: 'organization' } },
  filters: {
    pool: { column: 'pool', operator: '=', schema: Type.Integer() },
    user: { column: 'user', operator: '=', schema: Type.Integer() },
    address: { column: 'address', operator: '=', schema: text() },
    username: { column: 'username', operator: 'contains', schema: text() },
  },
  lookups: ['id', 'address', 'station', 'client', 'granted', 'held_until'],
  computed: ['pool_name', 'username'],
  columns: {
    /** Which addresses the pool had when the position was given. */
    layout: text(),
    position: Type.Integer(),
    /** When the lease was last among many that sessions had, in milliseconds since 1970. */
    checked: Type.Integer(),
  },
  databaseDefaults: ['checked'],
  order: { column: 'id', direction: 'asc' },
  paging: 'offset',
});

declare module '../../contract/tables.ts' {
  interface Tables {
    address_lease: TableOf<typeof addressLease>;
    /** The entries of `aaa_profile.address_pools`, which triggers keep. */
    aaa_profile_pool_entry: { profile: number; pool: number; organization: number };
    /** The addresses in the reply items of users, which triggers keep. */
    static_address: { user: number; organization: number; kind: string; address: string };
  }
}
