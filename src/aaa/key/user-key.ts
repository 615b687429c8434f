import type { GeneratedAlways } from 'kysely';
import { Type } from 'typebox';
import { dateTime, id, reference, requiredSecret, text } from '../../contract/fields.ts';
import { readOnlyResource, resource } from '../../contract/resource.ts';

/** A Wi-Fi key of a person or a room: who joins a network with it is its user. */
export const userKey = resource({
  name: 'user_key',
  relation: (_dialect, ownColumns) => `
    select ${ownColumns('k')}, u.username, u.role,
      (select count(*) from user_key_device d where d.user_key = k.id) as devices
    from user_key k join "user" u on u.id = k."user"`,
  title: 'a Wi-Fi key',
  plural: 'Wi-Fi keys',
  schema: Type.Object({
    id: id(),
    organization: Type.Integer({ description: "the user's" }),
    user: reference('a user, or the user of a voucher'),
    username: text(),
    name: text({ maxLength: 128, description: 'what the key is for, such as the room' }),
    devices: Type.Integer({ description: 'devices that use it' }),
    created: dateTime(),
  }),
  key: 'id',
  ...readOnlyResource,
  defaults: { name: '' },
  scope: 'organization',
  guests: { column: 'role', value: 'subscriber' },
  references: { user: { table: 'user', scope: 'organization' } },
  filters: {
    username__exact: { column: 'username', operator: '=', schema: text() },
  },
  lookups: ['id', 'user', 'username', 'name', 'created'],
  computed: ['username', 'devices'],
  columns: {
    key: requiredSecret(),
    /** HMAC of the key, which is the same for the same key. */
    digest: text(),
  },
  databaseDefaults: ['name'],
  order: { column: 'id', direction: 'asc' },
  paging: 'offset',
});

declare module '../../contract/tables.ts' {
  interface Tables {
    user_key: TableOf<typeof userKey>;
    /** Pairwise master keys of keys in networks: what deriving them takes is saved. */
    user_key_master: {
      id: GeneratedAlways<number>;
      user_key: number;
      ssid: string;
      /** Base64, sealed. */
      master_key: string;
    };
    /** The secret of the digests, sealed; one row. */
    user_key_secret: { id: number; secret: string };
  }
}

/** Columns with sealed values that no resource has. */
export const sealedKeyColumns = [
  { table: 'user_key_master', column: 'master_key', place: 'user_key_master.master_key' },
  { table: 'user_key_secret', column: 'secret', place: 'user_key_secret.secret' },
] as const;
