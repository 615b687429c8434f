import type { GatewayProcess } from '../test/gateway-process.ts';
import { percentile } from './figures.ts';
import { cpuSecondsOfTree } from './proc.ts';
import { sendRequests, type Load } from './radius-load.ts';

/** A RADIUS server that is measured. */
export interface Server {
  readonly name: string;
  readonly port: number;
  /** The processes that do its work, its database's among them. */
  readonly pids: readonly number[];
}

/** Result of a load on a server. */
export interface Run {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processor time of the server for a packet. */
  readonly cpuMicroseconds: number;
  readonly repeated: number;
  readonly lost: number;
  /** Cores that this process was busy on: where it is 1, the load was the limit and not the server. */
  readonly generatorCores: number;
}

/** @throws Error if the server does not answer any request */
export async function load(server: Server, given: Omit<Load, 'port'>): Promise<Run> {
  const before = cpuSecondsOfAll(server);
  const generator = process.cpuUsage();
  const { seconds, latenciesMs, repeated, lost } = await sendRequests({
    ...given,
    port: server.port,
  });
  const { user, system } = process.cpuUsage(generator);
  const cpuSeconds = cpuSecondsOfAll(server) - before;
  if (latenciesMs.length === 0) throw new Error(`${server.name} does not answer`);
  return {
    perSecond: latenciesMs.length / seconds,
    p50Ms: percentile(latenciesMs, 0.5),
    p99Ms: percentile(latenciesMs, 0.99),
    cpuMicroseconds: (cpuSeconds / latenciesMs.length) * 1e6,
    repeated,
    lost,
    generatorCores: (user + system) / 1e6 / seconds,
  };
}

function cpuSecondsOfAll({ pids }: Server): number {
  return pids.map(cpuSecondsOfTree).reduce((sum, some) => sum + some, 0);
}

/** Returns the 99th percentile of the delay of a 10 ms timer in the gateway since the last call. */
export async function lagMs(gateway: Pick<GatewayProcess, 'call'>): Promise<number> {
  const { text } = await gateway.call('GET', '/metrics');
  return Number(/^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(text)?.[1]) * 1000;
}
