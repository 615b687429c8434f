import { randomUUID } from 'node:crypto';
import type { Static } from 'typebox';
import { Fault } from '../../errors.ts';
import type { Gateway } from '../../gateway.ts';
import type { Job, JobRun } from '../../job.ts';
import { validateAgainst } from '../../schema.ts';
import { diagnosticSchemas, type DiagnosticCode } from './diagnostic-schemas.ts';
import { dnsLookup } from './dns-lookup.ts';
import type { StoredDevice } from '../device/find-device.ts';
import { insertTransaction } from '../device/transaction.ts';

interface Request {
  readonly operation: DiagnosticCode;
  /** The kind's own keys, and `source`. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly user: number;
}

/** Schedules a diagnostic. @returns id of its transaction */
export async function scheduleDiagnostic(
  gateway: Gateway,
  device: StoredDevice,
  asked: Request,
): Promise<string> {
  const id = randomUUID();
  await gateway.store.write([
    insertTransaction(gateway, { id, device, kind: 'diagnostic', ...asked }),
  ]);
  gateway.jobs.wake();
  return id;
}

type Results = Readonly<Record<string, unknown>>;
type Run = (
  gateway: Gateway,
  parameters: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
) => Promise<Results>;

/** What the gateway itself can run; the others need a device that does, and no type has any yet. */
const fromGateway: Readonly<Partial<Record<string, Run>>> = {
  ping: (gateway, parameters, signal) =>
    ping(gateway, validateAgainst(diagnosticSchemas.ping, parameters, 'parameters'), signal),
  dns_lookup: (_gateway, parameters, signal) =>
    dnsLookup(
      validateAgainst(diagnosticSchemas.dns_lookup, parameters, 'parameters'),
      boundedBy(signal),
    ),
};

export const diagnosticJob: Job = {
  kind: 'diagnostic',
  async run({ operation, parameters, signal }: JobRun, gateway) {
    const { source, ...keys } = parameters;
    if (source === 'device')
      throw new Fault('unsupported', `the device's type has no way to run ${operation}`);
    const run = fromGateway[operation];
    if (!run)
      throw new Fault(
        'unsupported',
        `neither the device's type nor the gateway can run ${operation}`,
      );
    return { source: 'gateway', ...(await run(gateway, keys, signal)) };
  },
};

const longestMs = 300_000;

function boundedBy(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(longestMs)]);
}

type Ping = Static<(typeof diagnosticSchemas)['ping']>;

/** @throws Fault where nothing could be sent; that nothing came back is a result */
async function ping(gateway: Gateway, asked: Ping, signal: AbortSignal): Promise<Results> {
  const icmp = gateway.adapters.get('icmp');
  if (!icmp?.diagnose) throw new Fault('unsupported', 'no adapter can ping');
  if (asked.interface !== '')
    throw new Fault('unsupported', `the gateway cannot choose the interface "${asked.interface}"`);
  if (asked.dscp !== 0)
    throw new Fault('unsupported', 'the gateway cannot mark its pings with a dscp');
  const target = {
    ...{
      name: asked.host,
      host: asked.host,
      credentials: {},
      checkHostKey: () => Promise.resolve(false),
    },
    options: optionsOf(icmp.options, asked),
  };
  const { summary, raw } = await icmp.diagnose(
    target,
    { kind: 'ping' },
    { signal: boundedBy(signal), log: () => undefined },
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

/** What the published keys allow and this adapter does not is said in the adapter's words. */
function optionsOf(
  schema: Parameters<typeof validateAgainst>[0],
  { count, timeout, packet_size }: Ping,
): Readonly<Record<string, unknown>> {
  try {
    return validateAgainst<Record<string, unknown>>(
      schema,
      { count, timeout: timeout / 1000, packet_size },
      'ping',
    );
  } catch (error) {
    throw new Fault('unsupported', error instanceof Error ? error.message : 'ping', {
      cause: error,
    });
  }
}
