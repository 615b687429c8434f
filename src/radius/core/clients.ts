import { formatServes } from '../../aaa/client/access-point-identifiers.ts';
import {
  readActiveClients,
  readClientsVersion,
  writeLastSeen,
  type ClientRow,
} from '../../aaa/client/client-store.ts';
import { readEapRules, type EapRule } from '../../aaa/client/eap-rules.ts';
import { readClientKeys, type ClientKeys } from '../../aaa/client/key-vendors.ts';
import type { NameRules } from '../../organization/name-rules.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { radsecSecret } from '../../protocol/radius/server-transport.ts';
import type { Secret } from '../../contract/secret.ts';
import { ReloadOnChange } from '../../runtime/reload-on-change.ts';
import {
  networkKey,
  parseIpAddress,
  parseIpNetwork,
  type IpNetwork,
} from '../../runtime/ip-address.ts';
import type { Peer } from './received-packet.ts';

/** A NAS, or a network of them, with its shared secret and policy. */
export interface Client {
  readonly id: number;
  readonly organization: number;
  /** Ids of the other organizations that it serves: their access points and users count for its sessions. */
  readonly serves: readonly number[];
  /** The same, as `formatServes` writes them. */
  readonly formattedServes: string;
  readonly name: string;
  readonly nasGroup: string | null;
  /** How it gets the Wi-Fi keys of its devices; null: it gets none. */
  readonly keys: ClientKeys | null;
  /** Which methods of EAP its devices may use, by network; the first one that fits counts. */
  readonly eapRules: readonly EapRule[];
  /** Which user of its organization a name means. */
  readonly names: NameRules;
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
const lastSeenIntervalMs = 60_000;
const maxCachedSources = 8_192;

/**
 * The RADIUS clients in memory, by transport and source address; the longest matching prefix wins. A change by another
 * gateway, or by the command line, is noticed at the latest when a packet matches no client or fails its verification.
 */
export class Clients {
  readonly #gateway: Gateway;
  #overUdp = new PrefixTable<Client>([]);
  #overTls = new PrefixTable<Client>([]);
  #byId: ReadonlyMap<number, Client> = new Map();
  readonly #stored: ReloadOnChange;
  /** The next check for packets that match no client, unless it has begun. */
  #nextCheck: Promise<void> | null = null;
  #checkedAt = -Infinity;
  #waiting = 0;
  /** Time of the last write of last_seen by client id. */
  readonly #lastSeenWrittenAt = new Map<number, number>();
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

  findById(id: number): Client | undefined {
    return this.#byId.get(id);
  }

  /** True if a client over TLS has the address; its certificate is checked later. */
  mayConnectOverTls(address: string): boolean {
    return this.#overTls.find(address) !== undefined;
  }

  /**
   * Records when the last packet of a client was received, at most once a minute, without waiting for the write; if that
   * fails, the next packet is recorded instead.
   */
  recordSeen({ id }: Client, at: Date): void {
    const now = at.getTime();
    if (now - (this.#lastSeenWrittenAt.get(id) ?? 0) < lastSeenIntervalMs) return;
    this.#lastSeenWrittenAt.set(id, now);
    writeLastSeen(this.#gateway.store, id, now).catch((error: unknown) => {
      this.#lastSeenWrittenAt.delete(id);
      this.#gateway.log.debug({ client: id, error }, 'RADIUS: cannot write last_seen of a client');
    });
  }

  /** Reloads the clients if the stored ones have changed; checks at most once a second. */
  reloadIfChanged(): Promise<void> {
    return this.#stored.loadIfDue();
  }

  /**
   * Reloads the clients if they have changed before the call, so that a client that was just created counts.
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
    this.#byId = new Map(entries.map(({ value }) => [value.id, value]));
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
      formattedServes: formatServes(row.serves),
      name: row.name,
      nasGroup: row.nas_group,
      keys: readClientKeys(row),
      eapRules: readEapRules(row.eap_methods),
      names: row.names,
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

/** A value and the network that it belongs to. */
interface PrefixEntry<T> {
  readonly network: IpNetwork;
  readonly value: T;
}

type Shape = Pick<IpNetwork, 'bits' | 'prefixLength'>;

/** Finds values by address: of the networks that contain it, the one with the longest prefix wins. */
class PrefixTable<T> {
  /** Values by `networkKey`. */
  readonly #byNetwork: ReadonlyMap<string, T>;
  /** The address lengths and prefix lengths in the table, longest prefix first. */
  readonly #shapes: readonly Shape[];
  readonly #bySource = new Map<string, T | undefined>();

  constructor(entries: readonly PrefixEntry<T>[]) {
    this.#byNetwork = new Map(
      entries.map(({ network, value }) => [networkKey(network, network.prefixLength), value]),
    );
    this.#shapes = shapesOf(entries.map(({ network }) => network));
  }

  /** @param source  address as reported by a socket */
  find(source: string): T | undefined {
    if (this.#bySource.has(source)) return this.#bySource.get(source);
    const found = this.#longestMatch(source);
    if (this.#bySource.size >= maxCachedSources) this.#bySource.clear();
    this.#bySource.set(source, found);
    return found;
  }

  #longestMatch(source: string): T | undefined {
    const address = parseIpAddress(source);
    if (!address) return undefined;
    const shapes = this.#shapes.filter(({ bits }) => bits === address.bits);
    const shape = shapes.find(({ prefixLength }) =>
      this.#byNetwork.has(networkKey(address, prefixLength)),
    );
    return shape && this.#byNetwork.get(networkKey(address, shape.prefixLength));
  }
}

function shapesOf(networks: readonly IpNetwork[]): Shape[] {
  const shapes = new Map(
    networks.map(({ bits, prefixLength }) => [`${bits}/${prefixLength}`, { bits, prefixLength }]),
  );
  return [...shapes.values()].sort((a, b) => b.prefixLength - a.prefixLength);
}
