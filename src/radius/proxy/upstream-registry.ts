import { Counter } from 'prom-client';
import { OrganizationTree } from '../../aaa/account/organization-tree.ts';
import { readTableVersion } from '../../store/table-version.ts';
import { Fault } from '../../errors.ts';
import type { Gateway } from '../../gateway.ts';
import type { ServerTransport } from '../../protocol/radius/server-transport.ts';
import { ReloadOnChange } from '../../runtime/reload-on-change.ts';
import { RateLimitedLog } from '../../runtime/rate-limited-log.ts';
import { readUpstreams, type UpstreamRow } from './upstream-rows.ts';
import { defaultUpstreamTiming, type UpstreamTiming } from './upstream-timing.ts';
import { Upstream, type UpstreamService } from './upstream.ts';

const msBetweenLines = 60_000;

/** What an upstream is to do for a request. */
export type UpstreamRole = 'authentication' | 'accounting' | 'portal accounting';

const does: Readonly<Record<UpstreamRole, (row: UpstreamRow) => boolean>> = {
  authentication: ({ handlesAuthentication }) => handlesAuthentication,
  accounting: ({ handlesAccounting }) => handlesAccounting,
  'portal accounting': ({ handlesPortalAccounting }) => handlesPortalAccounting,
};

/**
 * The RADIUS servers that requests are passed on to. Kept in memory, and taken over again where they were changed; one that
 * was not goes on as it is, with what is known of it.
 */
export class UpstreamRegistry {
  readonly #gateway: Gateway;
  readonly #timing: UpstreamTiming;
  readonly #requests: Counter<'upstream' | 'outcome'>;
  readonly #said = new RateLimitedLog(msBetweenLines);
  #byId: ReadonlyMap<number, Upstream> = new Map();
  #tree = new OrganizationTree([]);
  readonly #stored = new ReloadOnChange({
    readVersion: () => readTableVersion(this.#gateway.store, 'aaa_upstream', 'organization'),
    load: () => this.#load(),
  });
  #isOpen = true;

  constructor(gateway: Gateway, timing: UpstreamTiming = defaultUpstreamTiming) {
    this.#gateway = gateway;
    this.#timing = timing;
    this.#requests = new Counter({
      name: 'gatehouse_radius_upstream_requests_total',
      help: 'requests that were passed on to other RADIUS servers, and whether they were answered',
      labelNames: ['upstream', 'outcome'],
      registers: [gateway.metrics],
    });
  }

  get isEmpty(): boolean {
    return this.#byId.size === 0;
  }

  /** In the order in which they are asked. */
  get all(): readonly Upstream[] {
    return [...this.#byId.values()];
  }

  find(id: number): Upstream | undefined {
    return this.#byId.get(id);
  }

  /**
   * Upstreams for users of a realm, in the order in which they are asked: those of the organization, or of the nearest one
   * above it that has any.
   *
   * @param realm  in any case; null: of no realm that has an upstream
   */
  candidatesFor(
    organization: number,
    realm: string | null,
    duty: UpstreamRole,
  ): readonly Upstream[] {
    const wanted = realm?.toLowerCase() ?? null;
    const found = [...this.#byId.values()].filter(
      ({ row }) => row.realm === wanted && does[duty](row),
    );
    const distances = found.map(({ row }) => this.#stepsUp(organization, row.organization));
    const nearest = Math.min(...distances);
    return nearest === Infinity
      ? []
      : found.filter((_, position) => distances[position] === nearest);
  }

  /** Looks whether the stored upstreams have changed, and takes them over. @throws Fault where the store can not be read */
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
    const { rows, tree } = await readUpstreams(this.#gateway);
    if (!this.#isOpen) return;
    const before = this.#byId;
    this.#byId = new Map(rows.map((row) => [row.id, this.#keptOrNew(row)]));
    this.#tree = tree;
    const gone = [...before.values()].filter(
      (upstream) => this.#byId.get(upstream.row.id) !== upstream,
    );
    await Promise.all(gone.map((upstream) => upstream.close()));
  }

  #keptOrNew(row: UpstreamRow): Upstream {
    const known = this.#byId.get(row.id);
    if (known?.row.last_change === row.last_change) return known;
    const open = (service: UpstreamService) => this.#open(row, service);
    const asked = (isAnswered: boolean) => {
      this.#requests.inc({ upstream: row.name, outcome: isAnswered ? 'answered' : 'no_answer' });
    };
    return new Upstream(row, {
      gateway: this.#gateway,
      timing: this.#timing,
      openTransport: open,
      onResult: asked,
    });
  }

  /** The way to an upstream, by its transport. */
  async #open(row: UpstreamRow, service: UpstreamService): Promise<ServerTransport> {
    if (row.transport === 'tls') return routeOverTls(row);
    const { UdpTransport } = await import('../../protocol/radius/udp-transport.ts');
    return new UdpTransport({
      host: row.address,
      port: service === 'auth' ? row.auth_port : row.acct_port,
      secret: row.secret,
      sourceHosts: this.#gateway.config.radius.host,
      retransmission: this.#timing.retransmission,
      onDropped: (why, from) => {
        this.#said.write(`${row.id} ${why}`, (unsaid) => {
          this.#gateway.log.warn(
            { upstream: row.name, why, from: from.address, unsaid },
            'a reply of a RADIUS upstream was dropped',
          );
        });
      },
    });
  }
}

/** Both services by one port; a way for each all the same, so that accounting that waits delays no login. */
async function routeOverTls({ name, address, ...row }: UpstreamRow): Promise<ServerTransport> {
  const {
    tls_port: port,
    tls_ca: ca,
    tls_certificate: certificate,
    tls_key: key,
    tls_server_name: serverName,
  } = row;
  if (ca === null || certificate === null || key === null)
    throw new Fault('unsupported', `upstream ${name} over TLS has no certificates`);
  const { RadsecTransport } = await import('../../protocol/radius/radsec-transport.ts');
  return new RadsecTransport({
    host: address,
    port,
    ca,
    certificate,
    key,
    serverName: serverName ?? undefined,
  });
}
