import { Type, type Static } from 'typebox';
import type { Gateway } from '../../gateway/gateway.ts';
import type { JobRun } from '../../gateway/job.ts';
import { validateAgainst } from '../../contract/schema.ts';
import type { Statement } from '../../store/store.ts';
import type { Connection } from '../device/connection.ts';
import type { StoredDevice } from '../device/find-device.ts';
import { readParameters } from '../device/parameter.ts';
import { openSecretParameters } from '../transaction/transaction.ts';
import { requestSettings } from '../setting/desired-settings.ts';
import { findPendingSettings } from '../setting/pending-settings.ts';
import { resolveSettingChanges } from '../setting/setting-change.ts';
import { findParameters } from '../setting/setting.ts';
import { previewChanges } from '../setting/setting-preview.ts';
import { namesOf, writePending } from '../setting/setting-sync.ts';

type Variables = readonly { readonly variable: string; readonly value?: unknown }[];

const readTimeoutMs = 60_000;

/**
 * Returns statements that make the values of a headless `set` the desired ones of a device.
 *
 * @throws Fault `invalid` with each variable that the type does not have or cannot write, by its place in the body
 */
export async function requestHeadlessSet(
  gateway: Gateway,
  device: StoredDevice,
  variables: Variables,
): Promise<Statement[]> {
  const changes = await changesOf(gateway, device, variables);
  previewChanges(gateway, device, changes);
  return requestSettings(gateway, device, changes);
}

/** Returns the commands of a headless `set` in the order of its variables; null: no command. @throws as `requestHeadlessSet` */
export async function previewHeadlessSet(
  gateway: Gateway,
  device: StoredDevice,
  variables: Variables,
): Promise<readonly (string | null)[]> {
  const changes = await changesOf(gateway, device, variables);
  const previews = previewChanges(gateway, device, changes);
  return changes.map(({ parameter }) => previews.get(parameter.id) ?? null);
}

async function changesOf(gateway: Gateway, device: StoredDevice, variables: Variables) {
  const inputs = variables.map(({ variable, value }, index) => ({
    variable_name: variable,
    value,
    errorPath: `variables.${index}`,
    nameField: 'variable',
  }));
  return resolveSettingChanges(await findParameters(gateway, device), inputs);
}

/**
 * Writes the variables of a headless `set` that are still pending and reads the others, which another transaction has
 * written since the request.
 *
 * @throws Fault if a value was not written
 */
export async function setVariables(
  gateway: Gateway,
  connection: Connection,
  { work, variables: given }: { readonly work: JobRun; readonly variables: Variables },
): Promise<readonly SetResult[]> {
  await requestLaterSet(gateway, connection, { work, variables: given });
  const variables = given.map(({ variable }) => variable);
  const settings = (await findPendingSettings(gateway, connection.device)).filter(({ parameter }) =>
    variables.includes(parameter.variable_name),
  );
  const pending = namesOf(settings);
  const others = variables.filter((variable) => !pending.includes(variable));
  const before =
    others.length === 0
      ? []
      : await work.runStep({ name: 'headless', timeoutMs: readTimeoutMs }, (signal) =>
          readParameters(gateway, connection, { variables: others, signal }),
        );
  await writePending(gateway, connection, {
    settings,
    readings: before,
    work,
    resultsOf: (failures) =>
      variables.map((variable) => setResult(variable, failures.get(variable)?.message)),
  });
  return variables.map((variable) => setResult(variable, undefined));
}

/** What a `set` has reached for a variable. */
export interface SetResult {
  readonly variable: string;
  readonly status: 'applied' | 'error';
  readonly error: string | null;
}

/** @param error  why the value was not written; undefined: it was */
export function setResult(variable: string, error: string | undefined): SetResult {
  return { variable, status: error === undefined ? 'applied' : 'error', error: error ?? null };
}

/**
 * Makes the values of a later set the desired values, once: a repeated run keeps changes made since then. The device is read
 * first, so that an unreachable device has no pending value when its transaction expires.
 */
async function requestLaterSet(
  gateway: Gateway,
  connection: Connection,
  { work, variables }: { readonly work: JobRun; readonly variables: Variables },
): Promise<void> {
  if (work.progress !== null) return;
  const later = await readLaterValues(gateway, { work, variables });
  if (later === null) return;
  const names = later.map(({ variable }) => variable);
  await work.runStep({ name: 'headless', timeoutMs: readTimeoutMs }, (signal) =>
    readParameters(gateway, connection, { variables: names, signal }),
  );
  await gateway.store.write(await requestHeadlessSet(gateway, connection.device, later));
  await work.saveProgress({ isRequested: true });
}

/** Returns the values of a later set; null: they are desired already. */
async function readLaterValues(
  gateway: Gateway,
  { work, variables }: { readonly work: JobRun; readonly variables: Variables },
): Promise<Variables | null> {
  const secret = await openSecretParameters(gateway, work.id);
  if ('variables' in secret) return parseSetVariables(secret);
  return work.runAt === null ? null : variables;
}

const setParameters = Type.Object({
  variables: Type.Array(Type.Object({ variable: Type.String(), value: Type.Unknown() })),
});

/** Returns the variables of stored parameters of a set. */
export function parseSetVariables(parameters: unknown): Variables {
  return validateAgainst<Static<typeof setParameters>>(setParameters, parameters, 'parameters')
    .variables;
}
