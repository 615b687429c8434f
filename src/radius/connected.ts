import { networkKey, parseAddress } from './address.ts';
import type { Clients } from './clients.ts';
import type { TlsConnection } from './tls-connection.ts';

interface Sought {
  /** Id of an AAA client. */
  readonly client: number;
  /** Of a network of NASes, the one that is meant; null: the client is one. */
  readonly address: string | null;
}

/** Clients over TLS that hold a connection with us open: by it, and by nothing else, they can be asked. */
export class Connected {
  readonly #clients: Pick<Clients, 'find'>;
  readonly #connections = new Set<TlsConnection>();
  #entered: (client: number) => void = () => undefined;

  constructor(clients: Pick<Clients, 'find'>) {
    this.#clients = clients;
  }

  /** @returns to be called when the connection has ended */
  enter(connection: TlsConnection): () => void {
    this.#connections.add(connection);
    this.#tell(connection);
    return () => this.#connections.delete(connection);
  }

  /** Has somebody told of each client that is connected or connects. */
  watch(entered: (client: number) => void): void {
    this.#entered = entered;
    for (const connection of this.#connections) this.#tell(connection);
  }

  /** The connection that a client made last, as clients are known now: by way, address and certificate. */
  find({ client, address }: Sought): TlsConnection | undefined {
    const isMeant = ({ isOpen, peer }: TlsConnection) =>
      isOpen && (address === null || isSame(peer.address, address)) && this.#clients.find(peer)?.id === client;
    return [...this.#connections].findLast(isMeant);
  }

  #tell({ peer }: TlsConnection): void {
    const client = this.#clients.find(peer);
    if (client) this.#entered(client.id);
  }
}

function isSame(one: string, other: string): boolean {
  const [first, second] = [parseAddress(one), parseAddress(other)];
  return first !== null && second !== null && networkKey(first, first.bits) === networkKey(second, second.bits);
}
