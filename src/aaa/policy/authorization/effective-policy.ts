import { isSecretAttribute } from '../../../contract/attribute-dictionary.ts';
import type { Site } from '../../../organization/time-zone.ts';
import type { CheckAttributes, ReplyAttributes } from '../attribute-lists.ts';
import {
  isSameName,
  listReplyItems,
  mergeReplyAttributes,
  replyListsAt,
  type ReplyItem,
} from './authorization.ts';
import { findControlName, isControlItem } from '../control-items.ts';
import {
  decideLogin,
  type AcceptedLogin,
  type Login,
  type LoginContext,
} from '../login-decision.ts';
import { limitKindOf, type Limit } from '../limit/limits.ts';
import { noNas, type ReplyCondition } from '../reply-condition.ts';
import type { Subscriber } from '../subscriber.ts';

/** Where a value comes from: `limit` is a limit that is reached or runs out, `default` is neither set nor limited. */
export const policySources = ['user', 'profile', 'token', 'limit', 'default'] as const;
export type PolicySource = (typeof policySources)[number];

/** Where a value comes from, and the name of the profile, if it comes from one. */
interface Origin {
  readonly source: PolicySource;
  readonly profile: string | null;
}

/** An attribute of the reply. */
interface SourcedAttribute extends Origin {
  readonly attribute: string;
  readonly value: string;
}

/** What would hold if a user logged in now. */
export interface EffectivePolicy {
  readonly isAccepted: boolean;
  readonly reason: string;
  readonly limits: readonly (Limit & Origin)[];
  /** The reply; the values of secret attributes are masked. */
  readonly attributes: readonly SourcedAttribute[];
  /** Reply items with conditions, of which `attributes` has those that hold wherever the login is. */
  readonly conditionalAttributes: readonly ConditionalAttribute[];
  /** Check items that a NAS's request must match as well. */
  readonly conditions: readonly SourcedCondition[];
}

interface ConditionalAttribute extends SourcedAttribute {
  readonly when: ReplyCondition;
}

interface SourcedCondition extends SourcedAttribute {
  readonly op: string;
}

/**
 * Computes what a login of a user with the right credential would get. Check items are not compared, since only a request has
 * what they are compared with.
 *
 * @throws Fault if the store cannot be read
 */
export async function computeEffectivePolicy(
  context: LoginContext,
  {
    subscriber,
    site,
    at,
  }: { readonly subscriber: Subscriber; readonly site: Site; readonly at: Date },
): Promise<EffectivePolicy> {
  const decision = await decideLogin(context, loginOf(subscriber, { place: site, at }));
  const { isAccepted, reason, limits } = decision;
  return {
    isAccepted,
    reason,
    limits: limits.map((limit) => ({ ...limit, ...originOfLimit(subscriber, limit) })),
    attributes: decision.isAccepted ? attributesOf(decision) : [],
    conditionalAttributes: conditionalAttributesOf(subscriber),
    conditions: conditionsOf(subscriber),
  };
}

function loginOf(user: Subscriber, where: Pick<Login, 'place' | 'at'>): Login {
  const { organization, username } = user;
  const device = { station: null, mac: null, isGuest: false, sessionEnd: null };
  return {
    ...where,
    identity: { user, username, isCode: false, ...device },
    credential: { kind: 'proven', method: 'none' },
    request: 'not_compared',
    nas: () => noNas,
    source: { client: `organization ${organization}`, organization, host: null, isPublic: false },
  };
}

function conditionsOf({ checkLists, profiles }: Subscriber): readonly SourcedCondition[] {
  return checkLists.flatMap((list, index) =>
    list
      .filter((item) => !isControlItem(item))
      .map(({ attribute, op = '==', value }) => ({
        ...masked({ attribute, value, ...originOfList(profiles, index) }),
        op,
      })),
  );
}

/** The lists of the profiles come first, then the lists of the user, then `limit_attributes`. */
function originOfList(profiles: Subscriber['profiles'], index: number): Origin {
  const profile = profiles[index];
  if (profile) return { source: 'profile', profile: profile.name };
  return from(index === profiles.length ? 'user' : 'limit');
}

const from = (source: PolicySource): Origin => ({ source, profile: null });

function originOfLimit({ checkLists, profiles }: Subscriber, limit: Limit): Origin {
  const kind = limitKindOf(limit);
  if (kind === 'balance') return from('token');
  const index = checkLists.findLastIndex((list) => setsControl(list, limit.name));
  if (limit.name === 'valid from' || index > profiles.length) return from('token');
  return limit.name === 'expiration' ? from('user') : originOfList(profiles, index);
}

function setsControl(list: CheckAttributes, name: string): boolean {
  return list.some(({ attribute }) => findControlName(attribute) === name);
}

function conditionalAttributesOf({
  replyLists,
  limitAttributes,
  profiles,
}: Subscriber): readonly ConditionalAttribute[] {
  return [...replyLists, limitAttributes ?? []].flatMap((list, index) =>
    list.flatMap(({ attribute, value, when }) =>
      when ? [{ ...masked({ attribute, value, ...originOfList(profiles, index) }), when }] : [],
    ),
  );
}

function attributesOf({
  user,
  grant,
  replyPlace: place,
}: AcceptedLogin): readonly SourcedAttribute[] {
  const { klass, profiles } = user;
  const { exhaustedQuota, remainingSeconds } = grant.admission;
  const lists = replyListsAt(user, { place, isLimited: exhaustedQuota !== null });
  const granted = mergeReplyAttributes(lists);
  const ofClass = klass === null || klass === '' ? null : { name: 'Class', value: klass };
  const replyItems = listReplyItems(user, grant.attributes, remainingSeconds);
  return replyItems.map(({ name, value }, index) => {
    const isClass = index === 0 && ofClass !== null && name === 'Class' && value === ofClass.value;
    const origin = isClass
      ? from('user')
      : originOfItem({ name, value }, { granted, lists, profiles });
    return masked({ attribute: name, value, ...origin });
  });
}

interface Granted {
  readonly granted: ReplyAttributes;
  readonly lists: readonly ReplyAttributes[];
  readonly profiles: Subscriber['profiles'];
}

/** A Session-Timeout that no list has is what remains of a limit. */
function originOfItem(item: ReplyItem, { granted, lists, profiles }: Granted): Origin {
  const entry = granted.find(
    ({ attribute, value }) => isSameName(attribute, item.name) && value === item.value,
  );
  const index = entry ? lists.findIndex((list) => list.includes(entry)) : -1;
  return index < 0 ? from('limit') : originOfList(profiles, index);
}

function masked<T extends SourcedAttribute>(item: T): T {
  return isSecretAttribute(item.attribute) ? { ...item, value: '***' } : item;
}
