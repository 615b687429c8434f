import type { CheckResult } from '../aaa/check-item.ts';
import type { DecisionRow } from '../aaa/decision-log.ts';
import type { Limit } from '../aaa/limits.ts';
import type { ReplyItem } from '../aaa/reply-item.ts';
import type { Subscriber } from '../aaa/subscriber.ts';
import { attribute } from '../protocol/radius/attribute.ts';
import { first } from '../protocol/radius/packet.ts';
import { text } from '../protocol/radius/value.ts';
import type { Request } from './request.ts';

/** What was decided over a login, by us or by an upstream. */
export interface Ruling {
  readonly method: string;
  readonly isAccepted: boolean;
  readonly reason: string;
  /** Name of the server that decided; null: we did. */
  readonly upstream: string | null;
  readonly user: Pick<Subscriber, 'id' | 'profile'> | null;
  readonly checks: readonly CheckResult[];
  readonly limits: readonly Limit[];
  /** What the answer says, secrets struck out. */
  readonly shown: readonly ReplyItem[];
}

/** The line of a decision. @param ms  that it took */
export function decisionRow({ packet, client, receivedAt }: Request, ruling: Ruling, ms: number): DecisionRow {
  const { method, isAccepted, reason, upstream, user, checks, limits, shown } = ruling;
  return {
    organization: client.organization,
    datetime: receivedAt.getTime(),
    client: client.id,
    client_name: client.name,
    username: text(first(packet, attribute.userName)),
    callingstationid: text(first(packet, attribute.callingStationId)),
    calledstationid: text(first(packet, attribute.calledStationId)),
    method,
    outcome: isAccepted ? 'accept' : 'reject',
    reason,
    upstream,
    user: user?.id ?? null,
    profile: user?.profile?.id ?? null,
    profile_name: user?.profile?.name ?? null,
    checks: JSON.stringify(checks),
    counters: JSON.stringify(limits),
    attributes: JSON.stringify(shown),
    ms: Math.round(ms * 1000) / 1000,
  };
}
