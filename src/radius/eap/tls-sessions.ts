import { hash } from 'node:crypto';
import type { ClientHello } from '../../protocol/eap/client-hello.ts';
import type { NewSession } from '../../protocol/eap/tls-channel.ts';
import { TtlCache } from '../../runtime/cache.ts';

/** Sessions that are kept; one of TLS 1.2 has 160 octets, with the certificate of a device about 1,000. */
const maxSessions = 32_768;
/** Tickets that are refused. */
const maxRefused = 4_096;

/** A session of TLS 1.2 that may be resumed. */
export interface KnownSession<Owner> {
  readonly octets: Buffer;
  readonly owner: Owner;
}

interface Limits {
  /** Time from a full handshake until which its sessions may be resumed, in milliseconds. */
  readonly lifetimeMs: number;
  /** Returns milliseconds that never go backwards. */
  readonly now: () => number;
}

/**
 * The TLS sessions that devices may resume, each with the owner that its handshake has proved. Those of TLS 1.2 are kept
 * here and found by their id. Those of TLS 1.3 are in the tickets of the devices: the TLS library says what a ticket had in
 * it, whose digest is found here.
 */
export class TlsSessions<Owner> {
  readonly #limits: Limits;
  #byId: TtlCache<KnownSession<Owner>>;
  #byDigest: TtlCache<Owner>;
  readonly #refused: TtlCache<true>;

  constructor(limits: Limits) {
    this.#limits = limits;
    this.#byId = this.#cache(maxSessions);
    this.#byDigest = this.#cache(maxSessions);
    this.#refused = this.#cache(maxRefused);
  }

  get lifetimeMs(): number {
    return this.#limits.lifetimeMs;
  }

  /** Finds the session of TLS 1.2 that a device offers; null: it offers none that is known. */
  find({ sessionId }: ClientHello): KnownSession<Owner> | null {
    return this.#byId.get(keyOf(sessionId)) ?? null;
  }

  /** Finds the owner of a session of TLS 1.3 that has been resumed. @param octets  as the TLS library keeps it */
  ownerOf(octets: Buffer): Owner | null {
    return this.#byDigest.get(digestOf(octets)) ?? null;
  }

  /** Keeps the sessions of a full handshake. */
  keep(made: readonly NewSession[], owner: Owner, version: string | null): void {
    for (const { id, octets } of made)
      if (version === 'TLSv1.3') this.#byDigest.set(digestOf(octets), owner);
      else this.#byId.set(keyOf(id), { octets, owner });
  }

  /** Refuses tickets from now on: the next handshake with one of them is a full one. */
  refuse({ tickets }: ClientHello): void {
    for (const ticket of tickets) this.#refused.set(digestOf(ticket), true);
  }

  isRefused({ tickets }: ClientHello): boolean {
    return tickets.some((ticket) => this.#refused.get(digestOf(ticket)) === true);
  }

  /** Forgets all sessions. */
  clear(): void {
    this.#byId = this.#cache(maxSessions);
    this.#byDigest = this.#cache(maxSessions);
  }

  #cache<V>(maxEntries: number): TtlCache<V> {
    const { lifetimeMs: ttlMs, now: clock } = this.#limits;
    return new TtlCache({ ttlMs, maxEntries, clock });
  }
}

function keyOf(id: Buffer): string {
  return id.toString('latin1');
}

function digestOf(octets: Buffer): string {
  return hash('sha256', octets, 'base64');
}
