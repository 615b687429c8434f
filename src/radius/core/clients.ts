import {
  readActiveClients,
  readClientsVersion,
  type ClientRow,
} from '../../aaa/session/client-store.ts';
import type { Gateway } from '../../gateway.ts';
import { radsecSecret } from '../../protocol/radius/server-transport.ts';
import type { Secret } from '../../secret.ts';
import { ReloadOnChange } from '../../runtime/reload-on-change.ts';
import { parseIpNetwork } from '../../runtime/ip-address.ts';
import type { Peer } from './received-packet.ts';
import { PrefixTable, type PrefixEntry } from './prefix-table.ts';

/** A NAS, or a network of them, with its shared secret and policy. */
export interface Client {
  readonly id: number;
  readonly organization: number;
  /** Ids of the other organizations whose access points and users count for its sessions. */
  readonly serves: readonly number[];
  readonly name: string;
  readonly transport: 'udp' | 'tls';
  /** A name that its certificate must have; null: any certificate of the configured CA. */
  readonly tlsName: string | null;
  readonly secret: Secret;
  /** True for a network: several NASes may send from here. */
  readonly isNetwork: boolean;
  readonly requireMessageAuthenticator: string;
  readonly limitProxyState: string;
  /** True once it has signed an Access-Request. */
  readonly signs: boolean;
}

const minReloadIntervalMs = 1_000;
/** Interval between checks for packets that match no client. */
const minCheckIntervalMs = 100;
/** Packets that wait for such a check; a flood from unknown addresses delays no others. */
const maxWaiting = 256;
/** RFC 2865 section 3 forbids an empty secret; draft-ietf-radext-deprecating-radius asks for a warning up to this length. */
const shortSecret = 12;

/**
 * The RADIUS clients in memory, by transport and source address; the longest matching prefix wins. A change by another
 * gateway, or by the command line, is noticed at the latest when a packet matches no client or fails its verification.
 */
export class Clients {
  readonly #gateway: Gateway;
  #overUdp = new PrefixTable<Client>([]);
  #overTls = new PrefixTable<Client>([]);
  readonly #stored: ReloadOnChange;
  /** The next check for packets that match no client, unless it has begun. */
  #nextCheck: Promise<void> | null = null;
  #checkedAt = -Infinity;
  #waiting = 0;
  #notify: () => void = () => undefined;

  constructor(gateway: Gateway) {
    this.#gateway = gateway;
    this.#stored = new ReloadOnChange({
      readVersion: () => readClientsVersion(gateway.store),
      load: () => this.#load(),
      minIntervalMs: minReloadIntervalMs,
      clock: gateway.clock,
    });
  }

  /** Sets the listener that is called after each reload. */
  onReload(listener: () => void): void {
    this.#notify = listener;
  }

  find({ address, certificate }: Peer): Client | undefined {
    if (!certificate) return this.#overUdp.find(address);
    const client = this.#overTls.find(address);
    return client && (client.tlsName === null || certificate.hasName(client.tlsName))
      ? client
      : undefined;
  }

  /** True if a client over TLS has the address; its certificate is checked later. */
  mayConnectOverTls(address: string): boolean {
    return this.#overTls.find(address) !== undefined;
  }

  /** Reloads the clients if the stored ones have changed; checks at most once a second. */
  reloadIfChanged(): Promise<void> {
    return this.#stored.loadIfDue();
  }

  /**
   * Reloads the clients if they have changed before the call: one that was created a moment ago counts.
   *
   * @returns false: too many packets wait for that already
   * @throws Fault if the store cannot be read
   */
  async reloadForUnknown(): Promise<boolean> {
    if (this.#waiting >= maxWaiting) return false;
    this.#waiting += 1;
    try {
      this.#nextCheck ??= this.#check();
      await this.#nextCheck;
      return true;
    } finally {
      this.#waiting -= 1;
    }
  }

  async #check(): Promise<void> {
    await this.#waitForInterval();
    this.#checkedAt = this.#gateway.clock.monotonicMs();
    // Packets from now on wait for the next check: this one may read the store before a change that precedes them.
    this.#nextCheck = null;
    await this.#stored.loadWritten();
  }

  async #waitForInterval(): Promise<void> {
    const { clock } = this.#gateway;
    const waitMs = this.#checkedAt + minCheckIntervalMs - clock.monotonicMs();
    if (waitMs > 0) await clock.sleep(waitMs);
  }

  /** @throws Fault if the store cannot be read */
  reload(): Promise<void> {
    return this.#stored.load();
  }

  /** Reloads what this process has just written. @throws Fault if the store cannot be read */
  reloadWritten(): Promise<void> {
    return this.#stored.loadWritten();
  }

  async #load(): Promise<void> {
    const rows = await readActiveClients(this.#gateway.store);
    const entries = rows.flatMap((row) => this.#client(row));
    this.#overUdp = new PrefixTable(entries.filter(({ value }) => value.transport === 'udp'));
    this.#overTls = new PrefixTable(entries.filter(({ value }) => value.transport === 'tls'));
    this.#notify();
  }

  #client(row: ClientRow): PrefixEntry<Client>[] {
    const network = parseIpNetwork(row.address);
    const transport = row.transport === 'tls' ? 'tls' : 'udp';
    const secret = transport === 'tls' ? radsecSecret : this.#open(row);
    if (!network || !secret) {
      this.#gateway.log.error(
        { client: row.name, address: row.address },
        'RADIUS client cannot be used: its address or secret is invalid',
      );
      return [];
    }
    const client: Client = {
      id: row.id,
      organization: row.organization,
      serves: row.serves,
      name: row.name,
      transport,
      tlsName: row.tls_name,
      secret,
      isNetwork: network.prefixLength < network.bits,
      requireMessageAuthenticator: row.require_message_authenticator,
      limitProxyState: row.limit_proxy_state,
      signs: row.signs === 1,
    };
    return [{ network, value: client }];
  }

  /** Opens the secret; null if it is empty, or sealed with an unknown key. */
  #open(row: ClientRow): Secret | null {
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
