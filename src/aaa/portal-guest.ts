import { verify } from '@node-rs/argon2';
import { sql } from 'kysely';
import { canonicalMac } from '../fields.ts';
import type { Secret } from '../secret.ts';
import type { Store } from '../store/store.ts';
import { integerOf, type CheckAttributes, type ReplyAttributes } from './attributes.ts';
import { balanceOf } from './balance.ts';

/** Why a guest is not let in: the code for the caller, and words. */
export class PortalRefusal {
  readonly code: string;
  readonly words: string;

  constructor(code: string, words: string) {
    this.code = code;
    this.words = words;
  }
}

/** A user who may come in, and what bounds the stay; null where nothing does. */
export interface Guest {
  readonly id: number;
  readonly username: string;
  readonly organization: number;
  readonly sessionSeconds: number | null;
  readonly idleSeconds: number | null;
}

interface Asked {
  readonly uid: string;
  readonly organizations: readonly number[];
  /** null: the caller has checked the person already. */
  readonly password: Secret | null;
  /** Canonical. */
  readonly mac: string;
  readonly now: Date;
}

/** Whether the user may come in with this device now. */
export async function admitGuest(store: Store, asked: Asked): Promise<Guest | PortalRefusal> {
  const user = await findGuest(store, asked);
  if (user instanceof PortalRefusal) return user;
  const refusal = await refusalOf(user, asked);
  if (refusal) return refusal;
  const now = asked.now.getTime();
  const balance = await balanceOf(store, user.id, asked.now);
  if (balance === 0) return new PortalRefusal('no_balance', 'No time is left.');
  const granted = attributesOf(user);
  const most = integerOf(granted.check, 'Simultaneous-Use');
  if (most !== null && (await otherSessions(store, user.id, asked.mac)) >= most)
    return new PortalRefusal('too_many_sessions', `The user has ${most} sessions already.`);
  const bounds = [
    integerOf(granted.reply, 'Session-Timeout'),
    balance,
    user.expiration === null ? null : Math.ceil((user.expiration - now) / 1000),
  ];
  const { id, username, organization } = user;
  return { id, username, organization, sessionSeconds: least(bounds), idleSeconds: integerOf(granted.reply, 'Idle-Timeout') };
}

/** The smallest of those that are there. */
export function least(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length > 0 ? Math.min(...known) : null;
}

type Found = Exclude<Awaited<ReturnType<typeof findGuest>>, PortalRefusal>;

/** By name, else by e-mail address or outside id where those are one user's only. */
async function findGuest(store: Store, { uid, organizations }: Asked) {
  const found = await store.db
    .selectFrom('user as u')
    .leftJoin('aaa_profile as p', 'p.id', 'u.profile')
    .select(['u.id', 'u.username', 'u.organization', 'u.password', 'u.is_active', 'u.expiration', 'u.attributes'])
    .select(['p.reply_attributes', 'p.check_attributes'])
    .where('u.organization', 'in', organizations)
    .where((where) =>
      where.or([
        where('u.username', '=', uid),
        where('u.email', 'in', [uid, uid.toLowerCase()]),
        where('u.external_id', '=', uid),
      ]),
    )
    .limit(20)
    .execute();
  const named = found.find(({ username }) => username === uid) ?? (found.length === 1 ? found[0] : undefined);
  if (named) return named;
  return new PortalRefusal('unknown_user', found.length > 1 ? 'The uid fits several users.' : 'There is no such user.');
}

async function refusalOf(user: Found, { password, now }: Asked): Promise<PortalRefusal | null> {
  if (user.is_active === 0) return new PortalRefusal('inactive', 'The user is switched off.');
  if (password && !(await isRight(user.password, password))) return new PortalRefusal('wrong_password', 'The password is wrong.');
  return user.expiration !== null && user.expiration <= now.getTime()
    ? new PortalRefusal('expired', 'The account has expired.')
    : null;
}

function isRight(hash: string | null, password: Secret): Promise<boolean> {
  return hash === null ? Promise.resolve(false) : verify(hash, password.reveal());
}

/** The profile's attributes, and after them, so that they win, the user's own. */
function attributesOf(user: Found): { readonly reply: ReplyAttributes; readonly check: CheckAttributes } {
  const own = JSON.parse(user.attributes ?? '{}') as { reply_attributes?: ReplyAttributes; check_attributes?: CheckAttributes };
  const reply = JSON.parse(user.reply_attributes ?? '[]') as ReplyAttributes;
  const check = JSON.parse(user.check_attributes ?? '[]') as CheckAttributes;
  return { reply: [...reply, ...(own.reply_attributes ?? [])], check: [...check, ...(own.check_attributes ?? [])] };
}

/** Open sessions of the user, as RADIUS clients report them, on other devices than this one. */
async function otherSessions(store: Store, user: number, mac: string): Promise<number> {
  const query = sql<{ callingstationid: string | null }>`
    select callingstationid from aaa_accounting where "user" = ${user} and acctstoptime is null limit 1000`;
  const { rows } = await query.execute(store.db);
  return rows.filter(({ callingstationid }) => canonicalMac(callingstationid ?? '') !== mac).length;
}
