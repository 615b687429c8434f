import type { AuthorizationAttributes, ReplyAttributes } from './attribute-lists.ts';
import type { AttributeLists } from './subscriber.ts';

/** An attribute of an Access-Accept by name; `Tunnel-Type:1` carries a tag. */
export interface ReplyItem {
  readonly name: string;
  readonly value: string;
}

type GrantSource = Pick<AttributeLists, 'replyLists' | 'limitAttributes'>;

/**
 * Computes the attributes that profile and user grant, as an Access-Accept or a CoA sends them.
 *
 * @param isLimited  a quota is exhausted: `limit_attributes` go over the others
 */
export function computeGrant(
  { replyLists, limitAttributes }: GrantSource,
  { isLimited = false } = {},
): AuthorizationAttributes {
  const lists = isLimited && limitAttributes ? [...replyLists, limitAttributes] : replyLists;
  return mergeReplyItems(lists).map(({ name, value }) => ({ attribute: name, value }));
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
 */
export function mergeReplyItems(lists: readonly ReplyAttributes[]): ReplyItem[] {
  return mergeReplyAttributes(lists).map(({ attribute: name, value }) => ({ name, value }));
}

/** Merges lists as `mergeReplyItems` does. @returns the entries of the lists that remain, as they are */
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
