import type { Store } from '../../../store/store.ts';
import { isValidPlace, otherPlaceReason } from '../../voucher/voucher-place.ts';
import type { AuthorizationAttributes, ReplyAttributes } from '../attribute-lists.ts';
import { computeAdmission, formatRejectReason, readLimits, type Limit } from '../limits.ts';
import type { AttributeLists } from '../subscriber.ts';

/** An attribute of an Access-Accept by name; `Tunnel-Type:1` carries a tag. */
export interface ReplyItem {
  readonly name: string;
  readonly value: string;
}

/** What a user who has been authenticated, and whose check items match, is granted. */
export interface Authorization {
  readonly isAccepted: boolean;
  /** The reason, for the operator. */
  readonly reason: string;
  readonly limits: readonly Limit[];
  /** The attributes of an accept. */
  readonly replyItems: readonly ReplyItem[];
}

type Login = Parameters<typeof readLimits>[1];

/** Applies the place of a voucher and the limits of a user. @throws Fault if the store cannot be read */
export async function authorizeSubscriber(store: Store, login: Login): Promise<Authorization> {
  const { voucher } = login.subscriber;
  if (voucher !== null && !(await isValidPlace(store, voucher, login.findSite)))
    return reject(otherPlaceReason);
  return applyLimits(login.subscriber, await readLimits(store, login));
}

function reject(reason: string, limits: readonly Limit[] = []): Authorization {
  return { isAccepted: false, reason, limits, replyItems: [] };
}

/** Rejects if a limit is reached, else accepts with the grant; with `limit_attributes` while a quota is exhausted. */
function applyLimits(user: Login['subscriber'], limits: readonly Limit[]): Authorization {
  const { reachedLimit, exhaustedQuota, remainingSeconds } = computeAdmission(limits, user);
  if (reachedLimit) return reject(formatRejectReason(reachedLimit), limits);
  const grant = computeGrant(user, { isLimited: exhaustedQuota !== null });
  const items = [
    ...(user.klass === null || user.klass === '' ? [] : [{ name: 'Class', value: user.klass }]),
    ...grant.map(({ attribute: name, value }) => ({ name, value })),
  ];
  return {
    isAccepted: true,
    reason: exhaustedQuota ? `limited: ${formatRejectReason(exhaustedQuota)}` : 'accepted',
    limits,
    replyItems: limitSessionTimeout(items, remainingSeconds),
  };
}

type GrantSource = Pick<AttributeLists, 'replyLists' | 'limitAttributes'>;

/**
 * Computes the attributes that profile and user grant, as a CoA sends them.
 *
 * @param isLimited  a quota is exhausted: `limit_attributes` go over the others
 */
export function computeGrant(
  { replyLists, limitAttributes }: GrantSource,
  { isLimited = false } = {},
): AuthorizationAttributes {
  const lists = isLimited && limitAttributes ? [...replyLists, limitAttributes] : replyLists;
  return mergeReplyAttributes(lists).map(({ attribute, value }) => ({ attribute, value }));
}

/** True if a CoA can take a session from one grant to the other: it sets the attributes that it names, and removes none. */
export function canChangeByCoa(
  before: AuthorizationAttributes,
  after: AuthorizationAttributes,
): boolean {
  return (
    after.length > 0 &&
    before.every(({ attribute }) => after.some((other) => isSameName(other.attribute, attribute)))
  );
}

/**
 * Merges the reply attributes of a profile and then of its user. In a list `:=` replaces earlier attributes of the name,
 * `=` adds the attribute unless the name is there, and `+=` always adds it; `:=` and `=` of the user replace the profile's.
 *
 * @returns the entries of the lists that remain, as they are
 */
export function mergeReplyAttributes(lists: readonly ReplyAttributes[]): ReplyAttributes {
  return lists.reduce<ReplyAttributes>((merged, list) => mergeList(merged, list), []);
}

function mergeList(before: ReplyAttributes, list: ReplyAttributes): ReplyAttributes {
  let inherited = before;
  let own: ReplyAttributes = [];
  for (const item of list) {
    const { attribute: name, op = '=' } = item;
    if (op !== '+=') inherited = inherited.filter(({ attribute }) => !isSameName(attribute, name));
    if (op === ':=') own = own.filter(({ attribute }) => !isSameName(attribute, name));
    if (op !== '=' || !own.some(({ attribute }) => isSameName(attribute, name))) own.push(item);
  }
  return [...inherited, ...own];
}

const sessionTimeout = 'Session-Timeout';
const maxSessionTimeout = 0xffffffff;

/** Lowers Session-Timeout to the seconds that remain, or adds it. @param seconds  null: no limit ends the session */
export function limitSessionTimeout(
  items: readonly ReplyItem[],
  seconds: number | null,
): ReplyItem[] {
  if (seconds === null) return [...items];
  const others = items.filter(({ name }) => !isSameName(name, sessionTimeout));
  const granted = items
    .filter(({ name, value }) => isSameName(name, sessionTimeout) && /^\d+$/.test(value))
    .map(({ value }) => Number(value));
  const timeout = Math.min(seconds, maxSessionTimeout, ...granted);
  return [...others, { name: sessionTimeout, value: String(timeout) }];
}

/** True for two spellings of one attribute. */
export function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
