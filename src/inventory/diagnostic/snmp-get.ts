import type { Static } from 'typebox';
import type { VariableValue } from '../../contract/adapter.ts';
import { Fault } from '../../contract/errors.ts';
import { createAdapterLog, resolveConnection } from '../device/connection.ts';
import { findDeviceById, type StoredDevice } from '../device/find-device.ts';
import type { Run } from './diagnostic-run.ts';
import type { diagnosticSchemas } from './diagnostic-schemas.ts';
import type { Refusal } from './gateway-refusals.ts';
import { rounded } from './transfer-test.ts';

/* Variables of the device's SNMP agent, read with the credentials and options that the device has. */

const timeoutMs = 60_000;

export function refuseWithoutAddress({ name, ip_address }: StoredDevice): Refusal | null {
  return ip_address === null ? ['operation', `device "${name}" has no ip_address`] : null;
}

/** Reads variables. A missing variable is a result. @throws Fault of the agent as a whole */
export async function runSnmpGet(
  { oids }: Static<(typeof diagnosticSchemas)['snmp_get']>,
  { gateway, work }: Run,
) {
  const connection = await resolveConnection(
    gateway,
    await findDeviceById(gateway.store, work.device),
  );
  const { adapter, target } = connection.serviceOf('snmp');
  const read = adapter.read?.bind(adapter);
  if (!read) throw new Fault('unsupported', 'adapter snmp has no read command');
  const requests = oids.map((oid) => ({ variable: oid, command: { oid } }));
  const log = createAdapterLog(gateway, connection);
  const startedAt = performance.now();
  const readings = await work.runStep({ name: 'snmp_get', timeoutMs }, (signal) =>
    read(target, requests, { signal, log }),
  );
  return {
    ip_address_used: target.host,
    response_time: rounded(performance.now() - startedAt),
    variables: readings.map((reading) => ({
      oid: reading.variable,
      value: reading.value === null ? null : shown(reading.value),
      error: 'fault' in reading ? reading.fault : null,
    })),
  };
}

/** Counters beyond 2^53 - 1 are strings of digits. */
function shown(value: VariableValue): string | number | boolean {
  if (typeof value !== 'bigint') return value;
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : String(value);
}
