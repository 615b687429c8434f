import type { GeneratedAlways } from 'kysely';
import { Type } from 'typebox';
import { dateTime, id, nullable, requiredSecret } from '../../../contract/fields.ts';
import { readOnlyResource, resource } from '../../../contract/resource.ts';

/** The second factor of a user at the console: a secret that an authenticator app shares. */
export const userTotp = resource({
  name: 'user_totp',
  relation: () => `
    select t.id, t."user", u.organization, t.confirmed, t.created
    from user_totp t join "user" u on u.id = t."user"`,
  title: 'a second factor',
  plural: 'second factors',
  schema: Type.Object({
    id: id(),
    user: Type.Integer({ description: 'id of the user' }),
    organization: Type.Integer({ description: "the user's" }),
    confirmed: nullable(dateTime({ description: 'null: it was begun, and no code was entered' })),
    created: dateTime(),
  }),
  key: 'id',
  ...readOnlyResource,
  scope: 'organization',
  filters: {},
  computed: ['organization'],
  columns: {
    /** Base32, sealed. */
    secret: requiredSecret(),
    /** Step of the last code that was used; its code and earlier ones are refused. */
    last_step: Type.Integer(),
  },
  order: { column: 'id', direction: 'asc' },
  paging: 'offset',
});

declare module '../../../contract/tables.ts' {
  interface Tables {
    user_totp: TableOf<typeof userTotp>;
    /** Recovery codes of users that have not been used. */
    user_recovery_code: {
      id: GeneratedAlways<number>;
      user: number;
      /** SHA-256 of 80 random bits. */
      code_hash: string;
    };
  }
}
