import type { Gateway } from '../gateway.ts';
import type { Secret } from '../secret.ts';
import { networkKey, parseAddress, parseNetwork, type Network } from './address.ts';

/** A NAS, or a network of them, and what it shares with us. */
export interface Client {
  readonly id: number;
  readonly organization: number;
  readonly name: string;
  readonly secret: Secret;
  /** Many may send from here, each with its own habits. */
  readonly isNetwork: boolean;
  readonly requireMessageAuthenticator: string;
  readonly limitProxyState: string;
}

type Row = Awaited<ReturnType<typeof readRows>>[number];

const msBetweenLooks = 1_000;
const keptSources = 8_192;
/** RFC 2865 section 3 wants no empty secret; draft-ietf-radext-deprecating-radius wants a word about one this short. */
const shortSecret = 12;

/**
 * Who may talk to us, by source address: the client with the longest matching prefix. Kept in memory; a client that
 * has been created, changed or removed elsewhere is noticed when a packet does not fit what is kept.
 */
export class Clients {
  readonly #gateway: Gateway;
  /** By `networkKey`. */
  #byNetwork: ReadonlyMap<string, Client> = new Map();
  /** `bits` and `length` of the networks there are, longest first. */
  #shapes: readonly Pick<Network, 'bits' | 'length'>[] = [];
  readonly #bySource = new Map<string, Client | undefined>();
  #version = '';
  #lookedAt = -Infinity;
  #looking: Promise<void> | null = null;

  constructor(gateway: Gateway) {
    this.#gateway = gateway;
  }

  /** @param source  address as a socket gives it */
  find(source: string): Client | undefined {
    if (this.#bySource.has(source)) return this.#bySource.get(source);
    const client = this.#longestMatch(source);
    if (this.#bySource.size >= keptSources) this.#bySource.clear();
    this.#bySource.set(source, client);
    return client;
  }

  /** Looks whether the stored clients have changed, and takes them over; at most once a second, whoever asks. */
  look(): Promise<void> {
    if (!this.#looking && performance.now() - this.#lookedAt < msBetweenLooks) return Promise.resolve();
    this.#looking ??= this.#reloadIfChanged().finally(() => {
      this.#looking = null;
      this.#lookedAt = performance.now();
    });
    return this.#looking;
  }

  /** @throws Fault where the store can not be read */
  async reload(): Promise<void> {
    const version = await this.#storedVersion();
    const rows = await readRows(this.#gateway);
    const networks = rows.flatMap((row) => this.#client(row));
    this.#byNetwork = new Map(networks.map(({ network, client }) => [networkKey(network, network.length), client]));
    this.#shapes = shapesOf(networks.map(({ network }) => network));
    this.#bySource.clear();
    this.#version = version;
  }

  #longestMatch(source: string): Client | undefined {
    const address = parseAddress(source);
    if (!address) return undefined;
    const shapes = this.#shapes.filter(({ bits }) => bits === address.bits);
    const shape = shapes.find(({ length }) => this.#byNetwork.has(networkKey(address, length)));
    return shape && this.#byNetwork.get(networkKey(address, shape.length));
  }

  async #reloadIfChanged(): Promise<void> {
    if ((await this.#storedVersion()) !== this.#version) await this.reload();
  }

  async #storedVersion(): Promise<string> {
    const found = await this.#gateway.store.db
      .selectFrom('aaa_client')
      .select(({ fn }) => [fn.countAll().as('count'), fn.max('last_change').as('changed'), fn.max('id').as('newest')])
      .executeTakeFirstOrThrow();
    return `${found.count}/${found.changed}/${found.newest}`;
  }

  #client(row: Row): { readonly network: Network; readonly client: Client }[] {
    const network = parseNetwork(row.address);
    const secret = this.#open(row);
    if (!network || !secret) {
      this.#gateway.log.error({ client: row.name, address: row.address }, 'RADIUS client can not be used');
      return [];
    }
    const client: Client = {
      id: row.id,
      organization: row.organization,
      name: row.name,
      secret,
      isNetwork: network.length < network.bits,
      requireMessageAuthenticator: row.require_message_authenticator,
      limitProxyState: row.limit_proxy_state,
    };
    return [{ network, client }];
  }

  /** The secret, or null where there is none: empty, or sealed with a key that we do not have. */
  #open(row: Row): Secret | null {
    try {
      const secret = this.#gateway.vault.open(row.secret, 'aaa_client.secret');
      const { length } = secret.reveal();
      if (length > 0 && length <= shortSecret) this.#gateway.log.warn({ client: row.name }, 'RADIUS client has a short secret');
      return length > 0 ? secret : null;
    } catch {
      return null;
    }
  }
}

function readRows({ store }: Gateway) {
  return store.db
    .selectFrom('aaa_client')
    .select(['id', 'organization', 'name', 'address', 'secret', 'require_message_authenticator', 'limit_proxy_state'])
    .where('is_active', '=', 1)
    .execute();
}

function shapesOf(networks: readonly Network[]): Pick<Network, 'bits' | 'length'>[] {
  const shapes = new Map(networks.map(({ bits, length }) => [`${bits}/${length}`, { bits, length }]));
  return [...shapes.values()].sort((a, b) => b.length - a.length);
}
