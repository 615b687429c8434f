import type { Socket } from 'node:dgram';
import snmp, { type Session, type Varbind as LibraryVarbind } from 'net-snmp';
import { Fault } from '../../errors.ts';
import { withDeadline } from '../deadline.ts';
import { resolveHost } from '../resolve-host.ts';
import { hasSecurityLevelOf, isCompleteMessage } from './message-check.ts';
import { errorStatusOf, snmpFault } from './faults.ts';
import { toNetSnmpUser, type SnmpCredentials } from './credentials.ts';
import { connectUdp, createDgramModule } from './socket.ts';
import { compareOids, endOfMibView, decodeVarbind, type Varbind } from './varbind.ts';

export type { SnmpCredentials, SnmpUser } from './credentials.ts';
export type { SnmpValue, Varbind } from './varbind.ts';

/** A device that speaks SNMP. */
export interface SnmpPeer {
  /** IP literal or host name. */
  readonly host: string;
  readonly port: number;
  readonly credentials: SnmpCredentials;
  /** Milliseconds until a datagram is sent again. */
  readonly timeoutMs: number;
  /** How often it is sent again; a request fails `timeoutMs * (retries + 1)` after it began, whatever happens. */
  readonly retries: number;
  /** Rows that one GETBULK asks for. */
  readonly maxRepetitions: number;
}

/** A column of a table, in the device's order, or why it cannot be given whole. */
export type SnmpColumn = { readonly rows: readonly Varbind[] } | { readonly fault: string };

const mostVarbindsOfRequest = 20;
const mostRowsOfColumn = 4_096;

/** A conversation with one device over a socket of its own: one question at a time, `close` at the end. */
export class SnmpSession {
  readonly #peer: SnmpPeer;
  readonly #signal: AbortSignal;
  readonly #session: Session;
  #heard: Heard = 'nothing';
  #fail: (error: Error) => void = () => undefined;

  /**
   * Finds the device and opens a socket to it; nothing is sent yet.
   *
   * @throws Fault `unreachable`, `timeout`; `refused` where the user's passwords cannot be right
   */
  static async open(peer: SnmpPeer, signal: AbortSignal): Promise<SnmpSession> {
    const address = await resolveHost(peer.host, { signal, timeoutMs: patienceMs(peer) });
    const socket = await connectUdp(address, peer.port).catch((error: unknown) => {
      throw snmpFault(nameOf(peer), error);
    });
    try {
      return new SnmpSession(peer, signal, socket);
    } catch (error) {
      socket.close();
      throw error;
    }
  }

  private constructor(peer: SnmpPeer, signal: AbortSignal, socket: Socket) {
    this.#peer = peer;
    this.#signal = signal;
    const { credentials } = peer;
    const unreadable = () => {
      this.#heard = 'garbage';
    };
    const accepts = (datagram: Buffer) => {
      if (this.#heard === 'nothing') this.#heard = 'something';
      return (
        isCompleteMessage(datagram) &&
        (credentials.version === 'v2c' || hasSecurityLevelOf(credentials.user, datagram))
      );
    };
    const failed = (error: Error) => {
      this.#fail(error);
    };
    this.#session = openSession(
      peer,
      createDgramModule(socket, { accepts, onUnreadable: unreadable, onError: failed }),
    );
    // Without a listener a datagram that is not SNMP would end the process.
    this.#session.on('error', unreadable);
  }

