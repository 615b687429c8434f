import { randomUUID } from 'node:crypto';
import { createDecisionLog, type DecisionLog } from '../aaa/policy/decision-log.ts';
import { AccountingPacketLog } from '../aaa/session/accounting-packet-log.ts';
import { exchangeClocks, readClocks } from '../aaa/client/nas-clock-store.ts';
import { NasClocks } from '../aaa/client/nas-clocks.ts';
import { AccessPointResolver } from '../aaa/client/access-point-resolver.ts';
import { SessionRecorder } from '../aaa/session/session-recorder.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { packetCode } from '../protocol/radius/packet.ts';
import type { PeriodicTask } from '../gateway/job.ts';
import type { PartFigures } from '../gateway/module.ts';
import {
  CommitMetrics,
  createAccountingService,
  recordingAgain,
  type AccountingServiceOptions,
} from './acct/accounting-service.ts';
import { createAccessService } from './auth/access-service.ts';
import type { createLoginTest } from './auth/login-test.ts';
import { MessageAuthenticatorPolicy } from './auth/message-authenticator-policy.ts';
import { Clients } from './core/clients.ts';
import {
  PacketHandler,
  type AnyPacketService,
  type PacketServices,
} from './core/packet-handler.ts';
import { nasClockTask } from './core/nas-clock-task.ts';
import { PacketMetrics } from './core/packet-metrics.ts';
import type { PacketService, ServiceReply } from './core/radius-request.ts';
import { RadsecConnections } from './core/radsec-connections.ts';
import { RejectDelay } from './core/reject-delay.ts';
import { statusServerService } from './core/status-server.ts';
import { unsupportedCoaService } from './core/unsupported-coa.ts';
import type { EapContext, EapService } from './eap/eap-service.ts';
import type { BoundAddress } from './listen/listen-address.ts';
import type { RadsecListenerContext } from './listen/radsec-listener.ts';
import { localAddressTask } from './listen/local-address-task.ts';
import { UdpListener } from './listen/udp-listener.ts';
import { LazyAccountingForwarder } from './proxy/lazy-accounting-forwarder.ts';
import { UpstreamAccessProxy } from './proxy/upstream-access-proxy.ts';
import { UpstreamRegistry } from './proxy/upstream-registry.ts';
import { defaultUpstreamTiming, type UpstreamTiming } from './proxy/upstream-timing.ts';
import { openOutage } from './standby/outage.ts';
import { reportKernelDrops } from '../runtime/machine/kernel-drops.ts';

export type { BoundAddress } from './listen/listen-address.ts';

/** The addresses that each listener is bound to. */
export interface BoundAddresses {
  readonly auth: readonly BoundAddress[];
  readonly acct: readonly BoundAddress[];
  /** Empty if RadSec is off. */
  readonly tls: readonly BoundAddress[];
}

export interface RadiusServer {
  readonly bound: BoundAddresses;
  /** The periodic tasks of the server, for the caller to run. */
  readonly tasks: readonly PeriodicTask[];
  /** The first address of each listener. */
  readonly authAddress: BoundAddress;
  readonly acctAddress: BoundAddress;
  readonly radsecConnections: RadsecConnections;
  /** What waits for the store, and how old the copy is; null: there is neither. */
  readonly figures: () => PartFigures | null;
  /** @throws Error once the server is stopped */
  checkReady(): void;
  /** Reloads the stored clients and upstreams. */
  reload(): Promise<void>;
  /** Stops receiving, answers the packets in flight, and closes the sockets. */
  stop(): Promise<void>;
}

const maxDelayedRejects = 4_096;
const reloadIntervalMs = 1_000;

/**
 * Opens the RADIUS listeners: for authentication, for accounting and, if a certificate is configured, for both over TLS.
 *
 * @param owner  name of this gateway among the gateways on the store; the same after every restart, so that it keeps the
 *   leases of its forward queues
 * @throws Error if an address is not one of the machine or a port is taken; Fault if the store cannot be read
 */
