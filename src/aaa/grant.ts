import type { ReplyAttributes } from './attributes.ts';
import type { SentAttributes } from './authorization-change.ts';
import { replyItems } from './reply-item.ts';

interface Granting {
  /** Of the profile, as stored; null: the user has none. */
  readonly reply_attributes: string | null;
  /** The user's own, as stored. */
  readonly attributes: string | null;
}

/** What a user is granted by profile and own attributes, as an accept sends it. */
export function grantOf({ reply_attributes, attributes }: Granting): SentAttributes {
  const own = JSON.parse(attributes ?? '{}') as { readonly reply_attributes?: ReplyAttributes };
  const profile = JSON.parse(reply_attributes ?? '[]') as ReplyAttributes;
  return replyItems([profile, own.reply_attributes ?? []]).map(({ name, value }) => ({ attribute: name, value }));
}

/** Whether a CoA can take a session from one grant to another: it sets what it names, and takes nothing back. */
export function canBeChangedTo(before: SentAttributes, now: SentAttributes): boolean {
  return now.length > 0 && before.every(({ attribute }) => now.some((other) => isSame(other.attribute, attribute)));
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
