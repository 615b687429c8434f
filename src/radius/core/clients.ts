import { readTableVersion } from '../../store/table-version.ts';
import type { Gateway } from '../../gateway.ts';
import { radsecSecret } from '../../protocol/radius/server-transport.ts';
import type { Secret } from '../../secret.ts';
import { ReloadOnChange } from '../../runtime/reload-on-change.ts';
import { parseIpNetwork } from './ip-address.ts';
import type { Peer } from './received-packet.ts';
import { PrefixTable, type PrefixEntry } from './prefix-table.ts';

/** A NAS, or a network of them, and what it shares with us. */
export interface Client {
  readonly id: number;
  readonly organization: number;
  readonly name: string;
  readonly transport: 'udp' | 'tls';
  /** A name that its certificate must have; null: any that our CA has signed. */
  readonly tlsName: string | null;
  readonly secret: Secret;
  /** Many may send from here, each with its own habits. */
  readonly isNetwork: boolean;
  readonly requireMessageAuthenticator: string;
  readonly limitProxyState: string;
}

type Row = Awaited<ReturnType<typeof readRows>>[number];

const minReloadIntervalMs = 1_000;
/** RFC 2865 section 3 wants no empty secret; draft-ietf-radext-deprecating-radius wants a word about one this short. */
const shortSecret = 12;

/**
 * Who may talk to us, by way and source address: the client with the longest matching prefix. Kept in memory; a client that
 * has been created, changed or removed elsewhere is noticed when a packet does not fit what is kept.
 */
export class Clients {
  readonly #gateway: Gateway;
  #overUdp = new PrefixTable<Client>([]);
  #overTls = new PrefixTable<Client>([]);
  readonly #stored: ReloadOnChange;

  constructor(gateway: Gateway) {
    this.#gateway = gateway;
    this.#stored = new ReloadOnChange({
      readVersion: () => readTableVersion(gateway.store, 'aaa_client'),
      load: () => this.#load(),
      minIntervalMs: minReloadIntervalMs,
      clock: gateway.clock,
    });
  }

  find({ address, certificate }: Peer): Client | undefined {
    if (!certificate) return this.#overUdp.find(address);
    const client = this.#overTls.find(address);
    return client && (client.tlsName === null || certificate.hasName(client.tlsName))
      ? client
      : undefined;
  }

  /** Whether somebody at an address may come over TLS, whose certificate is still to be seen. */
  mayConnectOverTls(address: string): boolean {
    return this.#overTls.find(address) !== undefined;
  }

  /** Reloads the clients if the stored ones have changed; checks at most once a second. */
  reloadIfChanged(): Promise<void> {
    return this.#stored.loadIfDue();
  }

  /** @throws Fault where the store can not be read */
  reload(): Promise<void> {
    return this.#stored.load();
  }

  /** Reloads what this process has just written. @throws Fault if the store cannot be read */
  reloadWritten(): Promise<void> {
    return this.#stored.loadWritten();
  }

  async #load(): Promise<void> {
    const rows = await readRows(this.#gateway);
    const placed = rows.flatMap((row) => this.#client(row));
    this.#overUdp = new PrefixTable(placed.filter(({ value }) => value.transport === 'udp'));
    this.#overTls = new PrefixTable(placed.filter(({ value }) => value.transport === 'tls'));
  }

  #client(row: Row): PrefixEntry<Client>[] {
    const network = parseIpNetwork(row.address);
    const transport = row.transport === 'tls' ? 'tls' : 'udp';
    const secret = transport === 'tls' ? radsecSecret : this.#open(row);
    if (!network || !secret) {
      this.#gateway.log.error(
        { client: row.name, address: row.address },
        'RADIUS client can not be used',
      );
      return [];
    }
    const client: Client = {
      id: row.id,
      organization: row.organization,
      name: row.name,
      ...{ transport, tlsName: row.tls_name, secret },
      isNetwork: network.prefixLength < network.bits,
      requireMessageAuthenticator: row.require_message_authenticator,
      limitProxyState: row.limit_proxy_state,
    };
    return [{ network, value: client }];
  }

  /** The secret, or null where there is none: empty, or sealed with a key that we do not have. */
  #open(row: Row): Secret | null {
    try {
      const secret = this.#gateway.vault.open(row.secret, 'aaa_client.secret');
      const { length } = secret.reveal();
      if (length > 0 && length <= shortSecret)
        this.#gateway.log.warn({ client: row.name }, 'RADIUS client has a short secret');
      return length > 0 ? secret : null;
    } catch {
      return null;
    }
  }
}

function readRows({ store }: Gateway) {
  return store.db
    .selectFrom('aaa_client')
    .select([
      'id',
      'organization',
      'name',
      'address',
      'transport',
      'tls_name',
      'secret',
      'require_message_authenticator',
      'limit_proxy_state',
    ])
    .where('is_active', '=', 1)
    .execute();
}
