import type { TLSSocket } from 'node:tls';
import {
  readClientHello,
  readServerRandom,
  type ClientHello,
} from '../../protocol/eap/client-hello.ts';
import { exportLinkKeys, type LinkKeys, type TlsRandoms } from '../../protocol/eap/key-material.ts';
import type { EapTlsServer, TlsChannel } from '../../protocol/eap/tls-channel.ts';
import { emptyFrame, FlightReader, FlightWriter } from '../../protocol/eap/tls-fragments.ts';
import type { DecidedLogin, EapMethod, MethodStep, ResumableLogin, Round } from './eap-method.ts';
import { explainTlsFailure } from './tls-failure.ts';
import type { TlsSessions } from './tls-sessions.ts';

/** The state of a finished handshake. */
export interface Tunnel extends Pick<Round, 'authenticate' | 'outerIdentity' | 'nextIdentifier'> {
  readonly socket: TLSSocket;
  /** What the peer has sent through the tunnel since the last round. */
  readonly plaintext: Buffer;
  /** True while records of the handshake wait to be sent, which the peer acknowledges. */
  readonly hasOutput: boolean;
  /** The login whose TLS session the handshake has resumed; null: it was a full one. */
  readonly resumed: ResumableLogin | null;
}

/** What follows once the handshake is complete. */
export type TunnelStep =
  /** Asks the peer for more, after these octets for it. */
  | { readonly kind: 'ask'; readonly write?: Buffer }
  /** Ends by a decision: at once, or after the peer has acknowledged the octets for it. */
  | { readonly kind: 'decide'; readonly login: DecidedLogin; readonly write?: Buffer }
  | { readonly kind: 'fail'; readonly reason: string };

/** The part of a method that runs inside TLS. */
export interface TunnelProtocol {
  readonly type: number;
  readonly name: string;
  /** What the peer is asked for once the handshake is complete, in words. */
  readonly asksFor: string;
  /** Returns why the certificate of the device is refused; null: it is not. */
  refusalOf?(socket: TLSSocket): string | null;
  proceed(tunnel: Tunnel): Promise<TunnelStep>;
}

/** The TLS server of a method, and the sessions that devices may resume; null: every login is a full handshake. */
export interface TlsSide {
  readonly server: EapTlsServer;
  readonly sessions: TlsSessions<ResumableLogin> | null;
}

/** A method of EAP that runs TLS: the frames, the handshake, and a protocol inside. */
export class TlsMethod implements EapMethod {
  readonly #protocol: TunnelProtocol;
  readonly #side: TlsSide;
  readonly #reader = new FlightReader();
  readonly #writer = new FlightWriter();
  /** Null before the first flight of the peer: a peer that wants another method costs no memory. */
  #channel: TlsChannel | null = null;
  /** The login whose session the device offers, and may resume. */
  #offered: ResumableLogin | null = null;
  #hello: ClientHello | null = null;
  /** Of the gateway; null before its first flight. */
  #random: Buffer | null = null;
  /** What follows once the peer has acknowledged the last flight. */
  #next: MethodStep | null = null;

  constructor(protocol: TunnelProtocol, side: TlsSide) {
    this.#protocol = protocol;
    this.#side = side;
  }

  get type(): number {
    return this.#protocol.type;
  }

  get name(): string {
    return this.#protocol.name;
  }

