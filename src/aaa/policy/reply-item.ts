import type { ReplyAttributes } from './attribute-lists.ts';

/** What is sent with an accept, by name: `Tunnel-Type:1` has a tag. */
export interface ReplyItem {
  readonly name: string;
  readonly value: string;
}

/**
 * The reply attributes of a profile and then of its user, as one list. In a list `:=` replaces what was there, `=` adds
 * where nothing of that name is there, and `+=` adds in any case; `:=` and `=` of the user replace the profile's.
 */
export function mergeReplyItems(lists: readonly ReplyAttributes[]): ReplyItem[] {
  return lists.reduce<ReplyItem[]>((before, list) => merged(before, list), []);
}

function merged(before: readonly ReplyItem[], list: ReplyAttributes): ReplyItem[] {
  let inherited = before;
  let own: ReplyItem[] = [];
  for (const { attribute: name, op = '=', value } of list) {
    if (op !== '+=') inherited = inherited.filter((item) => !isSame(item, name));
    if (op === ':=') own = own.filter((item) => !isSame(item, name));
    if (op !== '=' || !own.some((item) => isSame(item, name))) own.push({ name, value });
  }
  return [...inherited, ...own];
}

function isSame(item: ReplyItem, name: string): boolean {
  return item.name.toLowerCase() === name.toLowerCase();
}

/** The list with its Session-Timeout lowered to what is left, or given where it had none. */
export function limitSessionTimeout(
  items: readonly ReplyItem[],
  seconds: number | null,
): ReplyItem[] {
  if (seconds === null) return [...items];
  const others = items.filter((item) => !isSame(item, timeout));
  const granted = items
    .filter((item) => isSame(item, timeout) && /^\d+$/.test(item.value))
    .map(({ value }) => Number(value));
  return [
    ...others,
    { name: timeout, value: String(Math.min(seconds, longestTimeout, ...granted)) },
  ];
}

const timeout = 'Session-Timeout';
const longestTimeout = 0xffffffff;
