import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { canonicalNetwork } from '../../runtime/ip-address.ts';
import { TtlCache } from '../../runtime/cache.ts';
import type { ResolvedAddress } from '../resolve-host.ts';
import { messageIdOf } from './v3-header.ts';
import { receiveBufferOctets } from '../../runtime/machine/receive-buffer.ts';

/** Callbacks of a session's socket. */
export interface SocketCallbacks {
  /** Returns false if the datagram must be dropped. */
  readonly accepts: (datagram: Buffer) => boolean;
  /** Called for a datagram that was dropped or that net-snmp could not parse. */
  readonly onUnreadable: () => void;
  /** Called with each datagram that is sent. */
  readonly onSend: (datagram: Buffer) => void;
  /** Called for an error of the socket, such as a closed port of the peer. */
  readonly onError: (error: Error) => void;
}

type Family = ResolvedAddress['family'];
type Sent = (error: Error | null) => void;

/** Sockets that are connected to one peer each, at most; without one a closed port is a peer that does not answer. */
const maxConnectedSockets = 64;
const answering = { ttlMs: 3_600_000, maxEntries: 16_384 };

/**
 * The UDP sockets of all SNMP sessions: one for each family of addresses. The kernel reports a closed port only to a socket
 * that is connected to it, so a peer that has not answered yet, or not to the last request, has one of a few of those.
 */
export class SnmpSockets {
  readonly #shared = new Map<Family, Promise<Socket>>();
  readonly #opened = new Map<Family, Socket>();
  readonly #sessions = new Map<string, Set<SessionSocket>>();
  readonly #answering = new TtlCache<true>(answering);
  #connected = 0;

  /** Returns a socket for requests to one peer, without opening it. */
  open(peer: ResolvedAddress, port: number): SessionSocket {
    const key = keyOf(peer.address, port);
    const session = new SessionSocket(peer, port, { sockets: this, key });
    const others = this.#sessions.get(key);
    if (others) others.add(session);
    else this.#sessions.set(key, new Set([session]));
    return session;
  }

  /** Ends the delivery of datagrams to a session. */
  remove(key: string, session: SessionSocket): void {
    const others = this.#sessions.get(key);
    others?.delete(session);
    if (others?.size === 0) this.#sessions.delete(key);
  }

  isAnswering(key: string): boolean {
    return this.#answering.get(key) === true;
  }

  setAnswering(key: string, isAnswering: boolean): void {
    if (isAnswering) this.#answering.set(key, true);
    else this.#answering.delete(key);
  }

  /** Returns the shared socket of a family if it is open. */
  sharedNow(family: Family): Socket | null {
    return this.#opened.get(family) ?? null;
  }

