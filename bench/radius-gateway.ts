import { GatewayProcess } from '../test/gateway-process.ts';
import { percentile } from './figures.ts';
import { memoryOf } from './proc.ts';
import type { Load } from './radius-load.ts';
import { lagMs, load, type Run, type Server } from './radius-run.ts';
import { withPages } from './rest-page.ts';

export const secret = 'a-secret-of-22-octets!';

/** Measurements of a gateway during a load besides its answers. */
export interface Meanwhile {
  readonly restP99Ms: number;
  readonly lagMs: number;
  readonly residentMb: number;
}

/** Knows this machine as a RADIUS client. */
export async function startGateway(
  environment: Readonly<Record<string, string>> = {},
): Promise<GatewayProcess> {
  const gateway = await GatewayProcess.start({ GATEHOUSE_LOG_LEVEL: 'error', ...environment });
  await addClient(gateway).catch(async (error: unknown) => {
    await gateway.remove();
    throw error;
  });
  return gateway;
}

export async function addClient(gateway: GatewayProcess): Promise<void> {
  const { status, text } = await gateway.gate('POST', '/aaa_client/', {
    name: 'nas',
    address: '127.0.0.1',
    secret,
  });
  if (status !== 201) throw new Error(`no client: ${status} ${text}`);
}

/** Runs a load as for any server, and measures the gateway's HTTP interface and memory during it. */
export async function loadGateway(
  gateway: GatewayProcess,
  server: Server,
  given: Omit<Load, 'port'>,
): Promise<Run & Meanwhile> {
  await lagMs(gateway); // begins a new count
  const { done, latenciesMs } = await withPages(gateway, () => load(server, given));
  const late = await lagMs(gateway);
  const residentMb = memoryOf(gateway.pid).resident / 1e6;
  return { ...done, restP99Ms: percentile(latenciesMs, 0.99), lagMs: late, residentMb };
}
