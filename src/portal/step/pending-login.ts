import { Type } from 'typebox';
import type { Selectable } from 'kysely';
import { dateTime, id, mac, nullable, reference, text } from '../../contract/fields.ts';
import { readOnlyResource, resource } from '../../contract/resource.ts';
import type { Tables } from '../../contract/tables.ts';
import { steppedKinds } from '../page/portal-page.ts';

/**
 * The states of a login that waits for its second step: `waiting` for the guest or a third party, `approved` by a right code,
 * a sponsor or a payment, `refused`, and `done` with the session that it has opened.
 */
const pendingStates = ['waiting', 'approved', 'refused', 'done'] as const;

/** A login at the portal between its two steps: a code, an approval, a payment, or a way over another site. */
export const pendingLogin = resource({
  name: 'portal_pending_login',
  title: 'a pending login',
  plural: 'pending logins',
  schema: Type.Object({
    id: id(),
    organization: reference('an organization'),
    page: reference('a portal page'),
    kind: Type.Enum([...steppedKinds]),
    state: Type.Enum([...pendingStates]),
    mac: mac(),
    ip: text(),
    subject: text({ description: 'the address, number or name that the guest has given' }),
    user: nullable(Type.Integer()),
    created: dateTime(),
    expires: dateTime(),
  }),
  key: 'id',
  ...readOnlyResource,
  scope: 'organization',
  filters: {},
  columns: {
    /** SHA-256 of the token that the browser holds, hexadecimal. */
    token: Type.String(),
    /** The address that the first step came from, of `customerKey`. */
    host: Type.String(),
    /** The query of the redirect. */
    query: Type.String(),
    /** Of the guest's texts. */
    language: Type.String(),
    /** Log text of the guest's consent to the terms; null: no terms. */
    consent: nullable(Type.String()),
    /** Digest of the code together with the token, hexadecimal; null: the kind has no code. */
    code: nullable(Type.String()),
    /** Codes that were tried. */
    tries: Type.Integer(),
    /** What a third party names the login by: the digest of its token, or an id of its own; null: none. */
    reference: nullable(Type.String()),
    /** JSON object with what the kind needs besides, without secrets. */
    details: Type.String(),
    /** When the guest was let in before the second step; null: it was not. */
    provisional: nullable(dateTime()),
  },
  databaseDefaults: ['tries', 'details'],
  order: { column: 'id', direction: 'asc' },
  paging: 'offset',
});

declare module '../../contract/tables.ts' {
  interface Tables {
    portal_pending_login: TableOf<typeof pendingLogin>;
  }
}

export type PendingLogin = Selectable<Tables['portal_pending_login']>;
