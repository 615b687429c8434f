import type { Session, Varbind as LibraryVarbind } from 'net-snmp';
import { asFault, Fault } from '../../contract/errors.ts';
import { withDeadline } from '../../runtime/deadline.ts';
import { hasSecurityLevelOf, isCompleteMessage, isReport } from './message-check.ts';
import { CommunitySession } from './community-session.ts';
import { walkColumns, type SnmpColumn, type Successors } from './column-walk.ts';
import type { KnownEngine } from './engine.ts';
import { errorStatusOf, isEngineError, refusedOidOf, snmpFault } from './faults.ts';
import { createLibrarySession, peerName, requestTimeoutMs, type SnmpPeer } from './peer.ts';
import type { SessionSocket } from './socket.ts';
import { decodeVarbinds, type Varbind } from './varbind.ts';
import { VariableList, variableLists } from './variable-list.ts';

/** Error status of a SET request, and the variable at fault. */
export interface SnmpRefusal {
  readonly fault: string;
  readonly oid: string | null;
}

const maxRowsPerColumn = 4_096;

/** Values that a client gives to a session. `engine` is the SNMPv3 engine of the device. */
export interface SessionParts {
  readonly signal: AbortSignal;
  readonly socket: SessionSocket;
  readonly engine: KnownEngine;
}

/** Session with one agent: one request at a time. The caller must close it. */
export class SnmpSession {
  readonly #peer: SnmpPeer;
  readonly #signal: AbortSignal;
  readonly #session: Session;
  readonly #socket: SessionSocket;
  /** Null before SNMPv3. */
  readonly #engine: KnownEngine | null;
  #received: Received = 'nothing';
  #hasBulk: boolean;
  /** Requests that net-snmp has not ended. */
  #pending = 0;
  #fail: (error: Error) => void = () => undefined;

  /** Does not send a packet. @throws Fault `refused` if the user's passwords are invalid */
  constructor(peer: SnmpPeer, { signal, socket, engine }: SessionParts) {
    this.#peer = peer;
    this.#signal = signal;
    this.#socket = socket;
    const { credentials } = peer;
    this.#hasBulk = peer.maxRepetitions > 0 && credentials.version !== 'v1';
    this.#engine = credentials.version === 'v3' ? engine : null;
    const onUnreadable = () => {
      if (this.#received !== 'other engine') this.#received = 'garbage';
    };
    this.#session = createLibrarySession(
      peer,
      socket.createDgramModule({
        accepts: (datagram) => this.#accepts(datagram),
        onSend: (datagram) => this.#engine?.ask(datagram),
        onUnreadable,
        onError: (error) => {
          this.#fail(error);
        },
      }),
    );
    // Without a listener a datagram that is not SNMP would end the process.
    this.#session.on('error', onUnreadable);
    this.#engine?.restore(this.#session);
  }

  /**
   * Reads variables, twenty per request. If the device refuses a request, it is halved, down to the single variable at
   * fault.
   *
   * @param oids  dotted, without a leading dot
   * @returns     a varbind for each OID, in the same order
   * @throws      Fault `timeout`, `unreachable`, `refused`, `garbled`, `unsupported`
   */
  get(oids: readonly string[]): Promise<readonly Varbind[]> {
    return this.getLists(variableLists(oids));
  }

