import { randomUUID } from 'node:crypto';
import { DecisionLog } from '../aaa/policy/decision-log.ts';
import { AccountingPacketLog } from '../aaa/session/accounting-packet-log.ts';
import { SessionRecorder } from '../aaa/session/session-recorder.ts';
import type { Gateway } from '../gateway.ts';
import type { PeriodicTask } from '../job.ts';
import { packetCode } from '../protocol/radius/packet.ts';
import { createAccessService } from './auth/access-service.ts';
import { createAccountingService } from './acct/accounting-service.ts';
import { Clients } from './core/clients.ts';
import { CommitMetrics } from './acct/commit-metrics.ts';
import { RadsecConnections } from './core/radsec-connections.ts';
import { RejectDelay } from './core/reject-delay.ts';
import { PacketHandler, type PacketHandlerContext } from './core/packet-handler.ts';
import { UdpListener } from './listen/udp-listener.ts';
import { LazyAccountingForwarder } from './proxy/lazy-accounting-forwarder.ts';
import { PacketMetrics } from './core/packet-metrics.ts';
import { ClientLastSeen } from './core/client-last-seen.ts';
import type { RequestResult } from './core/reply-table.ts';
import type { ServiceReply, PacketService } from './core/radius-request.ts';
import type { BoundAddress } from './listen/udp-sockets.ts';
import { statusServerService } from './core/status-server.ts';
import { unsupportedCoaService } from './core/unsupported-coa.ts';
import { defaultUpstreamTiming, type UpstreamTiming } from './proxy/upstream-timing.ts';
import { UpstreamAccessProxy } from './proxy/upstream-access-proxy.ts';
import { UpstreamRegistry } from './proxy/upstream-registry.ts';
import { MessageAuthenticatorPolicy } from './auth/message-authenticator-policy.ts';

export type { BoundAddress } from './listen/udp-sockets.ts';

/** What each door listens on. */
export interface BoundAddresses {
  readonly auth: readonly BoundAddress[];
  readonly acct: readonly BoundAddress[];
  /** Empty where RADIUS is not spoken over TLS. */
  readonly tls: readonly BoundAddress[];
}

export interface RadiusServer {
  readonly bound: BoundAddresses;
  /** The periodic tasks of the server, for the caller to run. */
  readonly tasks: readonly PeriodicTask[];
  /** The first of each. */
  readonly authAddress: BoundAddress;
  readonly acctAddress: BoundAddress;
  /** Clients that hold a connection open. */
  readonly radsecConnections: RadsecConnections;
  /** @throws Error where it no longer receives */
  checkReady(): void;
  /** Takes over the clients and upstreams as they are stored now. */
  reload(): Promise<void>;
  /** Receives nothing more, answers what is being worked on, and closes the sockets. */
  stop(): Promise<void>;
}

const mostRejects = 4_096;
const reloadIntervalMs = 1_000;
const bindIntervalMs = 10_000;

/**
 * Opens the doors of RADIUS: for authentication, for accounting and, where there is a certificate, for both over TLS.
 *
 * @param owner  names this gateway among those that share the store; the same after every restart, so that it goes on
 *   at once with what it was sending
 * @throws Error where an address is not ours or a port is taken; Fault where the store can not be read
 */
