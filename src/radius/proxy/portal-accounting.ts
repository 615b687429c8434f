import { isIPv4 } from 'node:net';
import type { ForwardBacklog } from '../../aaa/proxy/forward-backlog.ts';
import { ForwardStatements } from '../../aaa/proxy/forward-queue.ts';
import {
  findDueSessions,
  endSessionsOfInactiveUsers,
  markRecordQueued,
  postponeRecord,
  nextAccountingRecord,
  formatStationId,
  type PortalAccountingRecord,
  type PortalSessionRow,
} from '../../portal/session-accounting.ts';
import { asFault } from '../../errors.ts';
import type { Gateway } from '../../gateway.ts';
import { attributeType } from '../../protocol/radius/attribute-type.ts';
import { dataTypes } from '../../protocol/radius/data-type.ts';
import { encodeAttribute } from '../../protocol/radius/vendor-specific.ts';

const runsBetweenUserChecks = 4;
const msUntilRoom = 10_000;

/** Makes accounting of sessions of the captive portal, and puts it into the queue of the upstream that is told of them. */
export class PortalAccounting {
  readonly #gateway: Gateway;
  readonly #backlog: ForwardBacklog;
  readonly #statements: ForwardStatements;
  #runs = 0;

  constructor(gateway: Gateway, backlog: ForwardBacklog) {
    this.#gateway = gateway;
    this.#backlog = backlog;
    this.#statements = new ForwardStatements(gateway.store);
  }

  /** Queues the records that are due. */
  async run(): Promise<void> {
    if (this.#runs % runsBetweenUserChecks === 0) await endSessionsOfInactiveUsers(this.#gateway);
    this.#runs += 1;
    const due = await findDueSessions(this.#gateway);
    await Promise.all(due.map((session) => this.#report(session)));
  }

  async #report(session: PortalSessionRow): Promise<void> {
    const { store, config, now } = this.#gateway;
    const at = now().getTime();
    // Where there is no room in the queue the session waits: nothing is lost, and Interim-Updates become fewer.
    if (this.#backlog.countOf(session) >= config.radius.forward_rows) {
      await store.write([postponeRecord(store, session, at + msUntilRoom)]);
      return;
    }
    const report = nextAccountingRecord(session, at);
    const next =
      (report.statusType === 'start' ? session.opened : at) +
      config.radius.portal_interim_seconds * 1000;
    const packet = { received: report.at, attributes: attributesOf(session, report) };
    const line = { nas: null, session: session.id };
    const unit = [
      markRecordQueued(store, session, { ...report, next }),
      this.#statements.enqueue(session, line, packet),
    ];
    try {
      await store.write(unit);
      this.#backlog.recordAdded(session);
    } catch (error) {
      // Another gateway has told of it, or the session has ended meanwhile: it is looked at again.
      if (asFault(error)?.kind !== 'conflict') throw error;
    }
  }
}

const statuses = { start: 1, stop: 2, interim: 3 };
/** RFC 2866 section 5.10. */
const causes = { 'User-Request': 1, 'Session-Timeout': 5, 'Admin-Reset': 6 };
/** RFC 2865 section 5.6: what hotspots say of users who logged in at a page. */
const login = 1;

/** The attributes of a report; Acct-Delay-Time is added when it goes out. */
function attributesOf(
  session: PortalSessionRow,
  { statusType, at, terminateCause }: PortalAccountingRecord,
): Buffer {
  const { id, username, mac, ip, called, nas, opened } = session;
  const isOver = statusType !== 'start';
  return Buffer.concat([
    integer(attributeType.acctStatusType, statuses[statusType]),
    text(attributeType.acctSessionId, id),
    text(attributeType.userName, username),
    text(attributeType.nasIdentifier, nas),
    text(attributeType.calledStationId, called),
    text(attributeType.callingStationId, formatStationId(mac)),
    addressOf(ip),
    integer(attributeType.serviceType, login),
    integer(attributeType.eventTimestamp, Math.floor(at / 1000)),
    ...(isOver
      ? [integer(attributeType.acctSessionTime, Math.max(0, Math.round((at - opened) / 1000)))]
      : []),
    ...(terminateCause ? [integer(attributeType.acctTerminateCause, causes[terminateCause])] : []),
  ]);
}

const mostOctets = 253;

function text(type: number, words: string): Buffer {
  return encodeAttribute(type, Buffer.from(words).subarray(0, mostOctets)) ?? Buffer.alloc(0);
}

function integer(type: number, value: number): Buffer {
  const octets = Buffer.alloc(4);
  octets.writeUInt32BE(value);
  return encodeAttribute(type, octets) ?? octets;
}

function addressOf(ip: string): Buffer {
  const [type, kind] = isIPv4(ip)
    ? ([attributeType.framedIpAddress, dataTypes['ipaddr']] as const)
    : ([attributeType.framedIpv6Address, dataTypes['ipv6addr']] as const);
  const octets = kind?.encode(ip);
  return (octets && encodeAttribute(type, octets)) ?? Buffer.alloc(0);
}
