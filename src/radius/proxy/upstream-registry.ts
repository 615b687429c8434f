import { Counter } from 'prom-client';
import { OrganizationTree } from '../../organization/organization-tree.ts';
import { normalizeRealm, realmOf } from '../../aaa/account/realm.ts';
import {
  readActiveUpstreams,
  readUpstreamVersion,
  type StoredUpstream,
} from '../../aaa/proxy/upstream-store.ts';
import { Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { ServerTransport } from '../../protocol/radius/server-transport.ts';
import { ReloadOnChange } from '../../runtime/reload-on-change.ts';
import { RateLimitedLog } from '../../runtime/rate-limited-log.ts';
import { defaultUpstreamTiming, type UpstreamTiming } from './upstream-timing.ts';
import type { UpstreamSigning } from './upstream-signing.ts';
import { Upstream, type UpstreamService } from './upstream.ts';

const logIntervalMs = 60_000;

/** Kind of requests that an upstream may handle. */
export type UpstreamRole =
  'authentication' | 'accounting' | 'portal authentication' | 'portal accounting';

const handles: Readonly<Record<UpstreamRole, (row: StoredUpstream) => boolean>> = {
  authentication: ({ handlesAuthentication }) => handlesAuthentication,
  accounting: ({ handlesAccounting }) => handlesAccounting,
  'portal authentication': ({ handlesPortalAuthentication }) => handlesPortalAuthentication,
  'portal accounting': ({ handlesPortalAccounting }) => handlesPortalAccounting,
};

/** A home server pool: upstreams in order of priority. */
export type HomeServerPool = readonly Upstream[];

/**
 * The home servers, kept in memory and reloaded when the stored ones change. An upstream whose row has not changed keeps its
 * connections and state.
 */
export class UpstreamRegistry {
  /** True if there is no upstream; set with each load, since every packet asks. */
  isEmpty = true;
  readonly #gateway: Gateway;
  readonly #timing: UpstreamTiming;
  readonly #requests: Counter<'upstream' | 'outcome'>;
  readonly #dropLog = new RateLimitedLog(logIntervalMs);
  #byId: ReadonlyMap<number, Upstream> = new Map();
  #tree = new OrganizationTree([]);
  readonly #stored: ReloadOnChange;
  #isOpen = true;

  constructor(gateway: Gateway, timing: UpstreamTiming = defaultUpstreamTiming) {
    this.#gateway = gateway;
    this.#timing = timing;
    this.#stored = new ReloadOnChange({
      readVersion: () => readUpstreamVersion(gateway.store),
      load: () => this.#load(),
      clock: gateway.clock,
    });
    this.#requests = new Counter({
      name: 'gatehouse_radius_upstream_requests_total',
      help: 'Requests sent to upstreams, by outcome',
      labelNames: ['upstream', 'outcome'],
      registers: [gateway.metrics],
    });
  }

  /** All upstreams in order of priority. */
  get all(): readonly Upstream[] {
    return [...this.#byId.values()];
  }

  find(id: number): Upstream | undefined {
    return this.#byId.get(id);
  }

  /** Returns the pool of the user's realm, or else the default pool. */
  poolOfUser(
    { organization, username }: { readonly organization: number; readonly username: string | null },
    role: UpstreamRole,
  ): { readonly upstreams: HomeServerPool; readonly isDefault: boolean } {
    const realm = realmOf(username);
    const ofRealm = realm === null ? [] : this.poolOfRealm(organization, realm, role);
    return ofRealm.length > 0
      ? { upstreams: ofRealm, isDefault: false }
      : { upstreams: this.poolOfRealm(organization, null, role), isDefault: true };
  }

  /**
   * Returns the pool of a realm: the upstreams of the organization, or of the nearest one above it that has any.
   *
   * @param realm  case-insensitive; null: the default pool
   */
  poolOfRealm(organization: number, realm: string | null, role: UpstreamRole): HomeServerPool {
    const normalized = realm === null ? null : normalizeRealm(realm);
    const candidates = this.all.filter(({ row }) => row.realm === normalized && handles[role](row));
    const distances = candidates.map(({ row }) => this.#stepsUp(organization, row.organization));
    const nearest = Math.min(...distances);
    return nearest === Infinity
      ? []
      : candidates.filter((_, position) => distances[position] === nearest);
  }

  /** Reloads the upstreams if the stored ones have changed. @throws Fault if the store cannot be read */
  reload(): Promise<void> {
    return this.#stored.loadIfChanged();
  }

  /** Reloads what this process has just written. @throws Fault if the store cannot be read */
  reloadWritten(): Promise<void> {
    return this.#stored.loadWritten();
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    await Promise.all([...this.#byId.values()].map((upstream) => upstream.close()));
  }

  #stepsUp(organization: number, to: number): number {
    const branch = this.#tree.findRelation(organization, to);
    return branch && (!branch.isDescendant || branch.distance === 0) ? branch.distance : Infinity;
  }

  async #load(): Promise<void> {
    const { upstreams, tree } = await readActiveUpstreams(this.#gateway);
    if (!this.#isOpen) return;
    const before = this.#byId;
    this.#byId = new Map(upstreams.map((row) => [row.id, this.#currentOrNew(row)]));
    this.isEmpty = upstreams.length === 0;
    this.#tree = tree;
    const removed = [...before.values()].filter(
      (upstream) => this.#byId.get(upstream.row.id) !== upstream,
    );
    await Promise.all(removed.map((upstream) => upstream.close()));
  }

  #currentOrNew(row: StoredUpstream): Upstream {
    const current = this.#byId.get(row.id);
    if (current?.row.configuration === row.configuration) return current;
    return new Upstream(row, {
      gateway: this.#gateway,
      timing: this.#timing,
      openTransport: (service, signing) => this.#openTransport(row, { service, signing }),
      onResult: (isAnswered) => {
        this.#requests.inc({ upstream: row.name, outcome: isAnswered ? 'answered' : 'no_answer' });
      },
    });
  }

  async #openTransport(
    row: StoredUpstream,
    { service, signing }: { readonly service: UpstreamService; readonly signing: UpstreamSigning },
  ): Promise<ServerTransport> {
    if (row.transport === 'tls') return openRadsecTransport(row);
    if (row.secret === null)
      throw new Fault('unsupported', `upstream ${row.name} over UDP has no shared secret`);
    const { UdpTransport } = await import('../../protocol/radius/udp-transport.ts');
    return new UdpTransport({
      host: row.address,
      port: service === 'auth' ? row.auth_port : row.acct_port,
      secret: row.secret,
      sourceHosts: this.#gateway.config.radius.host,
      retransmission: this.#timing.retransmission,
      acceptsUnsigned: () => signing.acceptsUnsigned(),
      onDropped: (reason, from) => {
        if (reason !== 'unsolicited') signing.recordDrop(reason);
        this.#dropLog.write(`${row.id} ${reason}`, (suppressedCount) => {
          this.#gateway.log.warn(
            { upstream: row.name, reason, from: from.address, suppressedCount },
            'RADIUS proxy: dropped a reply of an upstream',
          );
        });
      },
    });
  }
}

/** Opens a RadSec transport. Each service has its own, although both use one port: queued accounting delays no login. */
async function openRadsecTransport({
  name,
  address,
  ...row
}: StoredUpstream): Promise<ServerTransport> {
  const { tls_ca: ca, tls_certificate: certificate, tls_key: key } = row;
  if (ca === null || certificate === null || key === null)
    throw new Fault('unsupported', `upstream ${name} over TLS has no certificates`);
  const { RadsecTransport } = await import('../../protocol/radius/radsec-transport.ts');
  return new RadsecTransport({
    host: address,
    port: row.tls_port,
    ca,
    certificate,
    key,
    serverName: row.tls_server_name ?? undefined,
  });
}
