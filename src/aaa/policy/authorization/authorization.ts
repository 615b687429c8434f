import type { AuthorizationAttributes, ReplyAttributes } from '../attribute-lists.ts';
import { isSecretAttribute } from '../../../contract/attribute-dictionary.ts';
import type { ZonedTime } from '../limit/quota-period.ts';
import {
  nextReplyChange,
  selectReplies,
  type ReplyCondition,
  type ReplyPlace,
} from '../reply-condition.ts';
import type { AttributeLists } from '../profile-lists.ts';
import type { Subscriber } from '../subscriber.ts';

/** An attribute of an Access-Accept by name; `Tunnel-Type:1` carries a tag. */
export interface ReplyItem {
  readonly name: string;
  readonly value: string;
}

type GrantSource = Pick<AttributeLists, 'replyLists' | 'limitAttributes'>;

interface GrantOptions {
  /** Null: no item has a condition. */
  readonly place: ReplyPlace | null;
  /** A quota is exhausted: `limit_attributes` go over the others. Default: false. */
  readonly isLimited?: boolean;
}

/** Computes the attributes that profile and user grant at a place, as a CoA sends them. */
export function computeGrant(source: GrantSource, options: GrantOptions): AuthorizationAttributes {
  return mergeReplyAttributes(replyListsAt(source, options)).map(({ attribute, value }) => ({
    attribute,
    value,
  }));
}

/** Returns the lists that a grant is merged from, without the items whose conditions do not hold. */
export function replyListsAt(
  source: GrantSource,
  { place, isLimited = false }: GrantOptions,
): readonly ReplyAttributes[] {
  const lists = listsOf(source, isLimited);
  return place ? lists.map((list) => selectReplies(list, place)) : lists;
}

/** The lists of a profile and then of its user, and `limit_attributes`. */
function listsOf(
  { replyLists, limitAttributes }: GrantSource,
  isLimited: boolean,
): readonly ReplyAttributes[] {
  return isLimited && limitAttributes ? [...replyLists, limitAttributes] : replyLists;
}

/** True if what profile and user grant depends on the place or the time. */
export function hasConditions(source: GrantSource): boolean {
  return listsOf(source, true).some((list) => list.some(({ when }) => when !== undefined));
}

/** Returns when a grant changes next by the time alone, in milliseconds since 1970; null: never. */
export function findNextGrant(source: GrantSource, at: ZonedTime): number | null {
  return nextReplyChange(listsOf(source, true), at);
}

/** A reply item with a condition, and whether it holds. */
export interface ConditionResult extends ReplyItem {
  readonly when: ReplyCondition;
  readonly applied: boolean;
}

/** Lists the items of a grant that have conditions; the values of secret attributes are masked. */
export function listConditions(
  source: GrantSource,
  { place, isLimited = false }: GrantOptions,
): readonly ConditionResult[] {
  if (!place) return [];
  return listsOf(source, isLimited).flatMap((list) => {
    const applied = new Set(selectReplies(list, place));
    return list.flatMap((item) => {
      const { attribute: name, value, when } = item;
      const shown = isSecretAttribute(name) ? '***' : value;
      return when ? [{ name, value: shown, when, applied: applied.has(item) }] : [];
    });
  });
}

/** Lists the attributes of an accept: the Class of the user, and its grant for as long as its limits allow. */
export function listReplyItems(
  { klass }: Pick<Subscriber, 'klass'>,
  granted: AuthorizationAttributes,
  remainingSeconds: number | null,
): ReplyItem[] {
  const items = [
    ...(klass === null || klass === '' ? [] : [{ name: 'Class', value: klass }]),
    ...granted.map(({ attribute: name, value }) => ({ name, value })),
  ];
  return limitSessionTimeout(items, remainingSeconds);
}

/** True if a CoA can change one grant to the other: a CoA sets the attributes that it carries, but cannot remove any. */
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
function limitSessionTimeout(items: readonly ReplyItem[], seconds: number | null): ReplyItem[] {
  if (seconds === null) return [...items];
  const others = items.filter(({ name }) => !isSameName(name, sessionTimeout));
  const granted = items
    .filter(({ name, value }) => isSameName(name, sessionTimeout) && /^\d+$/.test(value))
    .map(({ value }) => Number(value));
  const timeout = Math.min(seconds, maxSessionTimeout, ...granted);
  return [...others, { name: sessionTimeout, value: String(timeout) }];
}

/** Finds the last integer value of an attribute, or null. */
export function findIntegerAttribute(list: AuthorizationAttributes, name: string): number | null {
  const found = list.findLast(({ attribute }) => isSameName(attribute, name));
  return found && /^\d{1,10}$/.test(found.value.trim()) ? Number(found.value) : null;
}

/** Returns the smallest of the values that are not null. */
export function minimumOrNull(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length > 0 ? Math.min(...known) : null;
}

/** True for two spellings of one attribute. */
export function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