export async function startRadius(
  gateway: Gateway,
  timing = defaultUpstreamTiming,
  owner: string = randomUUID(),
): Promise<RadiusServer> {
  // Read before the first packet, which would have no answer while the process may open no further file.
  gateway.dictionary();
  const parts = await createParts(gateway, timing, owner);
  const { clients, upstreams, forwarder, radsecConnections } = parts;
  const accounting = accountingOptions(parts);
  const listeners = await createListeners(parts, accounting);
  gateway.upstreamLogins.sendBy(upstreams, async (login) => {
    const { authenticatePortalLogin } = await import('./proxy/portal-login.ts');
    return authenticatePortalLogin(login, parts);
  });
  acceptLoginTests(parts);
  let isStopped = false;
  const stop = async () => {
    isStopped = true;
    parts.rejectDelay.stop();
    // A client that waits for an upstream retransmits, to another gateway or to this one after its restart.
    await Promise.all([
      forwarder.stop(),
      upstreams.close(),
      listeners.auth.close(),
      listeners.acct.close(),
      listeners.tls?.close(),
    ]);
    await parts.decisionLog.close();
    await parts.outage.close();
    // What is lost is learned again.
    await exchangeClocks(gateway.store, parts.nasClocks, gateway.now().getTime()).catch(
      () => undefined,
    );
  };
  try {
    const bound = await openListeners(gateway, listeners);
    reloadOnWrite(parts);
    return {
      bound,
      tasks: tasksOf(parts, listeners, accounting),
      authAddress: firstOf(bound.auth),
      acctAddress: firstOf(bound.acct),
      radsecConnections,
      figures: parts.outage.figures,
      checkReady() {
        if (isStopped) throw new Error('stopped');
      },
      async reload() {
        await Promise.all([clients.reload(), upstreams.reload()]);
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function tasksOf(
  parts: Parts,
  listeners: Listeners,
  accounting: AccountingServiceOptions,
): readonly PeriodicTask[] {
  const { gateway, nasClocks, forwarder, eap, outage } = parts;
  return [
    reloadTask(parts),
    localAddressTask([listeners.auth, listeners.acct]),
    nasClockTask(gateway, nasClocks),
    ...forwarder.tasks,
    ...(eap?.tasks ?? []),
    ...outage.tasks(recordingAgain(accounting)),
  ];
}

function firstOf([first]: readonly BoundAddress[]): BoundAddress {
  if (!first) throw new Error('RADIUS listens on no address');
  return first;
}

type Parts = Awaited<ReturnType<typeof createParts>>;

async function createParts(gateway: Gateway, timing: UpstreamTiming, owner: string) {
  const clients = new Clients(gateway);
  const upstreams = new UpstreamRegistry(gateway, timing);
  await Promise.all([clients.reload(), upstreams.reload()]);
  const forwarder = new LazyAccountingForwarder(gateway, upstreams, owner);
  await forwarder.resume();
  const nasClocks = new NasClocks();
  nasClocks.take(await readClocks(gateway.store));
  const outage = await openOutage(gateway);
  const { logins, attempt } = outage;
  const decisionLog = createDecisionLog(gateway, outage.decisions);
  const accessPoints = new AccessPointResolver(logins.store, gateway.clock);
  const deciding = { gateway: logins, logins: logins.logins, decisionLog, accessPoints, attempt };
  return {
    gateway,
    logins,
    outage,
    timing,
    clients,
    upstreams,
    forwarder,
    nasClocks,
    decisionLog,
    accessPoints,
    attempt,
    eap: await createEap(deciding),
    rejectDelay: new RejectDelay(
      gateway.config.radius.reject_delay_seconds * 1000,
      maxDelayedRejects,
      gateway.clock,
    ),
    packetMetrics: new PacketMetrics(gateway),
    radsecConnections: new RadsecConnections(clients),
  };
}

type Listeners = Awaited<ReturnType<typeof createListeners>>;

async function createListeners(parts: Parts, accounting: AccountingServiceOptions) {
  const auth = createAuthServices(parts);
  const acct = createAcctServices(accounting);
  const hasTls = parts.gateway.config.radius.tls.certificate !== '';
  return {
    auth: new UdpListener(new PacketHandler('auth', auth, parts)),
    acct: new UdpListener(new PacketHandler('acct', acct, parts)),
    tls: hasTls ? await createRadsecListener(new Map([...acct, ...auth]), parts) : null,
  };
}

async function openListeners(
  gateway: Gateway,
  { auth, acct, tls }: Listeners,
): Promise<BoundAddresses> {
  const { host, auth_port, acct_port, tls: tlsConfig } = gateway.config.radius;
  const bound = {
    auth: await auth.open(host, auth_port),
    acct: await acct.open(host, acct_port),
    tls: (await tls?.open(host, tlsConfig.port)) ?? [],
  };
  const portsOf = (addresses: readonly BoundAddress[]) => addresses.map(({ port }) => port);
  reportKernelDrops(gateway.metrics, 'gatehouse_radius_kernel_drops_total', {
    auth: portsOf(bound.auth),
    acct: portsOf(bound.acct),
  });
  gateway.log.info(bound, 'RADIUS listens');
  return bound;
}

function createAuthServices(parts: Parts): PacketServices {
  return new Map<number, AnyPacketService>([
    [packetCode.accessRequest, createAccess(parts, parts.decisionLog)],
    [packetCode.statusServer, statusServerService],
  ]);
}

function createAccess(
  { gateway, logins, attempt, upstreams, timing, accessPoints, eap }: Parts,
  decisionLog: Pick<DecisionLog, 'add'>,
): PacketService<ServiceReply> {
  return createAccessService(logins, {
    messageAuthenticatorPolicy: new MessageAuthenticatorPolicy(gateway),
    decisionLog,
    accessPoints,
    attempt,
    upstreams,
    proxy: new UpstreamAccessProxy(gateway, { upstreams, timing, decisionLog }),
    eap,
  });
}

/** Lets the API try logins out. The first of them loads the code. */
function acceptLoginTests(parts: Parts): void {
  let created: ReturnType<typeof createLoginTest> | null = null;
  parts.gateway.loginTests.runBy(async (test) => {
    const { createLoginTest: create } = await import('./auth/login-test.ts');
    created ??= create({ ...parts, createService: (log) => createAccess(parts, log) });
    return created(test);
  });
}

function accountingOptions(parts: Parts): AccountingServiceOptions {
  const { gateway, upstreams, forwarder, radsecConnections, accessPoints, nasClocks } = parts;
  const { spool, onHeld } = parts.outage;
  return {
    sessions: new SessionRecorder(gateway.store, accessPoints),
    clocks: nasClocks,
    packets: new AccountingPacketLog(gateway.store),
    commits: new CommitMetrics(gateway),
    upstreams,
    forwardQueue: forwarder.queueWriter,
    radsecConnections,
    dictionary: gateway.dictionary,
    spool,
    onHeld,
  };
}

function createAcctServices(accounting: AccountingServiceOptions): PacketServices {
  return new Map([
    [packetCode.accountingRequest, createAccountingService(accounting)],
    [packetCode.statusServer, statusServerService],
  ]);
}

/** Opens the EAP server, if it is on. Its code is loaded only then. */
async function createEap(context: EapContext): Promise<EapService | null> {
  if (!context.gateway.config.radius.eap.enabled) return null;
  const { createEapService } = await import('./eap/eap-service.ts');
  return createEapService(context);
}

/** Creates the listener for all packets over TLS. Its code is loaded only if it is configured. */
async function createRadsecListener(
  services: PacketServices,
  context: RadsecListenerContext & Parts,
) {
  const { RadsecListener } = await import('./listen/radsec-listener.ts');
  const all = new Map<number, AnyPacketService>([
    ...services,
    [packetCode.disconnectRequest, unsupportedCoaService],
    [packetCode.coaRequest, unsupportedCoaService],
  ]);
  return new RadsecListener(new PacketHandler('tls', all, context), context);
}

/** Reloads clients and upstreams as soon as this gateway has written them. */
function reloadOnWrite({ gateway, clients, upstreams, forwarder }: Parts): void {
  gateway.changes.subscribe(['aaa_client', 'organization'], () => clients.reloadWritten());
  gateway.changes.subscribe(['aaa_upstream', 'organization'], async () => {
    await upstreams.reloadWritten();
    await forwarder.applyUpstreams();
  });
}

function reloadTask({ clients, upstreams, forwarder }: Parts): PeriodicTask {
  return {
    name: 'RADIUS clients and upstreams',
    intervalMs: reloadIntervalMs,
    initialDelayMs: reloadIntervalMs,
    failureMessage:
      'RADIUS: cannot read clients and upstreams; keeping the known ones, retrying in 1 s',
    run: async () => {
      await Promise.all([clients.reloadIfChanged(), upstreams.reload()]);
      forwarder.startIfNeeded();
      return undefined;
    },
  };
}
