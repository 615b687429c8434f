import { isSecretAttribute } from '../../../contract/attribute-dictionary.ts';
import type { Store } from '../../../store/store.ts';
import type { Site } from '../../../organization/time-zone.ts';
import type { CheckAttributes, ReplyAttributes } from '../attribute-lists.ts';
import {
  authorizeSubscriber,
  isSameName,
  mergeReplyAttributes,
  type Authorization,
  type ReplyItem,
} from './authorization.ts';
import {
  authTypeOf,
  collectControlItems,
  findControlName,
  isControlItem,
  type ControlItems,
} from '../control-items.ts';
import { inactiveUserReason } from '../credential-check.ts';
import { isQuota, limitKindOf, type Limit } from '../limits.ts';
import type { Subscriber } from '../subscriber.ts';

/** Where a value comes from: `limit` is a limit that is reached or runs out, `default` is neither set nor limited. */
export const policySources = ['user', 'profile', 'token', 'limit', 'default'] as const;
export type PolicySource = (typeof policySources)[number];

/** An attribute of the reply. */
interface SourcedAttribute {
  readonly attribute: string;
  readonly value: string;
  readonly source: PolicySource;
}

/** What would hold if a user logged in now. */
export interface EffectivePolicy {
  readonly isAccepted: boolean;
  readonly reason: string;
  readonly limits: readonly (Limit & { readonly source: PolicySource })[];
  /** The reply; the values of secret attributes are masked. */
  readonly attributes: readonly SourcedAttribute[];
  /** Check items that a NAS's request must match as well. */
  readonly conditions: readonly SourcedCondition[];
}

interface SourcedCondition extends SourcedAttribute {
  readonly op: string;
}

/**
 * Computes what a login of a user with the right credential would get, by the rules of a RADIUS login. Check items are
 * not compared, since only a request has what they are compared with.
 *
 * @throws Fault if the store cannot be read
 */
export async function computeEffectivePolicy(
  store: Store,
  {
    subscriber,
    site,
    at,
  }: { readonly subscriber: Subscriber; readonly site: Site; readonly at: Date },
): Promise<EffectivePolicy> {
  const controls = collectControlItems(subscriber.checkLists);
  const conditions = conditionsOf(subscriber);
  if (typeof controls === 'string') return { ...rejected(controls), conditions };
  const refused = refusalOf(subscriber, controls);
  if (refused !== null) return { ...rejected(refused), conditions };
  const findSite = () => Promise.resolve(site);
  const login = { subscriber, controls, station: null, at, findSite };
  const { isAccepted, reason, limits, replyItems } = await authorizeSubscriber(store, login);
  return {
    isAccepted,
    reason,
    limits: limits.map((limit) => ({ ...limit, source: sourceOfLimit(subscriber, limit) })),
    attributes: attributesOf(subscriber, { limits, replyItems }),
    conditions,
  };
}

function rejected(reason: string) {
  return { isAccepted: false, reason, limits: [], attributes: [] };
}

/** Returns why no credential lets the user in; null: one may. */
function refusalOf({ isActive }: Subscriber, controls: ControlItems): string | null {
  if (!isActive) return inactiveUserReason;
  return authTypeOf(controls) === 'reject' ? 'Auth-Type is Reject' : null;
}

function conditionsOf({ checkLists }: Subscriber): readonly SourcedCondition[] {
  return checkLists.flatMap((list, index) =>
    list
      .filter((item) => !isControlItem(item))
      .map(({ attribute, op = '==', value }) => ({
        ...masked({ attribute, value, source: sourceOfList(index) }),
        op,
      })),
  );
}

/** The lists of a profile come first, then those of its user, then `limit_attributes`. */
function sourceOfList(index: number): PolicySource {
  return index === 0 ? 'profile' : index === 1 ? 'user' : 'limit';
}

function sourceOfLimit({ checkLists }: Subscriber, limit: Limit): PolicySource {
  const kind = limitKindOf(limit);
  if (kind === 'balance') return 'token';
  if (limit.name === 'expiration') return 'user';
  return setsControl(checkLists[1] ?? [], limit.name) ? 'user' : 'profile';
}

function setsControl(list: CheckAttributes, name: string): boolean {
  return list.some(({ attribute }) => findControlName(attribute) === name);
}

function attributesOf(
  subscriber: Subscriber,
  { limits, replyItems }: Pick<Authorization, 'limits' | 'replyItems'>,
): readonly SourcedAttribute[] {
  const { replyLists, limitAttributes, klass } = subscriber;
  const isLimited = limits.some((limit) => isQuota(limit) && limit.left === 0);
  const lists = isLimited && limitAttributes ? [...replyLists, limitAttributes] : replyLists;
  const granted = mergeReplyAttributes(lists);
  const ofClass = klass === null || klass === '' ? null : { name: 'Class', value: klass };
  return replyItems.map(({ name, value }, index) => {
    const isClass = index === 0 && ofClass !== null && name === 'Class' && value === ofClass.value;
    const source = isClass ? 'user' : sourceOfItem({ name, value }, { granted, lists });
    return masked({ attribute: name, value, source });
  });
}

interface Granted {
  readonly granted: ReplyAttributes;
  readonly lists: readonly ReplyAttributes[];
}

/** A Session-Timeout that no list has is what remains of a limit. */
function sourceOfItem(item: ReplyItem, { granted, lists }: Granted): PolicySource {
  const entry = granted.find(
    ({ attribute, value }) => isSameName(attribute, item.name) && value === item.value,
  );
  const index = entry ? lists.findIndex((list) => list.includes(entry)) : -1;
  return index < 0 ? 'limit' : sourceOfList(index);
}

function masked<T extends SourcedAttribute>(item: T): T {
  return isSecretAttribute(item.attribute) ? { ...item, value: '***' } : item;
}
