import type { CheckResult } from '../../aaa/policy/check-item.ts';
import type { DecisionRow } from '../../aaa/policy/decision-log.ts';
import type { Limit } from '../../aaa/policy/limit/limits.ts';
import type { ConditionResult, ReplyItem } from '../../aaa/policy/authorization/authorization.ts';
import type { Subscriber } from '../../aaa/policy/subscriber.ts';
import { attributeType } from '../../protocol/radius/attribute-type.ts';
import { firstText } from '../../protocol/radius/packet.ts';
import { parseJsonColumn } from '../../store/store.ts';
import type { RadiusRequest } from './radius-request.ts';

/** A decision about a login, by the gateway or by an upstream. */
export interface DecisionEntry {
  readonly method: string;
  readonly isAccepted: boolean;
  readonly reason: string;
  /** Name of the upstream that decided; null: the gateway did. */
  readonly upstream: string | null;
  /** Its id is null for a device without a user. */
  readonly user: (Pick<Subscriber, 'profile' | 'profiles'> & { readonly id: number | null }) | null;
  readonly checks: readonly CheckResult[];
  readonly limits: readonly Limit[];
  readonly conditions: readonly ConditionResult[];
  /** The attributes of the reply, secrets masked. */
  readonly maskedItems: readonly ReplyItem[];
}

/** Creates the row of the decision log. @param ms  duration of the decision */
export function createDecisionRow(
  { packet, client, receivedAt }: RadiusRequest,
  entry: DecisionEntry,
  ms: number,
): DecisionRow {
  const { method, isAccepted, reason, upstream, user, checks, limits, conditions, maskedItems } =
    entry;
  return {
    organization: client.organization,
    datetime: receivedAt.getTime(),
    client: client.id,
    client_name: client.name,
    username: firstText(packet, attributeType.userName),
    callingstationid: firstText(packet, attributeType.callingStationId),
    calledstationid: firstText(packet, attributeType.calledStationId),
    method,
    outcome: isAccepted ? 'accept' : 'reject',
    reason,
    upstream,
    ...userColumns(user),
    checks: JSON.stringify(checks),
    counters: JSON.stringify(limits),
    conditions: JSON.stringify(conditions),
    attributes: JSON.stringify(maskedItems),
    ms: Math.round(ms * 1000) / 1000,
  };
}

/** Returns the attributes of the reply that a row has, secrets masked. */
export function maskedItemsOf({ attributes }: DecisionRow): DecisionEntry['maskedItems'] {
  return parseJsonColumn<DecisionEntry['maskedItems']>(attributes);
}

type UserColumns = Pick<DecisionRow, 'user' | 'profile' | 'profile_name' | 'profiles'>;

function userColumns(user: DecisionEntry['user']): UserColumns {
  if (user === null) return { user: null, profile: null, profile_name: null, profiles: '[]' };
  const { id, profile, profiles } = user;
  const names = profiles.map(({ name }) => name).toReversed();
  return {
    user: id,
    profile: profile?.id ?? null,
    profile_name: profile?.name ?? null,
    profiles: JSON.stringify(names),
  };
}
