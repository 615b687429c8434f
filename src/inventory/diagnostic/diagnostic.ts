import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import type { Static } from 'typebox';
import { Fault } from '../../errors.ts';
import type { Gateway } from '../../gateway.ts';
import type { Job, JobRun } from '../../job.ts';
import { validateAgainst } from '../../schema.ts';
import { diagnosticSchemas, type DiagnosticCode } from './diagnostic-schemas.ts';
import { dnsLookup } from './dns-lookup.ts';
import { pingFromGateway } from './gateway-ping.ts';
import { checkDestination, resolveDestination } from '../device/device-address.ts';
import type { StoredDevice } from '../device/find-device.ts';
import type { Schedule } from '../device/transaction.ts';
import { scheduleRuns } from '../series/series-request.ts';

interface DiagnosticRequest extends Schedule {
  readonly operation: DiagnosticCode;
  /** The keys of the diagnostic, and `source`. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly user: number;
}

/** Schedules a diagnostic. @returns id of its transaction */
export async function scheduleDiagnostic(
  gateway: Gateway,
  device: StoredDevice,
  request: DiagnosticRequest,
): Promise<string> {
  await checkDestinations(gateway, device, request);
  const id = randomUUID();
  await gateway.store.write(
    await scheduleRuns(gateway, { id, device, kind: 'diagnostic', ...request }),
  );
  gateway.jobs.wake();
  return id;
}

/** @throws Fault `invalid` if the gateway may not connect to the parameter for the organization of the device */
async function checkDestinations(
  gateway: Gateway,
  { organization }: StoredDevice,
  { operation, parameters }: DiagnosticRequest,
): Promise<void> {
  const field = operation === 'dns_lookup' ? 'dns_server' : 'host';
  const value = parameters[field];
  if (typeof value === 'string' && value !== '')
    await checkDestination(gateway, field, { organization, host: hostOfServer(value) });
}

/** Returns the host of a name server that may be written with a port: `192.0.2.1:53`, `[2001:db8::1]:53`. */
function hostOfServer(server: string): string {
  return /^\[([^\]]+)\](?::\d+)?$/.exec(server)?.[1] ?? /^([^:]+):\d+$/.exec(server)?.[1] ?? server;
}

type Results = Readonly<Record<string, unknown>>;
type Run = (
  gateway: Gateway,
  parameters: Readonly<Record<string, unknown>>,
  work: Pick<JobRun, 'organization' | 'runStep'>,
) => Promise<Results>;

/** Diagnostics that the gateway itself can run. The others need a device that runs them; no type does yet. */
const gatewayDiagnostics: Readonly<Partial<Record<string, Run>>> = {
  ping: (gateway, parameters, work) =>
    ping(gateway, validateAgainst(diagnosticSchemas.ping, parameters, 'parameters'), work),
  dns_lookup: async (gateway, parameters, { organization, runStep }) => {
    const request = validateAgainst<DnsLookup>(
      diagnosticSchemas.dns_lookup,
      parameters,
      'parameters',
    );
    const host = hostOfServer(request.dns_server);
    // Anything but an address is refused by the resolver.
    if (isIP(host) !== 0) await resolveDestination(gateway, { organization, host });
    return runStep({ name: 'dns_lookup', timeoutMs: diagnosticTimeoutMs }, (signal) =>
      dnsLookup(request, signal),
    );
  },
};

export const diagnosticJob: Job = {
  kind: 'diagnostic',
  // The gateway runs it, so a destination that does not answer is its result.
  waitsForDevice: 'never',
  async run(work: JobRun, gateway) {
    const { operation, parameters } = work;
    const { source, ...keys } = parameters;
    if (source === 'device')
      throw new Fault('unsupported', `the device's type has no way to run ${operation}`);
    const run = gatewayDiagnostics[operation];
    if (!run)
      throw new Fault(
        'unsupported',
        `neither the device's type nor the gateway can run ${operation}`,
      );
    return { source: 'gateway', ...(await run(gateway, keys, work)) };
  },
};

const diagnosticTimeoutMs = 300_000;

type Ping = Static<(typeof diagnosticSchemas)['ping']>;
type DnsLookup = Static<(typeof diagnosticSchemas)['dns_lookup']>;

/** @throws Fault if no packet could be sent; unanswered packets are a result */
async function ping(
  gateway: Gateway,
  request: Ping,
  { organization, runStep }: Pick<JobRun, 'organization' | 'runStep'>,
): Promise<Results> {
  if (request.interface !== '')
    throw new Fault(
      'unsupported',
      `the gateway cannot choose the interface "${request.interface}"`,
    );
  if (request.dscp !== 0)
    throw new Fault('unsupported', 'the gateway cannot set a dscp on its pings');
  const { count, timeout, packet_size } = request;
  const host = await resolveDestination(gateway, { organization, host: request.host });
  const options = { count, timeout: timeout / 1000, packet_size };
  const { summary, raw } = await runStep(
    { name: 'ping', timeoutMs: diagnosticTimeoutMs, keepsSlot: true },
    (signal) => pingFromGateway(gateway, { name: host, host, options }, signal),
  );
  const { packets_sent, packets_received, packet_loss, ...times } = summary;
  return {
    ip_address_used: /^PING [^(]*\(([^)]+)\)/.exec(raw)?.[1] ?? null,
    success_count: packets_received,
    failure_count: Number(packets_sent) - Number(packets_received),
    ...times,
    packet_loss,
  };
}
