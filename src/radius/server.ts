import { randomUUID } from 'node:crypto';
import { DecisionLog } from '../aaa/decision-log.ts';
import { PacketLog } from '../aaa/packet-log.ts';
import { Sessions } from '../aaa/session.ts';
import type { Gateway } from '../gateway.ts';
import { code } from '../protocol/radius/packet.ts';
import { access } from './access.ts';
import { accounting } from './accounting.ts';
import { Clients } from './clients.ts';
import { Commits } from './commits.ts';
import { Connected } from './connected.ts';
import { Delay } from './delay.ts';
import { Door, type Surroundings } from './door.ts';
import { Entrance } from './entrance.ts';
import { Forwards } from './forwards.ts';
import { Journal } from './journal.ts';
import { LastSeen } from './last-seen.ts';
import type { Result } from './outcome.ts';
import type { Served, Service } from './request.ts';
import type { BoundAddress } from './sockets.ts';
import { status } from './status.ts';
import { unwanted } from './unwanted.ts';
import { usualTiming, type UpstreamTiming } from './upstream-timing.ts';
import { Upstreams } from './upstreams.ts';
import { Weakness } from './weakness.ts';

export type { BoundAddress } from './sockets.ts';

/** What each door listens on. */
export interface Bound {
  readonly auth: readonly BoundAddress[];
  readonly acct: readonly BoundAddress[];
  /** Empty where RADIUS is not spoken over TLS. */
  readonly tls: readonly BoundAddress[];
}

export interface RadiusServer {
  readonly bound: Bound;
  /** The first of each. */
  readonly authAddress: BoundAddress;
  readonly acctAddress: BoundAddress;
  /** Clients that hold a connection open. */
  readonly connected: Connected;
  /** @throws Error where it no longer receives */
  checkReady(): void;
  /** Takes over the clients and upstreams as they are stored now. */
  reload(): Promise<void>;
  /** Receives nothing more, answers what is being worked on, and closes the sockets. */
  stop(): Promise<void>;
}

const mostRejects = 4_096;
const msBetweenLooks = 1_000;

/**
 * Opens the doors of RADIUS: for authentication, for accounting and, where there is a certificate, for both over TLS.
 *
 * @param owner  names this gateway among those that share the store; the same after every restart, so that it goes on
 *   at once with what it was sending
 * @throws Error where an address is not ours or a port is taken; Fault where the store can not be read
 */
export async function startRadius(gateway: Gateway, timing = usualTiming, owner: string = randomUUID()): Promise<RadiusServer> {
  const { host, auth_port, acct_port, tls, reject_delay_seconds } = gateway.config.radius;
  const clients = new Clients(gateway);
  const upstreams = new Upstreams(gateway, timing);
  await Promise.all([clients.reload(), upstreams.look()]);
  const rejects = new Delay(reject_delay_seconds * 1000, mostRejects);
  const inside = { gateway, clients, rejects, journal: new Journal(gateway), lastSeen: new LastSeen(gateway) };
  const trace = new DecisionLog(gateway);
  const forwards = new Forwards(gateway, upstreams, owner);
  await forwards.open();
  const connected = new Connected(clients);
  const services = servicesOf(gateway, { trace, upstreams, timing, forwards, connected });
  const { auth, acct, overTls, entrances } = await entrancesTo(services, { ...inside, connected });
  const looking = setInterval(() => void lookAt({ clients, upstreams, forwards }, gateway), msBetweenLooks).unref();
  let isStopped = false;
  const stop = async () => {
    isStopped = true;
    clearInterval(looking);
    rejects.stop();
    // Whoever waits for an upstream repeats: another gateway, or this one when it is there again, will ask it anew.
    await Promise.all([forwards.stop(), upstreams.close(), ...entrances.map((entrance) => entrance.close())]);
    await trace.close();
  };
  try {
    const bound = {
      auth: await auth.open(host, auth_port),
      acct: await acct.open(host, acct_port),
      tls: (await overTls?.open(host, tls.port)) ?? [],
    };
    gateway.log.info(bound, 'RADIUS listens');
    const checkReady = () => {
      if (isStopped) throw new Error('stopped');
    };
    const reload = () => Promise.all([clients.reload(), upstreams.look()]).then(() => undefined);
    const [authAddress, acctAddress] = [firstOf(bound.auth), firstOf(bound.acct)];
    return { bound, authAddress, acctAddress, connected, checkReady, reload, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface AuthMeans {
  readonly trace: DecisionLog;
  readonly upstreams: Upstreams;
  readonly timing: UpstreamTiming;
}

function firstOf([first]: readonly BoundAddress[]): BoundAddress {
  if (!first) throw new Error('RADIUS listens on no address');
  return first;
}

type Services = ReadonlyMap<number, Service<Result | Served>>;

function servicesOf(gateway: Gateway, means: AuthMeans & AcctMeans) {
  return { auth: authServices(gateway, means), acct: acctServices(gateway, means) };
}

function authServices(gateway: Gateway, means: AuthMeans): Services {
  return new Map<number, Service<Result | Served>>([
    [code.accessRequest, access(gateway, { ...means, weakness: new Weakness(gateway) })],
    [code.statusServer, status],
  ]);
}

interface AcctMeans {
  readonly forwards: Pick<Forwards, 'forward'>;
  readonly connected: Connected;
}

function acctServices(gateway: Gateway, { forwards: { forward }, connected }: AcctMeans): ReadonlyMap<number, Service> {
  const { store, dictionary } = gateway;
  const kept = { sessions: new Sessions(store), packets: new PacketLog(store), commits: new Commits(gateway) };
  return new Map([
    [code.accountingRequest, accounting({ ...kept, dictionary, forward, connected })],
    [code.statusServer, status],
  ]);
}

type Inside = Surroundings & { readonly connected: Connected };

async function entrancesTo(services: Record<'auth' | 'acct', Services>, inside: Inside) {
  const auth = new Entrance(new Door('auth', services.auth, inside));
  const acct = new Entrance(new Door('acct', services.acct, inside));
  const isWanted = inside.gateway.config.radius.tls.certificate !== '';
  const overTls = isWanted ? await entranceOverTls(services, inside) : null;
  return { auth, acct, overTls, entrances: [auth, acct, ...(overTls ? [overTls] : [])] };
}

/** Everything that the two ports of UDP take, on one; loaded only where it is wanted. */
async function entranceOverTls({ auth, acct }: Record<'auth' | 'acct', Services>, inside: Inside) {
  const { TlsEntrance } = await import('./tls-entrance.ts');
  const dynamic = [code.disconnectRequest, code.coaRequest].map((type) => [type, unwanted] as const);
  return new TlsEntrance(new Door('tls', new Map([...acct, ...auth, ...dynamic]), inside), inside);
}

interface Known {
  readonly clients: Clients;
  readonly upstreams: Upstreams;
  readonly forwards: Forwards;
}

async function lookAt({ clients, upstreams, forwards }: Known, { log }: Gateway): Promise<void> {
  try {
    await Promise.all([clients.look(), upstreams.look()]);
    forwards.look();
  } catch (error) {
    log.warn({ err: error }, 'RADIUS clients and upstreams could not be read; those known stay');
  }
}
