import type { DecisionRow } from '../aaa/decision-log.ts';
import { attribute } from '../protocol/radius/attribute.ts';
import { first } from '../protocol/radius/packet.ts';
import { text } from '../protocol/radius/value.ts';
import type { Request } from './request.ts';

type FromRequest =
  ('organization' | 'client' | 'client_name' | 'datetime') | ('username' | 'callingstationid' | 'calledstationid' | 'ms');

/** What the line of a decision says of the request. */
export function requestPart({ packet, client, receivedAt }: Request, ms: number): Pick<DecisionRow, FromRequest> {
  return {
    ...{ organization: client.organization, client: client.id, client_name: client.name, datetime: receivedAt.getTime() },
    username: text(first(packet, attribute.userName)),
    callingstationid: text(first(packet, attribute.callingStationId)),
    calledstationid: text(first(packet, attribute.calledStationId)),
    ms: Math.round(ms * 1000) / 1000,
  };
}
