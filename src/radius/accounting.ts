import type { PacketLog, PacketRow } from '../aaa/packet-log.ts';
import { uniqueId, type AccountingEvent, type Sessions } from '../aaa/session.ts';
import { accountingAttributes, attributesToKeep, type AccountingAttributes } from '../protocol/radius/accounting-attributes.ts';
import type { Dictionary } from '../protocol/radius/dictionary.ts';
import { text } from '../protocol/radius/value.ts';
import type { Commits } from './commits.ts';
import type { Connected, NasSession } from './connected.ts';
import type { ForwardAccounting } from './forward-accounting.ts';
import { wordsOf } from './packet-words.ts';
import { verifyDigest, type Request, type Service } from './request.ts';
import { ticketOf } from './ticket.ts';

interface Means {
  readonly sessions: Sessions;
  readonly packets: PacketLog;
  readonly commits: Commits;
  readonly forward: Pick<ForwardAccounting, 'statements'>;
  readonly connected: Pick<Connected, 'hear'>;
  readonly dictionary: () => Dictionary;
}

/**
 * Accounting-Request: recorded first, with what upstreams are to be told of it, then answered (RFC 2866 section 2). What
 * makes no row is kept as it came.
 */
export function accounting(means: Means): Service {
  const { sessions, packets, dictionary, commits, forward, connected } = means;
  return {
    verify: verifyDigest,
    async serve(request) {
      const event = readEvent(request, dictionary());
      const beside = forward.statements(request);
      const began = performance.now();
      if (event) {
        const isOfNas = event.kind === 'on' || event.kind === 'off';
        await sessions.record(event, isOfNas ? [...packets.statements(packetRow(request, means)), ...beside] : beside);
        if (request.from.certificate && !isOfNas)
          connected.hear(request.from, sessionOf(event), { isOver: event.kind === 'stop' });
      } else {
        await packets.record(packetRow(request, means), beside);
      }
      commits.note(began);
      return event ? 'recorded' : 'ignored';
    },
  };
}

function sessionOf(event: AccountingEvent): NasSession {
  const { client, nasAddress, nasIdentifier } = event;
  return { client, acctuniqueid: uniqueId(event), nasipaddress: nasAddress, nasidentifier: nasIdentifier };
}

function packetRow({ packet, client, source, receivedAt }: Request, { dictionary }: Means): PacketRow {
  const said = accountingAttributes(packet);
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
    attributes: JSON.stringify(wordsOf(packet, names)),
  };
}

function statusName(status: number | null, dictionary: Dictionary): string | null {
  return status === null ? null : (dictionary.find('Acct-Status-Type')?.names.get(status) ?? String(status));
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
export function readEvent({ packet, client, source, receivedAt }: Request, dictionary: Dictionary): AccountingEvent | null {
  const said = accountingAttributes(packet);
  const kind = kinds.get(said.status);
  if (!kind) return null;
  const tickets = said.classes.map(ticketOf);
  return {
    kind,
    organization: client.organization,
    client: client.id,
    arrivedAt: receivedAt,
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
    nasPortType: dictionary.nasPortType(said.nasPortType),
    class: text(said.classes.find((_, index) => tickets[index] === null) ?? null),
    ticket: tickets.find((ticket) => ticket !== null) ?? null,
    sessionSeconds: said.sessionTime,
    octetsIn: said.inputOctets,
    gigawordsIn: said.inputGigawords,
    octetsOut: said.outputOctets,
    gigawordsOut: said.outputGigawords,
    terminateCause: dictionary.terminateCause(said.terminateCause),
    authentic: dictionary.authentic(said.authentic),
    connectInfo: said.connectInfo,
    serviceType: dictionary.serviceType(said.serviceType),
    framedProtocol: dictionary.framedProtocol(said.framedProtocol),
    attributes: attributesToKeep(packet),
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
