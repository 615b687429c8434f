import type { DynamicOutcome } from '../../protocol/radius/dynamic-authorization.ts';
import type { ReverseCoaRequest } from '../../protocol/radius/reverse-coa-client.ts';
import { TtlCache } from '../../runtime/cache.ts';
import type { Clients } from './clients.ts';
import { networkKey, parseIpAddress } from '../../runtime/ip-address.ts';
import type { Peer } from './received-packet.ts';

/** A TLS connection that a client has opened, over which it takes CoA and Disconnect, too. */
export interface RadsecConnection {
  readonly peer: Peer;
  /** False once reading has stopped. */
  readonly isOpen: boolean;
  /** Sends a CoA or Disconnect request, and waits for its ACK or NAK. */
  sendRequest(request: ReverseCoaRequest): Promise<DynamicOutcome>;
}

/** A session, and the identifiers of its NAS. */
export interface NasSession {
  /** Id of an AAA client. */
  readonly client: number;
  readonly acctuniqueid: string;
  readonly nasipaddress: string;
  readonly nasidentifier: string | null;
}

interface SessionTarget {
  readonly session: NasSession;
  /** Address of the NAS, if the client is a network of them; null: the client is the NAS. */
  readonly address: string | null;
}

/** Above it the sessions updated longest ago are found by their client instead. */
const maxSessions = 65_536;
const several = Symbol('several NASes');

/** The open RadSec connections of this gateway, which are the only way to send CoA to a client over TLS. */
export class RadsecConnections {
  readonly #clients: Pick<Clients, 'find'>;
  readonly #connections = new Set<RadsecConnection>();
  /** The peer that sent the last accounting of a session. */
  readonly #peersBySession = new TtlCache<Peer>({ ttlMs: Infinity, maxEntries: maxSessions });
  /** The NAS that sends accounting over a connection. */
  readonly #nases = new WeakMap<Peer, string | typeof several>();
  #notify: (client: number) => void = () => undefined;

  constructor(clients: Pick<Clients, 'find'>) {
    this.#clients = clients;
  }

  /** Adds a connection. @returns a function that removes it */
  add(connection: RadsecConnection): () => void {
    this.#connections.add(connection);
    this.#notifyOf(connection);
    return () => this.#connections.delete(connection);
  }

  /** Sets the listener that is called with the id of each client that is connected or connects. */
  onConnect(listener: (client: number) => void): void {
    this.#notify = listener;
    for (const connection of this.#connections) this.#notifyOf(connection);
  }

  /** Records which connection carries the accounting of a session. */
  recordSession(from: Peer, session: NasSession, { isOver }: { readonly isOver: boolean }): void {
    const [nas, known] = [nasKey(session), this.#nases.get(from)];
    this.#nases.set(from, known === undefined || known === nas ? nas : several);
    if (isOver) this.#peersBySession.delete(sessionKey(session));
    else this.#peersBySession.set(sessionKey(session), from);
  }

  /**
   * Returns the connection that carried the last accounting of a session. If that is closed, or was another gateway's,
   * the latest connection of its client that does not carry the accounting of another NAS only.
   */
  find({ session, address }: SessionTarget): RadsecConnection | undefined {
    const connections = [...this.#connections];
    const lastPeer = this.#peersBySession.get(sessionKey(session));
    const isOfClient = ({ isOpen, peer }: RadsecConnection) =>
      isOpen && this.#clients.find(peer)?.id === session.client;
    const isOfNas = ({ peer }: RadsecConnection) =>
      (address === null || isSameAddress(peer.address, address)) &&
      this.#mayCarry(peer, nasKey(session));
    return (
      connections.find((connection) => connection.peer === lastPeer && isOfClient(connection)) ??
      connections.findLast((connection) => isOfNas(connection) && isOfClient(connection))
    );
  }

  /** A connection that carries the accounting of several NASes is a proxy's, and may reach any NAS. */
  #mayCarry(peer: Peer, nas: string): boolean {
    const known = this.#nases.get(peer);
    return known === undefined || known === several || known === nas;
  }

  #notifyOf({ peer }: RadsecConnection): void {
    const client = this.#clients.find(peer);
    if (client) this.#notify(client.id);
  }
}

function sessionKey({ client, acctuniqueid }: NasSession): string {
  return `${client}/${acctuniqueid}`;
}

function nasKey({ nasipaddress, nasidentifier }: NasSession): string {
  return `${nasipaddress}/${nasidentifier ?? ''}`;
}

function isSameAddress(one: string, other: string): boolean {
  const [first, second] = [parseIpAddress(one), parseIpAddress(other)];
  return (
    first !== null &&
    second !== null &&
    networkKey(first, first.bits) === networkKey(second, second.bits)
  );
}
