import type { SentAttributes } from './attributes.ts';
import { replyItems } from './reply-item.ts';
import type { AttributeLists } from './subscriber.ts';

type Granting = Pick<AttributeLists, 'replies' | 'onLimit'>;

/** What a user is granted by profile and own attributes, as an accept sends it; `isLimited`: while a quota is used up. */
export function grantOf({ replies, onLimit }: Granting, { isLimited = false } = {}): SentAttributes {
  const lists = isLimited && onLimit ? [...replies, onLimit] : replies;
  return replyItems(lists).map(({ name, value }) => ({ attribute: name, value }));
}

/** Whether a CoA can take a session from one grant to another: it sets what it names, and takes nothing back. */
export function canBeChangedTo(before: SentAttributes, now: SentAttributes): boolean {
  return now.length > 0 && before.every(({ attribute }) => now.some((other) => isSame(other.attribute, attribute)));
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
