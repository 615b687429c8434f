import type { AccountingEvent } from '../../../src/aaa/session/session-recorder.ts';

export type Told = Partial<AccountingEvent> &
  Pick<AccountingEvent, 'kind' | 'organization' | 'client' | 'receivedAt'>;

/** What a NAS tells: what is not said is null, and the session is the NAS' only one. */
export function event(told: Told): AccountingEvent {
  return {
    ...{
      eventTimestamp: null,
      delaySeconds: null,
      sessionId: 'S1',
      multiSessionId: null,
      username: 'alice',
    },
    ...{
      nasAddress: '192.0.2.10',
      nasIdentifier: null,
      nasPort: null,
      nasPortId: null,
      nasPortType: null,
    },
    ...{
      class: null,
      sessionClass: null,
      sessionSeconds: null,
      octetsIn: null,
      gigawordsIn: null,
      octetsOut: null,
    },
    ...{
      gigawordsOut: null,
      terminateCause: null,
      authentic: null,
      connectInfo: null,
      serviceType: null,
    },
    ...{
      framedProtocol: null,
      framedIpAddress: null,
      framedIpv6Address: null,
      framedIpv6Prefix: null,
    },
    ...{
      framedInterfaceId: null,
      delegatedIpv6Prefix: null,
      calledStationId: null,
      callingStationId: null,
    },
    attributes: Buffer.alloc(0),
    ...told,
  };
}
