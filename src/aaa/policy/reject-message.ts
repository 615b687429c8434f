import { sql } from 'kysely';
import { textsIn, type Languages } from '../../organization/languages.ts';
import { rejectMessages, type RejectMessage } from '../../organization/reject-fields.ts';
import { selectAncestors } from '../../organization/tree-query.ts';
import type { Store } from '../../store/store.ts';
import type { RejectKind } from './login-decision.ts';
import type { Subscriber } from './subscriber.ts';

/** A rejected login of a user. */
interface RejectedUser {
  readonly user: Pick<Subscriber, 'id' | 'organization'>;
  readonly kind: RejectKind;
}

/**
 * The text of each reason, a key of the languages; null: no text. Without a right credential a text would reveal which users
 * exist; a user that the operator has switched off or set up wrongly is the operator's matter.
 */
const textKeys: Readonly<Record<RejectKind, string | null>> = {
  unknown_user: null,
  wrong_credential: null,
  password_needed: null,
  throttled: null,
  inactive: null,
  password_expired: null,
  password_change: null,
  invalid_items: null,
  auth_type: null,
  check_item: 'not_allowed',
  location: 'not_allowed',
  no_address: null,
  expiration: 'expired',
  balance: 'used_up',
  session_time: 'used_up',
  quota: 'used_up',
  login_time: 'not_allowed',
  simultaneous_use: 'too_many',
};

/**
 * Reads the text that a rejected user is shown: as the profile says, else as its organization or the nearest above it says.
 *
 * @returns null: no text
 * @throws Fault if the store cannot be read
 */
export async function readRejectText(
  store: Store,
  languages: Languages,
  { user, kind }: RejectedUser,
): Promise<string | null> {
  const key = textKeys[kind];
  if (key === null) return null;
  const settings = await readSettings(store, user);
  const { message, text } = settings.find(isChosen) ?? { message: 'reason', text: null };
  if (message === 'none') return null;
  if (message === 'text') return text;
  const language = settings.find((setting) => setting.language !== null)?.language ?? null;
  return textsIn(languages, language)[key] ?? null;
}

interface Setting {
  readonly message: string | null;
  readonly text: string | null;
  readonly language: string | null;
}

function isChosen(setting: Setting): setting is Setting & { readonly message: RejectMessage } {
  return rejectMessages.some((message) => message === setting.message);
}

/** Returns the settings of a user: of its profiles with its own language, then of its organization and of each above it. */
async function readSettings(
  { db }: Store,
  { id, organization }: RejectedUser['user'],
): Promise<readonly Setting[]> {
  const { rows } = await sql<Setting>`
    select p.reject_message as message, p.reject_text as text, u.language as language, -1 as distance,
      p.priority as priority, case when p.id = u.profile then 0 else 1 end as further, p.id as id
    from ${sql.table('user')} as u left join aaa_profile as p
      on p.id = u.profile or p.id in (select l.profile from user_profile_entry as l where l."user" = u.id)
    where u.id = ${id}
    union all
    select o.reject_message, o.reject_text, o.language, above.distance, 0, 0, o.id
    from ${selectAncestors(organization)} as above join organization as o on o.id = above.id
    order by distance, priority, further, id`.execute(db);
  return rows;
}