export async function startRadius(
  gateway: Gateway,
  timing = defaultUpstreamTiming,
  owner: string = randomUUID(),
): Promise<RadiusServer> {
  const { host, auth_port, acct_port, tls, reject_delay_seconds } = gateway.config.radius;
  const clients = new Clients(gateway);
  const upstreams = new UpstreamRegistry(gateway, timing);
  await Promise.all([clients.reload(), upstreams.reload()]);
  const rejects = new RejectDelay(reject_delay_seconds * 1000, mostRejects, gateway.clock);
  const inside = {
    gateway,
    clients,
    rejectDelay: rejects,
    packetMetrics: new PacketMetrics(gateway),
    lastSeen: new ClientLastSeen(gateway),
  };
  const trace = new DecisionLog(gateway);
  const forwards = new LazyAccountingForwarder(gateway, upstreams, owner);
  await forwards.resume();
  const radsecConnections = new RadsecConnections(clients);
  const services = servicesOf(gateway, { trace, upstreams, timing, forwards, radsecConnections });
  const { auth, acct, overTls, entrances } = await entrancesTo(services, {
    ...inside,
    radsecConnections,
  });
  let isStopped = false;
  const stop = async () => {
    isStopped = true;
    rejects.stop();
    // Whoever waits for an upstream repeats: another gateway, or this one when it is there again, will ask it anew.
    await Promise.all([
      forwards.stop(),
      upstreams.close(),
      ...entrances.map((entrance) => entrance.close()),
    ]);
    await trace.close();
  };
  try {
    const bound = {
      auth: await auth.open(host, auth_port),
      acct: await acct.open(host, acct_port),
      tls: (await overTls?.open(host, tls.port)) ?? [],
    };
    gateway.log.info(bound, 'RADIUS listens');
    const known = { clients, upstreams, forwards };
    reloadOnWrite(gateway, known);
    const checkReady = () => {
      if (isStopped) throw new Error('stopped');
    };
    const reload = () => Promise.all([clients.reload(), upstreams.reload()]).then(() => undefined);
    const tasks = [reloadTask(known), localAddressTask([auth, acct]), ...forwards.tasks];
    const [authAddress, acctAddress] = [firstOf(bound.auth), firstOf(bound.acct)];
    return { bound, tasks, authAddress, acctAddress, radsecConnections, checkReady, reload, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface AuthMeans {
  readonly trace: DecisionLog;
  readonly upstreams: UpstreamRegistry;
  readonly timing: UpstreamTiming;
}

function firstOf([first]: readonly BoundAddress[]): BoundAddress {
  if (!first) throw new Error('RADIUS listens on no address');
  return first;
}

type Services = ReadonlyMap<number, PacketService<RequestResult | ServiceReply>>;

function servicesOf(gateway: Gateway, means: AuthMeans & AcctMeans) {
  return { auth: authServices(gateway, means), acct: acctServices(gateway, means) };
}

function authServices(gateway: Gateway, means: AuthMeans): Services {
  return new Map<number, PacketService<RequestResult | ServiceReply>>([
    [
      packetCode.accessRequest,
      createAccessService(gateway, {
        messageAuthenticatorPolicy: new MessageAuthenticatorPolicy(gateway),
        decisionLog: means.trace,
        proxy: new UpstreamAccessProxy(gateway, {
          upstreams: means.upstreams,
          timing: means.timing,
          decisionLog: means.trace,
        }),
      }),
    ],
    [packetCode.statusServer, statusServerService],
  ]);
}

interface AcctMeans {
  readonly forwards: Pick<LazyAccountingForwarder, 'queueWriter'>;
  readonly radsecConnections: RadsecConnections;
}

function acctServices(
  gateway: Gateway,
  { forwards: { queueWriter }, radsecConnections }: AcctMeans,
): ReadonlyMap<number, PacketService> {
  const { store, dictionary } = gateway;
  const kept = {
    sessions: new SessionRecorder(store),
    packets: new AccountingPacketLog(store),
    commits: new CommitMetrics(gateway),
  };
  return new Map([
    [
      packetCode.accountingRequest,
      createAccountingService({ ...kept, dictionary, forward: queueWriter, radsecConnections }),
    ],
    [packetCode.statusServer, statusServerService],
  ]);
}

type Inside = PacketHandlerContext & { readonly radsecConnections: RadsecConnections };

async function entrancesTo(services: Record<'auth' | 'acct', Services>, inside: Inside) {
  const auth = new UdpListener(new PacketHandler('auth', services.auth, inside));
  const acct = new UdpListener(new PacketHandler('acct', services.acct, inside));
  const isWanted = inside.gateway.config.radius.tls.certificate !== '';
  const overTls = isWanted ? await entranceOverTls(services, inside) : null;
  return { auth, acct, overTls, entrances: [auth, acct, ...(overTls ? [overTls] : [])] };
}

/** Everything that the two ports of UDP take, on one; loaded only where it is wanted. */
async function entranceOverTls({ auth, acct }: Record<'auth' | 'acct', Services>, inside: Inside) {
  const { RadsecListener } = await import('./listen/radsec-listener.ts');
  const dynamic = [packetCode.disconnectRequest, packetCode.coaRequest].map(
    (type) => [type, unsupportedCoaService] as const,
  );
  return new RadsecListener(
    new PacketHandler('tls', new Map([...acct, ...auth, ...dynamic]), inside),
    inside,
  );
}

interface Known {
  readonly clients: Clients;
  readonly upstreams: UpstreamRegistry;
  readonly forwards: LazyAccountingForwarder;
}

/** Puts a client or an upstream in force as soon as this process has stored it. */
function reloadOnWrite({ changes }: Gateway, { clients, upstreams, forwards }: Known): void {
  changes.subscribe(['aaa_client'], () => clients.reloadWritten());
  changes.subscribe(['aaa_upstream', 'organization'], async () => {
    await upstreams.reloadWritten();
    await forwards.applyUpstreams();
  });
}

function reloadTask({ clients, upstreams, forwards }: Known): PeriodicTask {
  return {
    name: 'RADIUS clients and upstreams',
    intervalMs: reloadIntervalMs,
    initialDelayMs: reloadIntervalMs,
    failureMessage:
      'RADIUS: cannot read clients and upstreams; keeping the known ones, retrying in 1 s',
    run: async () => {
      await Promise.all([clients.reloadIfChanged(), upstreams.reload()]);
      forwards.startIfNeeded();
      return undefined;
    },
  };
}

/** Returns the task that binds addresses which the machine has got since the start. */
function localAddressTask(listeners: readonly UdpListener[]): PeriodicTask {
  return {
    name: 'local addresses of RADIUS',
    intervalMs: bindIntervalMs,
    initialDelayMs: bindIntervalMs,
    failureMessage: 'RADIUS: cannot bind new local addresses; retrying in 10 s',
    run: async () => {
      await Promise.all(listeners.map((listener) => listener.bindNewAddresses()));
      return undefined;
    },
  };
}
