import type {
  AccountingPacketLog,
  AccountingPacketRow,
} from '../../aaa/session/accounting-packet-log.ts';
import type { SessionRecorder } from '../../aaa/session/session-recorder.ts';
import { attributeType } from '../../protocol/radius/attribute-type.ts';
import type { Dictionary } from '../../protocol/radius/dictionary.ts';
import { firstInteger } from '../../protocol/radius/packet.ts';
import { firstText } from '../../protocol/radius/value-decoder.ts';
import type { AccountingQueue } from '../core/accounting-queue.ts';
import { printableAttributes } from '../core/printable-attributes.ts';
import type { RadsecConnections } from '../core/radsec-connections.ts';
import {
  nasAddressOf,
  verifyRequestAuthenticator,
  type PacketService,
  type RadiusRequest,
} from '../core/radius-request.ts';
import { decodeAccountingRecord } from './accounting-record.ts';
import type { CommitMetrics } from './commit-metrics.ts';

interface AccountingServiceOptions {
  readonly sessions: SessionRecorder;
  readonly packets: AccountingPacketLog;
  readonly commits: CommitMetrics;
  readonly forwardQueue: AccountingQueue;
  readonly radsecConnections: Pick<RadsecConnections, 'recordSession'>;
  readonly dictionary: () => Dictionary;
}

/**
 * Creates the service of Accounting-Requests: recorded first, with what is forwarded to upstreams, then answered (RFC 2866
 * section 2). A packet about no session is logged as received.
 */
export function createAccountingService(options: AccountingServiceOptions): PacketService {
  const { sessions, packets, dictionary, commits, forwardQueue, radsecConnections } = options;
  return {
    verify: verifyRequestAuthenticator,
    async serve(request) {
      const names = dictionary();
      const record = decodeAccountingRecord(request, names);
      const isSession = record !== null && record.kind !== 'on' && record.kind !== 'off';
      const forwarded = forwardQueue.enqueueStatements(request);
      const extra = isSession
        ? forwarded
        : [...packets.insertStatements(packetRow(request, names)), ...forwarded];
      const startedAt = performance.now();
      await (record ? sessions.record(record, extra) : packets.record(extra));
      commits.observeCommit(startedAt);
      if (isSession && request.peer.certificate)
        radsecConnections.recordSession(request.peer, record, { isOver: record.kind === 'stop' });
      return record ? 'recorded' : 'ignored';
    },
  };
}

function packetRow(request: RadiusRequest, names: Dictionary): AccountingPacketRow {
  const { packet, client, source, receivedAt } = request;
  return {
    organization: client.organization,
    datetime: receivedAt.getTime(),
    client: client.id,
    client_name: client.name,
    source,
    acctstatustype: statusName(firstInteger(packet, attributeType.acctStatusType), names),
    acctsessionid: firstText(packet, attributeType.acctSessionId),
    username: firstText(packet, attributeType.userName),
    nasipaddress: nasAddressOf(request),
    attributes: JSON.stringify(printableAttributes(packet, names)),
  };
}

function statusName(status: number | null, names: Dictionary): string | null {
  return status === null
    ? null
    : (names.find('Acct-Status-Type')?.namesByValue.get(status) ?? String(status));
}