  /** Closes the shared sockets; sessions that are still open get no more answers by them. */
  close(): void {
    for (const socket of this.#shared.values())
      socket.then(
        (opened) => opened.close(),
        () => undefined,
      );
    this.#shared.clear();
    this.#opened.clear();
  }

  /** Opens the shared socket of a family. */
  shared(family: Family): Promise<Socket> {
    const known = this.#shared.get(family);
    if (known !== undefined) return known;
    const opened = openShared(family, (datagram, from) => {
      for (const session of this.#sessions.get(keyOf(from.address, from.port)) ?? [])
        session.receive(datagram);
    });
    this.#shared.set(family, opened);
    opened.then(
      (socket) => {
        if (this.#shared.get(family) === opened) this.#opened.set(family, socket);
      },
      () => {
        if (this.#shared.get(family) === opened) this.#shared.delete(family);
      },
    );
    return opened;
  }

  /** Opens a socket that is connected to a peer; null if no more may be connected. */
  connect(peer: ResolvedAddress, port: number): Promise<Socket> | null {
    return this.#connected < maxConnectedSockets ? this.#connect(peer, port) : null;
  }

  async #connect(peer: ResolvedAddress, port: number): Promise<Socket> {
    this.#connected += 1;
    const socket = createSocket(typeOf(peer.family));
    socket.once('close', () => (this.#connected -= 1));
    try {
      socket.connect(port, peer.address);
      await once(socket, 'connect');
      return socket;
    } catch (error) {
      socket.close();
      throw error;
    }
  }
}

/** The sockets that a session belongs to, and its key among them. */
interface Place {
  readonly sockets: SnmpSockets;
  readonly key: string;
}

/** Requests to one peer and its answers, for one net-snmp session with one request at a time. */
export class SessionSocket {
  readonly #peer: ResolvedAddress;
  readonly #port: number;
  readonly #place: Place;
  #callbacks: SocketCallbacks | null = null;
  #listener: (datagram: Buffer) => void = () => undefined;
  #onClose: () => void = () => undefined;
  #last: Buffer | null = null;
  #awaited: number | null = null;
  #connected: Promise<Socket> | null = null;
  #isClosed = false;

  constructor(peer: ResolvedAddress, port: number, place: Place) {
    this.#peer = peer;
    this.#port = port;
    this.#place = place;
  }

  /** Returns the `dgramModule` of the net-snmp session. */
  createDgramModule(callbacks: SocketCallbacks) {
    this.#callbacks = callbacks;
    const socket = {
      on: (event: string, listener: (...args: readonly unknown[]) => void) => {
        // Errors of the socket go to `onError`: net-snmp would emit them with the error as the name of the event.
        if (event === 'message') this.#listener = listener;
        if (event === 'close') this.#onClose = listener;
        return socket;
      },
      send: (
        datagram: Buffer,
        _offset: number,
        ...rest: readonly [number, number, string, Sent]
      ) => {
        this.#send(datagram, rest[3]);
      },
      // The timers of net-snmp keep the process alive while it waits.
      ref: () => socket,
      unref: () => socket,
      close: () => {
        this.close();
      },
    };
    return { createSocket: () => socket };
  }

  /**
   * Passes a datagram of the peer to net-snmp if it answers the request. net-snmp parses some fields outside its own `try`;
   * an exception must not end the process.
   */
  receive(datagram: Buffer): void {
    const callbacks = this.#callbacks;
    if (callbacks === null || this.#awaited === null) return;
    try {
      if (messageIdOf(datagram) !== this.#awaited) return;
      if (!callbacks.accepts(datagram)) {
        callbacks.onUnreadable();
        return;
      }
      this.#setAnswering(true);
      this.#listener(datagram);
    } catch {
      callbacks.onUnreadable();
    }
  }

  /** Ends the requests of the session. */
  close(): void {
    if (this.#isClosed) return;
    this.release();
    this.#onClose();
  }

  /** Closes a session that has no request. */
  release(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#place.sockets.remove(this.#place.key, this);
    this.#connected?.then(
      (socket) => {
        socket.close();
      },
      () => undefined,
    );
  }

  #setAnswering(isAnswering: boolean): void {
    this.#place.sockets.setAnswering(this.#place.key, isAnswering);
  }

  #send(datagram: Buffer, sent: Sent): void {
    const { sockets, key } = this.#place;
    const isRepeated = datagram === this.#last;
    if (isRepeated) this.#setAnswering(false);
    this.#last = datagram;
    this.#awaited = messageIdOf(datagram);
    this.#callbacks?.onSend(datagram);
    if (this.#connected === null && !sockets.isAnswering(key)) this.#connect();
    const { family } = this.#peer;
    const shared = this.#connected === null ? sockets.sharedNow(family) : null;
    if (shared) shared.send(datagram, this.#port, this.#peer.address, sent);
    else
      this.#sendBy(this.#connected ?? sockets.shared(family), datagram).then(() => {
        sent(null);
      }, sent);
  }

  /** Sends by a socket that may not be open yet. */
  async #sendBy(opening: Promise<Socket>, datagram: Buffer): Promise<void> {
    const isShared = opening !== this.#connected;
    const socket = await opening;
    if (this.#isClosed) return;
    await new Promise<void>((resolve, reject) => {
      const sent = (error: Error | null) => {
        if (error) reject(error);
        else resolve();
      };
      if (isShared) socket.send(datagram, this.#port, this.#peer.address, sent);
      else socket.send(datagram, sent);
    });
  }

  #connect(): void {
    this.#connected = this.#place.sockets.connect(this.#peer, this.#port);
    this.#connected?.then(
      (socket) => {
        socket.on('message', (datagram) => {
          this.receive(datagram);
        });
        socket.on('error', (error) => this.#callbacks?.onError(error));
      },
      () => undefined,
    );
  }
}

async function openShared(
  family: Family,
  onMessage: (datagram: Buffer, from: RemoteInfo) => void,
): Promise<Socket> {
  const socket = createSocket({
    type: typeOf(family),
    recvBufferSize: receiveBufferOctets,
    // Only addresses are sent to.
    lookup: (address, _options, found) => {
      found(null, address, family);
    },
  });
  socket.unref();
  try {
    // The event comes while `bind` runs, because no name is resolved.
    const listening = once(socket, 'listening');
    socket.bind(0);
    await listening;
  } catch (error) {
    socket.close();
    throw error;
  }
  socket.on('message', onMessage);
  // An error of one datagram, as the kernel reports it, concerns no session in particular.
  socket.on('error', () => undefined);
  return socket;
}

function typeOf(family: Family) {
  return family === 4 ? 'udp4' : 'udp6';
}

/** Returns the same text for each spelling of an address. */
function keyOf(address: string, port: number): string {
  const canonical = address.includes(':') ? (canonicalNetwork(address) ?? address) : address;
  return `${canonical}|${port}`;
}