  /** Reads the variables of lists that the caller keeps, as `get`. */
  async getLists(lists: readonly VariableList[]): Promise<readonly Varbind[]> {
    const [only] = lists;
    if (only !== undefined && lists.length === 1) return this.#getList(only);
    const found: Varbind[] = [];
    for (const list of lists) found.push(...(await this.#getList(list)));
    return found;
  }

  /**
   * Reads all rows below each of several OIDs.
   *
   * @param maxRows  a longer column is a fault, not truncated
   * @throws         as `get`; also `garbled` if the rows do not ascend, because the walk would not end
   */
  walkColumns(oids: readonly string[], maxRows = maxRowsPerColumn): Promise<readonly SnmpColumn[]> {
    const getAfter = (lasts: readonly string[]) => this.#getAfter(lasts);
    return walkColumns(oids, { maxRows, peer: peerName(this.#peer), getAfter });
  }

  /**
   * Writes variables in one request, which the agent applies as a whole or not at all (RFC 3416 section 4.2.5).
   *
   * @returns null, or the refusal with the variable at fault, if the agent names one
   */
  async set(assignments: readonly LibraryVarbind[]): Promise<SnmpRefusal | null> {
    const { fault, refusedOid } = await this.#request(
      this.#decoding((done) => this.#session.set([...assignments], done)),
    );
    return fault === null ? null : { fault, oid: refusedOid };
  }

  /** Closes the session; a pending request fails. net-snmp creates an error with a stack even without a pending request. */
  close(): void {
    if (this.#pending !== 0) this.#session.close();
    else this.#socket.release();
  }

  async #getList(list: VariableList): Promise<readonly Varbind[]> {
    const { oids } = list;
    const session = this.#session;
    const { varbinds, fault } = await this.#request(
      session instanceof CommunitySession
        ? (done) => {
            session.getList(list, done);
          }
        : this.#decoding((done) => session.get(oids, done)),
    );
    if (fault === null) return varbinds;
    const [oid, ...others] = oids;
    if (oid === undefined) return [];
    if (others.length === 0) return [{ oid, value: null, fault }];
    const middle = Math.ceil(oids.length / 2);
    return [
      ...(await this.#getList(new VariableList(oids.slice(0, middle)))),
      ...(await this.#getList(new VariableList(oids.slice(middle)))),
    ];
  }

  /**
   * Reads what follows each OID. An agent that answers other requests and no GETBULK is asked by GETNEXT from then on.
   */
  async #getAfter(oids: readonly string[]): Promise<Successors> {
    if (!this.#hasBulk) return this.#getNext(oids);
    try {
      return await this.#getBulk(oids);
    } catch (error) {
      const isIgnored = asFault(error)?.kind === 'timeout' && this.#received === 'answers';
      if (!isIgnored || this.#signal.aborted) throw error;
      this.#hasBulk = false;
      return this.#getNext(oids);
    }
  }

  async #getBulk(oids: readonly string[]): Promise<Successors> {
    const rows = repetitions(this.#peer.maxRepetitions, oids.length);
    let lengths: readonly number[] = [];
    const { varbinds, fault } = await this.#request(
      this.#decoding((done) =>
        this.#session.getBulk([...oids], 0, rows, (error, columns = []) => {
          lengths = columns.map((column) => [column].flat().length);
          done(error, columns.flat());
        }),
      ),
    );
    return { columns: columnsOf(lengths, varbinds), fault, isEnd: false };
  }

  /** Reads the variable after each OID; SNMPv1 ends the MIB by the error noSuchName (RFC 1157 section 4.1.3). */
  async #getNext(oids: readonly string[]): Promise<Successors> {
    const { varbinds, fault } = await this.#request(
      this.#decoding((done) => this.#session.getNext([...oids], done)),
    );
    const isV1 = this.#peer.credentials.version === 'v1';
    const isEnd = isV1 && fault?.includes('NoSuchName') === true;
    return { columns: varbinds.map((varbind) => [varbind]), fault, isEnd };
  }

