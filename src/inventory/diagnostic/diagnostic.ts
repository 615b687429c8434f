import { randomUUID } from 'node:crypto';
import { Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { Job, JobRun } from '../../gateway/job.ts';
import { hostOfUrl } from '../../runtime/ip-address.ts';
import { compareSides, runSide } from './compared-diagnostic.ts';
import { refusalOfDevice, runOnDevice } from './device-diagnostics.ts';
import { diagnosticCodes, type DiagnosticCode } from './diagnostic-schemas.ts';
import type { Destination } from './diagnostic-run.ts';
import { destinationOf, refusalOfGateway, runOnGateway } from './gateway-diagnostics.ts';
import { parseServer, type Parameters, type Refusal } from './gateway-refusals.ts';
import { checkDestination } from '../device/device-address.ts';
import type { StoredDevice } from '../device/find-device.ts';
import { openSecretParameters, type Schedule } from '../transaction/transaction.ts';
import { splitSecretKeys } from './secret-keys.ts';
import { scheduleRuns } from '../series/series-request.ts';

interface DiagnosticRequest {
  readonly operation: DiagnosticCode;
  /** The keys of the diagnostic, and `source`. */
  readonly parameters: Parameters;
  readonly user: number;
}

/** A device of a diagnostic, and when it runs there. */
export interface DiagnosedDevice extends Schedule {
  readonly device: StoredDevice;
}

/**
 * Schedules a diagnostic of one or several devices: one transaction for each, in one batch.
 *
 * @returns ids of the transactions, in the order of the devices
 * @throws Fault `invalid` naming the field that neither the device nor the gateway can honour
 */
export async function scheduleDiagnostics(
  gateway: Gateway,
  devices: readonly DiagnosedDevice[],
  request: DiagnosticRequest,
): Promise<readonly string[]> {
  const checked = await Promise.all(
    devices.map(async (one) => ({
      ...one,
      id: randomUUID(),
      ...splitSecretKeys(
        request.operation,
        await checkRequest(gateway, one.device, request),
        one.repetition !== undefined,
      ),
    })),
  );
  const scheduled = await Promise.all(
    checked.map((one) => scheduleRuns(gateway, { ...request, ...one, kind: 'diagnostic' })),
  );
  await gateway.store.write(scheduled.flat());
  gateway.jobs.wake();
  return checked.map(({ id }) => id);
}

/** Checks a request, and returns its parameters with the source that runs it. @throws Fault `invalid` */
async function checkRequest(
  gateway: Gateway,
  device: StoredDevice,
  { operation, parameters }: DiagnosticRequest,
): Promise<Parameters> {
  const { source, ...keys } = parameters;
  const asked = { operation, parameters: keys };
  const byDevice = refusalOfDevice(gateway, device, asked);
  const mustRunOnDevice = source === 'device' || source === 'compare';
  if (mustRunOnDevice && byDevice !== null) throw refusalFault(byDevice);
  if (source !== 'gateway' && source !== 'compare' && byDevice === null)
    return { ...keys, source: 'device' };
  const byGateway = await refusalOfGateway(device, asked);
  if (byGateway !== null) throw refusalFault(nearestRefusal(asked, { byDevice, byGateway }));
  await checkDestinations(gateway, device, asked);
  return parameters;
}

interface Refusals {
  readonly byDevice: Refusal | null;
  readonly byGateway: Refusal;
}

/** Returns the refusal of the side that can run the diagnostic with other keys. */
function nearestRefusal({ operation }: Asked, { byDevice, byGateway }: Refusals): Refusal {
  const isOfDevice = byDevice !== null && byDevice[0] !== 'source' && byGateway[0] === 'operation';
  if (isOfDevice) return byDevice;
  if (byGateway[0] !== 'operation' || byDevice === null) return byGateway;
  return ['operation', `${byGateway[1]}, and ${byDevice[1]}, so that ${operation} is not possible`];
}

function refusalFault([field, reason]: Refusal): Fault {
  return Fault.field(field, `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`);
}

type Asked = Pick<DiagnosticRequest, 'operation' | 'parameters'>;

/** @throws Fault `invalid` if the gateway may not connect to the parameter for the organization of the device */
async function checkDestinations(
  gateway: Gateway,
  { organization }: StoredDevice,
  { operation, parameters }: Asked,
): Promise<void> {
  const field = destinationOf(operation);
  if (field === null) return;
  const value = parameters[field];
  const host = typeof value === 'string' ? hostsOf[field](value) : '';
  if (host !== '') await checkDestination(gateway.store, field, { organization, host });
}

/** Returns the host of a parameter; empty: no host. */
const hostsOf: Readonly<Record<Destination, (value: string) => string>> = {
  host: (value) => value,
  dns_server: (value) => parseServer(value).host,
  url(value) {
    const url = URL.parse(value);
    return url === null ? '' : hostOfUrl(url);
  },
};

export const diagnosticJob: Job<'diagnostic'> = {
  kind: 'diagnostic',
  // What the gateway runs has a result, also where its target does not answer.
  waitsForDevice: ({ parameters: { source } }) => (source === 'device' ? 'always' : 'never'),
  async run(work: JobRun, gateway) {
    const { source, ...shown } = work.parameters;
    const parameters = { ...shown, ...(await openSecretParameters(gateway, work.id)) };
    const operation = diagnosticCodes.find((code) => code === work.operation);
    if (operation === undefined)
      throw new Fault('unsupported', `${work.operation} is no diagnostic any more`);
    const asked = { operation, parameters };
    if (source === 'device') return { source, ...(await runOnDevice(gateway, asked, work)) };
    if (source !== 'compare')
      return { source: 'gateway', ...(await runOnGateway(gateway, asked, work)) };
    return compareSides(
      await runSide(() => runOnGateway(gateway, asked, work)),
      await runSide(() => runOnDevice(gateway, asked, work)),
    );
  },
};
