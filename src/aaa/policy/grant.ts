import type { AuthorizationAttributes } from './attribute-lists.ts';
import { mergeReplyItems } from './reply-item.ts';
import type { AttributeLists } from './subscriber.ts';

type Granting = Pick<AttributeLists, 'replyLists' | 'limitAttributes'>;

/** What a user is granted by profile and own attributes, as an accept sends it; `isLimited`: while a quota is used up. */
export function computeGrant(
  { replyLists, limitAttributes }: Granting,
  { isLimited = false } = {},
): AuthorizationAttributes {
  const lists = isLimited && limitAttributes ? [...replyLists, limitAttributes] : replyLists;
  return mergeReplyItems(lists).map(({ name, value }) => ({ attribute: name, value }));
}

/** Whether a CoA can take a session from one grant to another: it sets what it names, and takes nothing back. */
export function canChangeByCoa(
  before: AuthorizationAttributes,
  now: AuthorizationAttributes,
): boolean {
  return (
    now.length > 0 &&
    before.every(({ attribute }) => now.some((other) => isSame(other.attribute, attribute)))
  );
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
