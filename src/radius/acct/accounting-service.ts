import type {
  AccountingPacketLog,
  AccountingPacketRow,
} from '../../aaa/session/accounting-packet-log.ts';
import {
  acctUniqueSessionId,
  type AccountingEvent,
  type SessionRecorder,
} from '../../aaa/session/session-recorder.ts';
import {
  readAccountingAttributes,
  storableAttributes,
  type AccountingAttributes,
} from '../../protocol/radius/accounting-attributes.ts';
import type { Dictionary } from '../../protocol/radius/dictionary.ts';
import { decodeText } from '../../protocol/radius/value-decoder.ts';
import type { CommitMetrics } from './commit-metrics.ts';
import type { RadsecConnections, NasSession } from '../core/radsec-connections.ts';
import type { ForwardQueueWriter } from '../proxy/forward-queue-writer.ts';
import { printableAttributes } from '../core/printable-attributes.ts';
import {
  verifyRequestAuthenticator,
  type RadiusRequest,
  type PacketService,
} from '../core/radius-request.ts';
import { parseSessionClass } from '../core/session-class.ts';

interface Means {
  readonly sessions: SessionRecorder;
  readonly packets: AccountingPacketLog;
  readonly commits: CommitMetrics;
  readonly forward: Pick<ForwardQueueWriter, 'enqueueStatements'>;
  readonly radsecConnections: Pick<RadsecConnections, 'recordSession'>;
  readonly dictionary: () => Dictionary;
}

/**
 * Accounting-Request: recorded first, with what upstreams are to be told of it, then answered (RFC 2866 section 2). What
 * makes no row is kept as it came.
 */
export function createAccountingService(means: Means): PacketService {
  const { sessions, packets, dictionary, commits, forward, radsecConnections } = means;
  return {
    verify: verifyRequestAuthenticator,
    async serve(request) {
      const event = readAccountingEvent(request, dictionary());
      const beside = forward.enqueueStatements(request);
      const began = performance.now();
      if (event) {
        const isOfNas = event.kind === 'on' || event.kind === 'off';
        await sessions.record(
          event,
          isOfNas ? [...packets.insertStatements(packetRow(request, means)), ...beside] : beside,
        );
        if (request.peer.certificate && !isOfNas)
          radsecConnections.recordSession(request.peer, sessionOf(event), {
            isOver: event.kind === 'stop',
          });
      } else {
        await packets.record(packetRow(request, means), beside);
      }
      commits.observeCommit(began);
      return event ? 'recorded' : 'ignored';
    },
  };
}

function sessionOf(event: AccountingEvent): NasSession {
  const { client, nasAddress, nasIdentifier } = event;
  return {
    client,
    acctuniqueid: acctUniqueSessionId(event),
    nasipaddress: nasAddress,
    nasidentifier: nasIdentifier,
  };
}

function packetRow(
  { packet, client, source, receivedAt }: RadiusRequest,
  { dictionary }: Means,
): AccountingPacketRow {
  const said = readAccountingAttributes(packet);
  const names = dictionary();
  return {
    organization: client.organization,
    datetime: receivedAt.getTime(),
    client: client.id,
    client_name: client.name,
    source,
    acctstatustype: statusName(said.status, names),
    acctsessionid: said.sessionId,
    username: said.userName,
    nasipaddress: said.nasIpv6Address ?? said.nasIpAddress ?? source,
    attributes: JSON.stringify(printableAttributes(packet, names)),
  };
}

function statusName(status: number | null, dictionary: Dictionary): string | null {
  return status === null
    ? null
    : (dictionary.find('Acct-Status-Type')?.namesByValue.get(status) ?? String(status));
}

/** Acct-Status-Type (RFC 2866 section 5.1). Tunnel and failure records (9 to 15) are of no session of ours. */
const kinds = new Map<number | null, AccountingEvent['kind']>([
  [1, 'start'],
  [2, 'stop'],
  [3, 'interim'],
  [7, 'on'],
  [8, 'off'],
]);

/** The event that a packet tells of, in the words of accounting; null where it tells of none. */
export function readAccountingEvent(
  { packet, client, source, receivedAt }: RadiusRequest,
  dictionary: Dictionary,
): AccountingEvent | null {
  const said = readAccountingAttributes(packet);
  const kind = kinds.get(said.status);
  if (!kind) return null;
  const tickets = said.classes.map(parseSessionClass);
  return {
    kind,
    organization: client.organization,
    client: client.id,
    receivedAt: receivedAt,
    eventTimestamp: said.eventTimestamp,
    delaySeconds: said.delayTime,
    sessionId: said.sessionId,
    multiSessionId: said.multiSessionId,
    username: said.userName,
    // A NAS that does not name its address is at the address that the packet came from.
    nasAddress: said.nasIpv6Address ?? said.nasIpAddress ?? source,
    nasIdentifier: said.nasIdentifier,
    nasPort: said.nasPort,
    nasPortId: said.nasPortId,
    nasPortType: dictionary.nasPortTypeName(said.nasPortType),
    class: decodeText(said.classes.find((_, index) => tickets[index] === null) ?? null),
    sessionClass: tickets.find((ticket) => ticket !== null) ?? null,
    sessionSeconds: said.sessionTime,
    octetsIn: said.inputOctets,
    gigawordsIn: said.inputGigawords,
    octetsOut: said.outputOctets,
    gigawordsOut: said.outputGigawords,
    terminateCause: dictionary.terminateCauseName(said.terminateCause),
    authentic: dictionary.authenticName(said.authentic),
    connectInfo: said.connectInfo,
    serviceType: dictionary.serviceTypeName(said.serviceType),
    framedProtocol: dictionary.framedProtocolName(said.framedProtocol),
    attributes: storableAttributes(packet),
    ...addresses(said),
  };
}

function addresses(said: AccountingAttributes) {
  return {
    framedIpAddress: said.framedIpAddress,
    framedIpv6Address: said.framedIpv6Address,
    framedIpv6Prefix: said.framedIpv6Prefix,
    framedInterfaceId: said.framedInterfaceId,
    delegatedIpv6Prefix: said.delegatedIpv6Prefix,
    calledStationId: said.calledStationId,
    callingStationId: said.callingStationId,
  };
}
