import { randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import type { BackupSpec } from '../../device-type/device-type.ts';
import { Fault } from '../../contract/errors.ts';
import { keysOf } from '../../contract/fields.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { Job, JobRun } from '../../gateway/job.ts';
import { validateAgainst } from '../../contract/schema.ts';
import { createAdapterLog, resolveConnection, type Connection } from '../device/connection.ts';
import { updateDeviceStatus } from '../device/device-status.ts';
import { findDeviceById, getDeviceType, type StoredDevice } from '../device/find-device.ts';
import { scheduleTransaction } from '../transaction/transaction.ts';
import { findVersion, openConfiguration, saveVersion } from './configuration-versions.ts';
import { hashOf } from './configuration-text.ts';

const kind = 'configuration';
const maxLength = 1_048_576;
const readBackTries = 10;
const readBackIntervalMs = 1000;

/** The work that is asked for: a backup, or a version that the device shall have again. */
export interface ConfigurationRequest {
  readonly device: StoredDevice;
  /** The version to restore; null: a backup. */
  readonly restored: number | null;
  readonly user: number | null;
}

/**
 * Schedules a backup or the restoration of a version.
 *
 * @returns id of the transaction
 * @throws Fault `invalid` if the type of the device has no backup, or cannot restore
 */
export async function scheduleConfigurationWork(
  gateway: Gateway,
  { device, restored, user }: ConfigurationRequest,
): Promise<string> {
  const type = getDeviceType(gateway, device);
  if (!type.backup) throw Fault.field('device', `Type "${type.short_name}" has no backup.`);
  if (restored !== null && !type.backup.restore)
    throw Fault.field('id', `Type "${type.short_name}" cannot restore a configuration.`);
  const id = randomUUID();
  const request = {
    id,
    device,
    kind,
    operation: (restored === null ? 'backup' : 'restore') satisfies Work,
    parameters: restored === null ? {} : { configuration: restored },
    user,
    runAt: null,
    expiresAt: null,
  } as const;
  await gateway.store.write(scheduleTransaction(gateway, request));
  gateway.jobs.wake();
  return id;
}

/** Reads the configuration of a device, or writes a version of it. A run that was interrupted is repeated. */
export const configurationJob: Job<'configuration'> = {
  kind,
  waitsForDevice: 'always',
  async run(work, gateway) {
    const device = await findDeviceById(gateway.store, work.device);
    const spec = getDeviceType(gateway, device).backup;
    if (!spec)
      throw new Fault('unsupported', `type "${device.type_short_name}" no longer has a backup`);
    const connection = await resolveConnection(gateway, device);
    const use = { gateway, connection, spec, work };
    const { run, isRestored } = configurationWork[workOf(work)];
    const text = await run(use);
    const results = await saveVersion(gateway, work, { device, spec, text, isRestored });
    await gateway.store.write(updateDeviceStatus(gateway, device, { isUp: true }));
    return results;
  },
};

/** What a configuration transaction does, by its operation. */
type Work = 'backup' | 'restore';

const configurationWork: Readonly<
  Record<Work, { readonly isRestored: boolean; readonly run: (use: Use) => Promise<string> }>
> = {
  backup: { isRestored: false, run: readText },
  restore: { isRestored: true, run: restore },
};

function workOf({ operation }: JobRun): Work {
  const found = keysOf(configurationWork).find((work) => work === operation);
  if (found === undefined) throw new Fault('unsupported', `no configuration work ${operation}`);
  return found;
}

interface Use {
  readonly gateway: Gateway;
  readonly connection: Connection;
  readonly spec: BackupSpec;
  readonly work: JobRun;
}

/** @throws Fault `rejected` if the device has no configuration, `too_large` if it is too long */
async function readText({ gateway, connection, spec, work }: Use): Promise<string> {
  const { adapter, target } = connection;
  if (!adapter.read) throw new Fault('unsupported', `adapter ${adapter.name} cannot read`);
  const read = adapter.read.bind(adapter);
  const requests = [{ variable: 'configuration', command: spec.read }];
  const step = { name: 'backup', timeoutMs: spec.timeout * 1000 };
  const [reading] = await work.runStep(step, (signal) =>
    read(target, requests, { signal, log: createAdapterLog(gateway, connection) }),
  );
  if (!reading || reading.value === null)
    throw new Fault('rejected', reading?.fault ?? 'the device has no configuration');
  const text = String(reading.value);
  if (text.length > maxLength)
    throw new Fault(
      'too_large',
      `the configuration has ${text.length} characters, at most ${maxLength} are kept`,
    );
  return text;
}

const restoreParameters = Type.Object({ configuration: Type.Integer() });

/** Writes a version and reads until the device reports it. @returns what the device reports */
async function restore(use: Use): Promise<string> {
  const { gateway, connection, spec, work } = use;
  const { adapter, target, device } = connection;
  const wanted = validateAgainst<{ configuration: number }>(
    restoreParameters,
    work.parameters,
    'parameters',
  );
  const { restore: command } = spec;
  if (!command || !adapter.write)
    throw new Fault('unsupported', `type "${device.type_short_name}" cannot restore`);
  const version = await findVersion(gateway, { id: wanted.configuration, device: device.id });
  const value = openConfiguration(gateway, version);
  const write = adapter.write.bind(adapter);
  const request = { variable: 'configuration', value, command, isSecret: true };
  const step = { name: 'restore', timeoutMs: spec.timeout * 1000 };
  const [outcome] = await work.runStep(step, (signal) =>
    write(target, [request], {
      signal,
      log: createAdapterLog(gateway, connection),
      changeId: work.id,
    }),
  );
  if (outcome?.isAccepted === false) throw outcome.fault;
  for (let tries = 1; ; tries += 1) {
    const text = await readText(use);
    if (hashOf(text, spec) === hashOf(value, spec)) return text;
    if (tries === readBackTries)
      throw new Fault(
        'rejected',
        `the device accepted configuration ${version.id}, but reports another one`,
      );
    await work.pause(readBackIntervalMs);
  }
}