  get progress(): string {
    if (this.#channel === null) return 'the request to start TLS';
    return this.#channel.socket
      ? this.#protocol.asksFor
      : 'our certificate, which it may not trust';
  }

  async respond(round: Round): Promise<MethodStep> {
    const received = this.#reader.add(round.data);
    if (received === 'more') return { kind: 'request', data: emptyFrame };
    if ('fault' in received) return this.#failed(received.fault);
    const { flight } = received;
    if (this.#writer.hasMore)
      return flight.length === 0
        ? { kind: 'request', data: this.#writer.next(round.mtu) }
        : this.#failed('the device sends before it has the whole flight');
    if (this.#next) return this.#end(this.#next, flight);
    const channel = this.#channel ?? (await this.#open(flight, round));
    if (flight.length > 0) await channel.receive(flight);
    return this.#proceed(channel, round);
  }

  close(): void {
    this.#channel?.close();
  }

  /** Opens the TLS connection, with the session that the first flight of the device offers. */
  async #open(flight: Buffer, round: Round): Promise<TlsChannel> {
    const { server, sessions } = this.#side;
    const hello = readClientHello(flight);
    const found = sessions?.find(hello) ?? null;
    if (found && (await this.#mayResume(found.owner, round))) this.#offered = found.owner;
    this.#hello = hello;
    this.#channel = server.open({
      session: this.#offered && (found?.octets ?? null),
      hasTickets: sessions !== null && hello.speaksTls13 && !sessions.isRefused(hello),
    });
    return this.#channel;
  }

  /** A session is of its method as well: the tunnel of another one may have proved less. */
  async #mayResume(owner: ResumableLogin, { mayResume }: Round): Promise<boolean> {
    return owner.type === this.type && (await mayResume(owner));
  }

  /**
   * Finds the login of a resumed session.
   *
   * @returns null: the login is unknown by now, or its password has changed. The handshake cannot be taken back, so that the
   *          device is refused and logs in again by a full one.
   */
  async #findResumed(octets: Buffer, round: Round): Promise<ResumableLogin | null> {
    if (this.#offered) return this.#offered;
    const { sessions } = this.#side;
    const owner = sessions?.ownerOf(octets) ?? null;
    if (owner && (await this.#mayResume(owner, round))) {
      this.#offered = owner;
      return owner;
    }
    if (this.#hello) sessions?.refuse(this.#hello);
    return null;
  }

  #proceed(channel: TlsChannel, round: Round): MethodStep | Promise<MethodStep> {
    const { socket, failure } = channel;
    if (!socket)
      return failure
        ? this.#fail(channel, failure, round)
        : this.#sendHandshake(channel.takeOutput(), round);
    return this.#enter(channel, socket, round);
  }

  /** Goes on inside of the tunnel. */
  async #enter(channel: TlsChannel, socket: TLSSocket, round: Round): Promise<MethodStep> {
    // Node reports some of these certificates as faulty records as well.
    const refusal = this.#protocol.refusalOf?.(socket) ?? null;
    if (refusal !== null) return { kind: 'failed', reason: `TLS handshake: ${refusal}` };
    if (channel.failure) return this.#fail(channel, channel.failure, round);
    const resumed = channel.resumed && (await this.#findResumed(channel.resumed, round));
    if (channel.resumed && !resumed)
      return this.#failed('the session of the device is no longer valid; it has to log in anew');
    return this.#talk(channel, { socket, resumed, round });
  }

  async #talk(
    channel: TlsChannel,
    { socket, resumed, round }: Pick<Tunnel, 'socket' | 'resumed'> & { readonly round: Round },
  ): Promise<MethodStep> {
    const output = channel.takeOutput();
    const step = await this.#protocol.proceed({
      socket,
      plaintext: channel.takePlaintext(),
      hasOutput: output.length > 0,
      resumed,
      authenticate: round.authenticate,
      outerIdentity: round.outerIdentity,
      nextIdentifier: round.nextIdentifier,
    });
    if (step.kind === 'fail') return { kind: 'failed', reason: step.reason };
    if (step.write) await channel.write(step.write);
    const flight = Buffer.concat([output, channel.takeOutput()]);
    if (step.kind === 'ask') return this.#send(flight, round);
    const keys = exportLinkKeys(socket, this.type, this.#randoms);
    return this.#decide(step, { flight, keys, round });
  }

  /** Ends as decided, unless the device refuses what it was sent. */
  async #end(next: MethodStep, flight: Buffer): Promise<MethodStep> {
    if (flight.length > 0) await this.#channel?.receive(flight);
    const failure = this.#channel?.failure;
    return failure && next.kind === 'decided' ? this.#failed(explainTlsFailure(failure)) : next;
  }

  /** A login ends with the decision; if octets are for the peer, it has to acknowledge them before. */
  #decide(
    { login, write }: Extract<TunnelStep, { kind: 'decide' }>,
    { flight, keys, round }: { flight: Buffer; keys: LinkKeys; round: Round },
  ): MethodStep {
    const decided: MethodStep = { kind: 'decided', login, keys };
    const hasKept = this.#keepSessions(login);
    // The flight has the tickets.
    if (!write && !(hasKept && flight.length > 0)) return decided;
    this.#next = decided;
    return this.#send(flight, round);
  }

  /** Keeps the sessions of an accepted login. @returns false: there is none to keep */
  #keepSessions({ decision, resumable }: DecidedLogin): boolean {
    const { sessions } = this.#side;
    const made = this.#channel?.newSessions ?? [];
    if (!sessions || !decision.isAccepted || !resumable || made.length === 0) return false;
    const version = this.#channel?.socket?.getProtocol() ?? null;
    sessions.keep(made, { ...resumable, type: this.type }, version);
    return true;
  }

  /** Sends the alert that says why, if there is one, and ends once it is acknowledged (RFC 5216 section 2.1.3). */
  #fail(channel: TlsChannel, failure: Error, round: Round): MethodStep {
    const failed = this.#failed(explainTlsFailure(failure));
    const alert = channel.takeOutput();
    if (alert.length === 0) return failed;
    this.#next = failed;
    return { kind: 'request', data: this.#writer.start(alert, round.mtu), failure: failed.reason };
  }

  #sendHandshake(flight: Buffer, round: Round): MethodStep {
    this.#random ??= readServerRandom(flight);
    return this.#send(flight, round);
  }

  get #randoms(): TlsRandoms {
    return { client: this.#hello?.random ?? empty, server: this.#random ?? empty };
  }

  #failed(reason: string): Extract<MethodStep, { kind: 'failed' }> {
    const step = this.#channel?.socket ? 'inside the tunnel' : 'TLS handshake';
    return { kind: 'failed', reason: `${step}: ${reason}` };
  }

  #send(flight: Buffer, { mtu }: Round): MethodStep {
    return { kind: 'request', data: this.#writer.start(flight, mtu) };
  }
}

const empty = Buffer.alloc(0);
