import { isIPv4 } from 'node:net';
import type { ForwardBacklog } from '../aaa/forward-backlog.ts';
import { ForwardStatements } from '../aaa/forward-queue.ts';
import {
  dueSessions,
  endOfStrangers,
  noteReport,
  postponeReport,
  reportOf,
  stationOf,
  type Report,
  type ToldSession,
} from '../aaa/portal-accounting.ts';
import { asFault } from '../errors.ts';
import type { Gateway } from '../gateway.ts';
import { attribute } from '../protocol/radius/attribute.ts';
import { kinds } from '../protocol/radius/kind.ts';
import { encodeAttribute } from '../protocol/radius/vendor.ts';
import { takeTurns } from '../turns.ts';

const msBetweenLooks = 500;
const looksBetweenUsers = 4;
const msUntilRoom = 10_000;

/** Makes accounting of sessions of the captive portal, and puts it into the queue of the upstream that is told of them. */
export class PortalAccounting {
  readonly #gateway: Gateway;
  readonly #backlog: ForwardBacklog;
  readonly #statements: ForwardStatements;
  readonly #stop = new AbortController();
  readonly #loop: Promise<void>;
  #looks = 0;

  constructor(gateway: Gateway, backlog: ForwardBacklog) {
    this.#gateway = gateway;
    this.#backlog = backlog;
    this.#statements = new ForwardStatements(gateway.store);
    const words = 'upstreams can not be told of portal sessions';
    this.#loop = takeTurns(() => this.#look(), { signal: this.#stop.signal, ms: msBetweenLooks, log: gateway.log, words });
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#loop;
  }

  async #look(): Promise<void> {
    if (this.#looks % looksBetweenUsers === 0) await endOfStrangers(this.#gateway);
    this.#looks += 1;
    const due = await dueSessions(this.#gateway);
    await Promise.all(due.map((session) => this.#report(session)));
  }

  async #report(session: ToldSession): Promise<void> {
    const { store, config, now } = this.#gateway;
    const at = now().getTime();
    // Where there is no room in the queue the session waits: nothing is lost, and Interim-Updates become fewer.
    if (this.#backlog.countOf(session) >= config.radius.forward_rows) {
      await store.write([postponeReport(store, session, at + msUntilRoom)]);
      return;
    }
    const report = reportOf(session, at);
    const next = (report.kind === 'start' ? session.opened : at) + config.radius.portal_interim_seconds * 1000;
    const packet = { received: report.at, attributes: attributesOf(session, report) };
    const line = { nas: null, session: session.id };
    const unit = [noteReport(store, session, { ...report, next }), this.#statements.add(session, line, packet)];
    try {
      await store.write(unit);
      this.#backlog.added(session);
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
function attributesOf(session: ToldSession, { kind, at, cause }: Report): Buffer {
  const { id, username, mac, ip, called, nas, opened } = session;
  const isOver = kind !== 'start';
  return Buffer.concat([
    integer(attribute.acctStatusType, statuses[kind]),
    text(attribute.acctSessionId, id),
    text(attribute.userName, username),
    text(attribute.nasIdentifier, nas),
    text(attribute.calledStationId, called),
    text(attribute.callingStationId, stationOf(mac)),
    addressOf(ip),
    integer(attribute.serviceType, login),
    integer(attribute.eventTimestamp, Math.floor(at / 1000)),
    ...(isOver ? [integer(attribute.acctSessionTime, Math.max(0, Math.round((at - opened) / 1000)))] : []),
    ...(cause ? [integer(attribute.acctTerminateCause, causes[cause])] : []),
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
    ? ([attribute.framedIpAddress, kinds['ipaddr']] as const)
    : ([attribute.framedIpv6Address, kinds['ipv6addr']] as const);
  const octets = kind?.write(ip);
  return (octets && encodeAttribute(type, octets)) ?? Buffer.alloc(0);
}
