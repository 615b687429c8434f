import { Type } from 'typebox';
import { dateTime, id, nullable, reference, text } from '../../contract/fields.ts';
import { readOnlyResource, resource } from '../../contract/resource.ts';

/** A certificate of a device of a user, signed by the gateway. Its key is known to the device alone. */
export const userCertificate = resource({
  name: 'user_certificate',
  relation: (_dialect, ownColumns) => `
    select ${ownColumns('c')}, u.username, u.role
    from user_certificate c join "user" u on u.id = c."user"`,
  title: 'a certificate of a device',
  plural: 'certificates of devices',
  schema: Type.Object({
    id: id(),
    organization: Type.Integer({ description: "the user's" }),
    user: reference('a user, or the user of a voucher'),
    username: text(),
    name: text({ maxLength: 128, description: 'the device, such as its owner and kind' }),
    serial: text({ description: 'serial number in hexadecimal digits' }),
    fingerprint: text({ description: 'SHA-256 of the certificate: `AB:CD:…`' }),
    valid_to: dateTime(),
    revoked: nullable(dateTime({ description: 'when it was revoked; null: it is not' })),
    created: dateTime(),
  }),
  key: 'id',
  ...readOnlyResource,
  scope: 'organization',
  guests: { column: 'role', value: 'subscriber' },
  references: { user: { table: 'user', scope: 'organization' } },
  filters: {
    username__exact: { column: 'username', operator: '=', schema: text() },
  },
  lookups: ['id', 'user', 'username', 'name', 'serial', 'valid_to', 'revoked', 'created'],
  computed: ['username'],
  order: { column: 'id', direction: 'asc' },
  paging: 'offset',
});

declare module '../../contract/tables.ts' {
  interface Tables {
    user_certificate: TableOf<typeof userCertificate>;
  }
}
