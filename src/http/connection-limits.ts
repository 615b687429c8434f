import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Counter, Gauge } from 'prom-client';
import type { Gateway } from '../gateway/gateway.ts';
import { customerKey } from '../runtime/ip-address.ts';

/** Octets of replies that wait on one connection: more than two of the longest pages. */
const maxConnectionOctets = 32 * 1024 * 1024;
const octetsPerSecond = 1024 * 1024;
const sweepMs = 1000;
/** A stream whose client takes fewer octets than this within `reply_seconds` stands still. */
const progressOctets = 16 * 1024;

type CutReason = 'address' | 'reply_time' | 'connection_octets' | 'all_octets';

/** A reply that its client has not taken as a whole. */
interface WaitingReply {
  readonly socket: Socket;
  /** 0: a stream, whose length is not known. */
  readonly octets: number;
  /** Time by the clock's `monotonicMs`. */
  readonly deadline: number;
  /** Octets that the connection had sent when its time began. */
  readonly sent: number;
}

type Limits = Pick<
  Gateway['config']['http'],
  'connections_per_address' | 'reply_seconds' | 'waiting_octets'
>;

/**
 * Limits the resources that clients hold: connections by address, and unread replies by octets and time. Node's server limits
 * the time of the head and the body of a request.
 */
export class ConnectionLimits {
  readonly #gateway: Pick<Gateway, 'clock' | 'metrics' | 'log'>;
  readonly #limits: Limits;
  readonly #connections = new Map<string, number>();
  /** The oldest first. */
  readonly #replies = new Map<ServerResponse, WaitingReply>();
  readonly #cut: Counter<'reason'>;
  #waiting = 0;
  #isSweeping = false;

  constructor(gateway: Pick<Gateway, 'clock' | 'metrics' | 'log'>, limits: Limits) {
    this.#gateway = gateway;
    this.#limits = limits;
    const registers = [gateway.metrics];
    this.#cut = new Counter({
      name: 'gatehouse_http_cut_total',
      help: 'HTTP connections closed because a client exceeded a limit, by limit',
      labelNames: ['reason'],
      registers,
    });
    const gauge = (name: string, help: string, read: () => number) =>
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read());
        },
      });
    gauge('gatehouse_http_connections', 'Open HTTP connections', () =>
      [...this.#connections.values()].reduce((sum, count) => sum + count, 0),
    );
    gauge(
      'gatehouse_http_waiting_octets',
      'Octets of HTTP replies that clients have not read',
      () => this.#waiting,
    );
  }

  /** Limits the connections of a server by the address of the client; the addresses of a /64 of IPv6 are one. */
  watch(server: Pick<Server, 'on'>): void {
    server.on('connection', (socket: Socket) => {
      const address = customerKey(socket.remoteAddress ?? '');
      const count = (this.#connections.get(address) ?? 0) + 1;
      this.#connections.set(address, count);
      socket.once('close', () => {
        const left = (this.#connections.get(address) ?? 1) - 1;
        if (left === 0) this.#connections.delete(address);
        else this.#connections.set(address, left);
      });
      if (count > this.#limits.connections_per_address) this.#close(socket, 'address');
    });
  }

  /** Counts a reply until it is read or its connection is closed. */
  add(request: Pick<IncomingMessage, 'socket'>, response: ServerResponse, octets: number): void {
    // A disconnected client reads no reply.
    if (response.destroyed) return;
    const { clock } = this.#gateway;
    const { socket } = request;
    const allowedMs = 1000 * (this.#limits.reply_seconds + octets / octetsPerSecond);
    const deadline = clock.monotonicMs() + allowedMs;
    this.#replies.set(response, { socket, octets, deadline, sent: sentBy(socket) });
    this.#waiting += octets;
    response.once('close', () => {
      if (this.#replies.delete(response)) this.#waiting -= octets;
    });
    if (octets > 0 && this.#octetsOf(socket) > maxConnectionOctets)
      this.#close(socket, 'connection_octets');
    this.#closeOldest();
    this.#sweepLater();
  }

  #octetsOf(socket: Socket): number {
    let octets = 0;
    for (const reply of this.#replies.values()) if (reply.socket === socket) octets += reply.octets;
    return octets;
  }

  /** Closes the connections whose replies have waited longest, until the others fit. */
  #closeOldest(): void {
    for (const { socket } of [...this.#replies.values()]) {
      if (this.#waiting <= this.#limits.waiting_octets) return;
      this.#close(socket, 'all_octets');
    }
  }

  #close(socket: Socket, reason: CutReason): void {
    this.#cut.inc({ reason });
    for (const [response, reply] of [...this.#replies])
      if (reply.socket === socket && this.#replies.delete(response)) this.#waiting -= reply.octets;
    socket.destroy();
  }

  /** Gives a stream its whole time again whenever its client has taken a part, or waits for the next one. */
  #extend(response: ServerResponse, reply: WaitingReply, now: number): void {
    const { socket, octets } = reply;
    if (octets > 0) return;
    const sent = sentBy(socket);
    if (sent - reply.sent < progressOctets && socket.writableLength > 0) return;
    const deadline = now + 1000 * this.#limits.reply_seconds;
    this.#replies.set(response, { ...reply, sent, deadline });
  }

  #sweepLater(): void {
    if (this.#isSweeping) return;
    this.#isSweeping = true;
    this.#gateway.clock
      .setTimer(sweepMs, () => {
        this.#isSweeping = false;
        this.#sweep();
      })
      .unref();
  }

  #sweep(): void {
    const now = this.#gateway.clock.monotonicMs();
    for (const [response, reply] of [...this.#replies]) {
      this.#extend(response, reply, now);
      const { socket, deadline } = this.#replies.get(response) ?? reply;
      if (deadline > now || socket.destroyed) continue;
      this.#gateway.log.warn(
        { address: socket.remoteAddress, octets: sentBy(socket) },
        'http: a reply is cut: its client does not take it',
      );
      this.#close(socket, 'reply_time');
    }
    if (this.#replies.size > 0) this.#sweepLater();
  }
}

/** Returns the octets that have left the process. */
function sentBy({ bytesWritten, writableLength }: Socket): number {
  return bytesWritten - writableLength;
}