  #accepts(datagram: Buffer): boolean {
    const { credentials } = this.#peer;
    if (this.#received === 'nothing') this.#received = 'something';
    if (!isCompleteMessage(datagram)) return false;
    if (credentials.version !== 'v3') return true;
    if (!hasSecurityLevelOf(credentials.user, datagram)) return false;
    if (this.#engine?.isAsked(datagram) !== false || isReport(datagram)) return true;
    this.#received = 'other engine';
    return false;
  }

  /**
   * Sends a request. If the device does not accept the engine that an earlier session has found, because it was started
   * again or replaced, the engine is discovered once more; such a device has not carried the request out.
   */
  async #request(send: Send): Promise<Response> {
    try {
      const varbinds = await this.#exchange(send);
      this.#received = 'answers';
      this.#engine?.keep();
      return { varbinds, fault: null, refusedOid: null };
    } catch (error) {
      const fault = errorStatusOf(error);
      if (fault !== null) return { varbinds: [], fault, refusedOid: refusedOidOf(error) };
      const isOutdated = this.#engine?.isKept === true && isEngineError(error);
      this.#engine?.forget(this.#session);
      if (isOutdated) return this.#request(send);
      throw isTimeout(error) ? this.#timeoutFault() : snmpFault(peerName(this.#peer), error);
    }
  }

  /** Sends a request with a deadline of our own, because net-snmp does not call back if it gets no socket. */
  #exchange(send: Send): Promise<readonly Varbind[]> {
    const response = new Promise<readonly Varbind[]>((resolve, reject) => {
      this.#fail = reject;
      this.#pending += 1;
      send((error, varbinds = []) => {
        this.#pending -= 1;
        if (error === null) resolve(varbinds);
        else reject(error);
      });
    });
    const deadline = {
      signal: this.#signal,
      timeoutMs: requestTimeoutMs(this.#peer),
      createFault: () => this.#timeoutFault(),
    };
    return withDeadline(deadline, response);
  }

  /** Returns what sends a request of net-snmp and decodes the varbinds of its answer. */
  #decoding(send: LibrarySend): Send {
    return (done) => {
      send((error, varbinds = []) => {
        const { observe } = this.#peer;
        if (observe !== undefined)
          for (const { oid, type = 0, value } of varbinds) observe({ oid, type, value });
        if (error === null) decodeVarbinds(varbinds, done);
        else done(error);
      });
    };
  }

  #timeoutFault(): Fault {
    const name = peerName(this.#peer);
    if (this.#received === 'garbage')
      return new Fault('garbled', `${name} answers, but not in readable SNMP`);
    if (this.#received === 'other engine')
      return new Fault('garbled', `${name} answers as another SNMPv3 engine than the one asked`);
    return new Fault(
      'timeout',
      `no answer from ${name}${hints[this.#peer.credentials.version][this.#received]}`,
    );
  }
}

/** Best datagram received so far; `something`: SNMP, but no answer to a request. */
type Received = 'nothing' | 'something' | 'garbage' | 'other engine' | 'answers';

// An agent does not answer a wrong community, nor a message decrypted with another key: AES has no checksum.
const hints = {
  v1: { nothing: ' (wrong community, or the device is away)', something: '', answers: '' },
  v2c: { nothing: ' (wrong community, or the device is away)', something: '', answers: '' },
  v3: { nothing: '', something: ' to this user (wrong SNMPv3 privacy password?)', answers: '' },
} as const;

type Send = (done: (error: Error | null, varbinds?: readonly Varbind[]) => void) => void;
type LibrarySend = (done: (error: Error | null, varbinds?: LibraryVarbind[]) => void) => void;

/** `fault`: error status of the response; `refusedOid`: variable that it names. */
interface Response {
  readonly varbinds: readonly Varbind[];
  readonly fault: string | null;
  readonly refusedOid: string | null;
}

/** Returns the rows to request per column: in total twice the rows of a single column, so that the answer fits. */
function repetitions(maxRepetitions: number, columns: number): number {
  return columns === 1 ? maxRepetitions : Math.max(1, Math.floor((2 * maxRepetitions) / columns));
}

/** Divides the varbinds of several columns, one column after the other. */
function columnsOf(lengths: readonly number[], varbinds: readonly Varbind[]) {
  let at = 0;
  return lengths.map((length) => varbinds.slice(at, (at += length)));
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'RequestTimedOutError';
}