  /**
   * Reads variables, twenty a request; where the device finds a request too big or dislikes one of its variables, the
   * request is halved, down to the one variable at fault.
   *
   * @param oids  dotted, without a leading dot
   * @returns     one for each OID, in the same order
   * @throws      Fault `timeout`, `unreachable`, `refused`, `garbled`, `unsupported`
   */
  async get(oids: readonly string[]): Promise<readonly Varbind[]> {
    const found: Varbind[] = [];
    for (let at = 0; at < oids.length; at += mostVarbindsOfRequest) {
      found.push(...(await this.#getTogether(oids.slice(at, at + mostVarbindsOfRequest))));
    }
    return found;
  }

  /**
   * Reads all rows below an OID.
   *
   * @param mostRows  a longer column is a fault, never cut short
   * @throws          as `get`; `garbled` too where the device's rows do not ascend, which would have no end
   */
  async walkColumn(oid: string, mostRows = mostRowsOfColumn): Promise<SnmpColumn> {
    const rows: Varbind[] = [];
    let last = oid;
    for (;;) {
      const { varbinds, fault } = await this.#getAfter(last);
      if (fault !== null) return { fault };
      const inside = varbinds.filter((varbind) => isRowOf(oid, varbind));
      for (const row of inside) last = this.#ascending(last, row.oid);
      rows.push(...inside);
      if (rows.length > mostRows)
        return { fault: `the device has more than ${mostRows} rows below it` };
      if (inside.length < varbinds.length || inside.length === 0) return { rows };
    }
  }

  /** Ends the session; a question that is still open fails. */
  close(): void {
    this.#session.close();
  }

  async #getTogether(oids: readonly string[]): Promise<readonly Varbind[]> {
    const { varbinds, fault } = await this.#ask((done) => this.#session.get([...oids], done));
    if (fault === null) return varbinds;
    const [oid, ...others] = oids;
    if (oid === undefined) return [];
    if (others.length === 0) return [{ oid, value: null, fault }];
    const middle = Math.ceil(oids.length / 2);
    return [
      ...(await this.#getTogether(oids.slice(0, middle))),
      ...(await this.#getTogether(oids.slice(middle))),
    ];
  }

  #getAfter(oid: string): Promise<Answer> {
    return this.#ask((done) =>
      this.#session.getBulk([oid], 0, this.#peer.maxRepetitions, (error, columns) => {
        done(error, columns?.flat());
      }),
    );
  }

  #ascending(before: string, after: string): string {
    if (compareOids(before, after) < 0) return after;
    throw new Fault('garbled', `${nameOf(this.#peer)}: row ${after} comes after ${before}`);
  }

  /** Puts one question with a deadline of our own: net-snmp never calls back where no socket is to be had. */
  async #ask(put: (done: Callback) => void): Promise<Answer> {
    const answer = new Promise<readonly LibraryVarbind[]>((resolve, reject) => {
      this.#fail = reject;
      put((error, varbinds) => {
        if (error === null) resolve(varbinds ?? []);
        else reject(error);
      });
    });
    try {
      const limit = {
        signal: this.#signal,
        timeoutMs: patienceMs(this.#peer),
        createFault: () => this.#silence(),
      };
      const varbinds = (await withDeadline(limit, answer)).map(decodeVarbind);
      this.#heard = 'answers';
      return { varbinds, fault: null };
    } catch (error) {
      const fault = errorStatusOf(error);
      if (fault !== null) return { varbinds: [], fault };
      throw isTimeout(error) ? this.#silence() : snmpFault(nameOf(this.#peer), error);
    }
  }

  #silence(): Fault {
    const name = nameOf(this.#peer);
    if (this.#heard === 'garbage')
      return new Fault('garbled', `${name} answers, but not in readable SNMP`);
    return new Fault(
      'timeout',
      `no answer from ${name}${hints[this.#peer.credentials.version][this.#heard]}`,
    );
  }
}

/** The best that was heard from a device so far; `something`: SNMP, but no answer to a question. */
type Heard = 'nothing' | 'something' | 'garbage' | 'answers';

// An agent says nothing at all to a wrong community, nor to what it deciphers with another key: AES has no checksum.
const hints = {
  v2c: { nothing: ' (wrong community, or the device is away)', something: '', answers: '' },
  v3: { nothing: '', something: ' to this user (wrong SNMPv3 privacy password?)', answers: '' },
} as const;

type Callback = (error: Error | null, varbinds?: LibraryVarbind[]) => void;

/** `fault`: the device understood the request, and refused it. */
interface Answer {
  readonly varbinds: readonly Varbind[];
  readonly fault: string | null;
}

function openSession(peer: SnmpPeer, module: ReturnType<typeof createDgramModule>): Session {
  const options = {
    timeout: peer.timeoutMs,
    retries: peer.retries,
    dgramModule: module,
    reportOidMismatchErrors: true,
  };
  if (peer.credentials.version === 'v3')
    return snmp.createV3Session(peer.host, toNetSnmpUser(peer.credentials.user), options);
  return snmp.createSession(peer.host, peer.credentials.community.reveal(), {
    ...options,
    version: snmp.Version2c,
  });
}

function isRowOf(oid: string, varbind: Varbind): boolean {
  return (
    varbind.oid.startsWith(`${oid}.`) && !('fault' in varbind && varbind.fault === endOfMibView)
  );
}

function patienceMs(peer: SnmpPeer): number {
  return peer.timeoutMs * (peer.retries + 1);
}

function nameOf(peer: SnmpPeer): string {
  return `${peer.host} port ${peer.port}`;
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'RequestTimedOutError';
}
