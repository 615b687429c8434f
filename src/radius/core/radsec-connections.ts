import { TtlCache } from '../../runtime/ttl-cache.ts';
import { networkKey, parseIpAddress } from './ip-address.ts';
import type { Peer } from './received-packet.ts';
import type { Clients } from './clients.ts';
import type { RadsecServerConnection } from '../listen/radsec-server-connection.ts';

/** A session, and what its NAS calls itself. */
export interface NasSession {
  /** Id of an AAA client. */
  readonly client: number;
  readonly acctuniqueid: string;
  readonly nasipaddress: string;
  readonly nasidentifier: string | null;
}

interface Sought {
  readonly session: NasSession;
  /** Of a network of NASes, the one that is meant; null: the client is one. */
  readonly address: string | null;
}

/** Beyond that those that were heard of longest ago go on as if it were not known. */
const mostSessions = 65_536;
const several = Symbol('several NASes');

/** Clients over TLS that hold a connection with us open: by it, and by nothing else, they can be asked. */
export class RadsecConnections {
  readonly #clients: Pick<Clients, 'find'>;
  readonly #connections = new Set<RadsecServerConnection>();
  /** By which connection a session was last told of. */
  readonly #tellers = new TtlCache<Peer>({ ttlMs: Infinity, maxEntries: mostSessions });
  /** The NAS that a connection has told of. */
  readonly #nases = new WeakMap<Peer, string | typeof several>();
  #entered: (client: number) => void = () => undefined;

  constructor(clients: Pick<Clients, 'find'>) {
    this.#clients = clients;
  }

  /** @returns to be called when the connection has ended */
  add(connection: RadsecServerConnection): () => void {
    this.#connections.add(connection);
    this.#tell(connection);
    return () => this.#connections.delete(connection);
  }

  /** Has somebody told of each client that is connected or connects. */
  onConnect(entered: (client: number) => void): void {
    this.#entered = entered;
    for (const connection of this.#connections) this.#tell(connection);
  }

  /** Keeps by which connection a session goes on, or has stopped. */
  recordSession(from: Peer, session: NasSession, { isOver }: { readonly isOver: boolean }): void {
    const [nas, known] = [nameOf(session), this.#nases.get(from)];
    this.#nases.set(from, known === undefined || known === nas ? nas : several);
    if (isOver) this.#tellers.delete(keyOf(session));
    else this.#tellers.set(keyOf(session), from);
  }

  /**
   * The connection that a session was last told of by. Where that has ended, or was another gateway's, the one that its
   * client made last, by way, address and certificate, and that has not told of another NAS only.
   */
  find({ session, address }: Sought): RadsecServerConnection | undefined {
    const connections = [...this.#connections];
    const teller = this.#tellers.get(keyOf(session));
    const isOfClient = ({ isOpen, peer }: RadsecServerConnection) =>
      isOpen && this.#clients.find(peer)?.id === session.client;
    const isMeant = ({ peer }: RadsecServerConnection) =>
      (address === null || isSame(peer.address, address)) && this.#mayBe(peer, nameOf(session));
    return (
      connections.find((connection) => connection.peer === teller && isOfClient(connection)) ??
      connections.findLast((connection) => isMeant(connection) && isOfClient(connection))
    );
  }

  /** A connection that tells of several NASes is a proxy's, and may be any's. */
  #mayBe(peer: Peer, nas: string): boolean {
    const known = this.#nases.get(peer);
    return known === undefined || known === several || known === nas;
  }

  #tell({ peer }: RadsecServerConnection): void {
    const client = this.#clients.find(peer);
    if (client) this.#entered(client.id);
  }
}

function keyOf({ client, acctuniqueid }: NasSession): string {
  return `${client}/${acctuniqueid}`;
}

function nameOf({ nasipaddress, nasidentifier }: NasSession): string {
  return `${nasipaddress}/${nasidentifier ?? ''}`;
}

function isSame(one: string, other: string): boolean {
  const [first, second] = [parseIpAddress(one), parseIpAddress(other)];
  return (
    first !== null &&
    second !== null &&
    networkKey(first, first.bits) === networkKey(second, second.bits)
  );
}
