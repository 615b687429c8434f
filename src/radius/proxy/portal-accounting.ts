import type { ForwardBacklog } from '../../aaa/proxy/forward-backlog.ts';
import { ForwardStatements } from '../../aaa/proxy/forward-queue.ts';
import {
  findDueSessions,
  markRecordQueued,
  nextAccountingRecord,
  postponeRecord,
  type AccountedPortalSession,
  type PortalAccountingRecord,
} from '../../aaa/session/portal-accounting-record.ts';
import { formatStationId, type PortalSessionRow } from '../../aaa/session/portal-session.ts';
import { asFault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { acctStatusType } from '../../protocol/radius/acct-status-type.ts';
import { attributeType } from '../../protocol/radius/attribute-type.ts';
import { encodeGuest, integer, text } from './guest-attributes.ts';

const fullQueueRetryMs = 10_000;

/** Generates accounting for sessions of the captive portal, and puts it into the queue of the upstream that handles it. */
export class PortalAccounting {
  readonly #gateway: Gateway;
  readonly #backlog: ForwardBacklog;
  readonly #statements: ForwardStatements;

  constructor(gateway: Gateway, backlog: ForwardBacklog) {
    this.#gateway = gateway;
    this.#backlog = backlog;
    this.#statements = new ForwardStatements(gateway.store);
  }

  /** Queues the records that are due. */
  async run(): Promise<void> {
    const { store, now } = this.#gateway;
    const due = await findDueSessions(store, now());
    await Promise.all(due.map((session) => this.#queueRecord(session)));
  }

  async #queueRecord(session: AccountedPortalSession): Promise<void> {
    const { store, config, now } = this.#gateway;
    const at = now().getTime();
    // The session is postponed while its queue is full: no Start or Stop is lost, there are fewer Interim-Updates.
    if (this.#backlog.countOf(session.queue) >= config.radius.forward_rows) {
      await store.write([postponeRecord(store, session, at + fullQueueRetryMs)]);
      return;
    }
    const record = nextAccountingRecord(session, at);
    const next =
      (record.statusType === 'start' ? session.opened : at) +
      config.radius.portal_interim_seconds * 1000;
    const statements = [
      markRecordQueued(store, session, { ...record, next }),
      this.#statements.enqueue(
        session.queue,
        { nas: null, session: session.id },
        { received: record.at, attributes: encodeRecord(session, record) },
      ),
    ];
    try {
      await store.write(statements);
      this.#backlog.recordAdded(session.queue);
    } catch (error) {
      // Another gateway has queued the record, or the session has ended: the next run reads it again.
      if (asFault(error)?.kind !== 'conflict') throw error;
    }
  }
}

const statusTypes = {
  start: acctStatusType.start,
  interim: acctStatusType.interimUpdate,
  stop: acctStatusType.stop,
};
/** Values of Acct-Terminate-Cause (RFC 2866 section 5.10). */
const terminateCauses = { 'User-Request': 1, 'Session-Timeout': 5, 'Admin-Reset': 6 };

/** Encodes the attributes of a record; Acct-Delay-Time is added when it is sent. */
function encodeRecord(
  session: PortalSessionRow,
  { statusType, at, terminateCause }: PortalAccountingRecord,
): Buffer {
  const { id, username, mac, ip, called, nas, opened } = session;
  const sessionSeconds = Math.max(0, Math.round((at - opened) / 1000));
  return Buffer.concat([
    integer(attributeType.acctStatusType, statusTypes[statusType]),
    text(attributeType.acctSessionId, id),
    encodeGuest({ username, nas, called, station: formatStationId(mac), ip }),
    integer(attributeType.eventTimestamp, Math.floor(at / 1000)),
    ...(statusType === 'start' ? [] : [integer(attributeType.acctSessionTime, sessionSeconds)]),
    ...(terminateCause
      ? [integer(attributeType.acctTerminateCause, terminateCauses[terminateCause])]
      : []),
  ]);
}
