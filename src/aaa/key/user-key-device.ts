import { Type } from 'typebox';
import { dateTime, id, mac, reference, text } from '../../contract/fields.ts';
import { resource } from '../../contract/resource.ts';

/** A device that uses a Wi-Fi key: a NAS that asks about its address gets the key. */
export const userKeyDevice = resource({
  name: 'user_key_device',
  relation: (_dialect, ownColumns) => `
    select ${ownColumns('d')}, k."user", u.username, u.role
    from user_key_device d join user_key k on k.id = d.user_key join "user" u on u.id = k."user"`,
  title: 'a device of a Wi-Fi key',
  plural: 'devices of Wi-Fi keys',
  schema: Type.Object({
    id: id(),
    organization: Type.Integer({ description: "the user's" }),
    user_key: reference('a Wi-Fi key'),
    user: Type.Integer({ description: 'id of the user of the key' }),
    username: text(),
    mac: mac(),
    created: dateTime({ description: 'when it was bound to the key' }),
    last_used: dateTime({ description: 'when it was last bound or admitted, to within a day' }),
  }),
  key: 'id',
  readOnly: ['id', 'organization', 'user', 'username', 'created', 'last_used'],
  defaults: {},
  scope: 'organization',
  guests: { column: 'role', value: 'subscriber' },
  references: { user_key: { table: 'user_key', scope: 'organization' } },
  timestamps: { created: 'created', changed: 'last_used' },
  filters: {},
  lookups: ['id', 'user_key', 'user', 'username', 'mac', 'created', 'last_used'],
  computed: ['user', 'username'],
  order: { column: 'id', direction: 'asc' },
  paging: 'offset',
});

declare module '../../contract/tables.ts' {
  interface Tables {
    user_key_device: TableOf<typeof userKeyDevice>;
  }
}
