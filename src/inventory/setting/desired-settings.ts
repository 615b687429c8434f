import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Gateway } from '../../gateway/gateway.ts';
import { compileStatement, type Statement } from '../../store/store.ts';
import { insertDeviceLogEntry, cancelPendingLogEntries } from '../transaction/device-log.ts';
import type { StoredDevice } from '../device/find-device.ts';
import { expiryOf, immediately, retryWaiting } from '../transaction/transaction.ts';
import type { SettingChange } from './setting-change.ts';
import {
  sealSettingValue,
  maskLoggedValue,
  openSettingValue,
  findStoredSettings,
  type StoredSetting,
} from './setting.ts';

/** Changes of a device's desired settings, and the user who requested them. */
export interface DesiredSettings {
  readonly device: StoredDevice;
  readonly changes: readonly SettingChange[];
  readonly user: number;
}

/**
 * Stores desired settings. A value that the device does not report yet is pending, with an entry in the device log, and
 * a transaction that writes it is scheduled; a value that it reports already is applied. Null leaves the value to the
 * device.
 *
 * @returns ids of the parameters whose desired value changed
 */
export async function saveDesiredSettings(
  gateway: Gateway,
  { device, changes, user }: DesiredSettings,
): Promise<readonly number[]> {
  const stored = await findStoredSettings(gateway, device);
  const steps = changes.map((change) => ({
    change,
    step: stepOf(change, storedStateOf(gateway, change, stored)),
  }));
  const context = { gateway, device, user };
  const pending = steps.filter(({ step }) => step.kind === 'pending');
  await gateway.store.write([
    ...steps.flatMap(({ change, step }) => statementsOf(context, change, step)),
    ...(pending.length > 0 ? scheduleSettingWrite(gateway, device, user) : []),
  ]);
  gateway.jobs.wake();
  return steps.filter(({ step }) => step.kind !== 'none').map(({ change }) => change.parameter.id);
}

/**
 * Returns statements that make values desired and pending, even if the device reports them already. The caller's
 * transaction writes them and has their entries in the device log.
 */
export function requestSettings(
  gateway: Gateway,
  device: StoredDevice,
  changes: readonly SettingChange[],
): Statement[] {
  return changes.flatMap(({ parameter, value }) => [
    cancelPendingLogEntries(gateway, device, [parameter]),
    upsertDesired(gateway, {
      device,
      change: { parameter },
      json: JSON.stringify(value),
      isApplied: false,
    }),
  ]);
}

/** Kind and operation of the transactions that write pending settings. */
export const settingWrite = { kind: 'setting', operation: 'set' } as const;

/**
 * Returns statements that schedule a transaction for the pending settings of a device. A transaction that is already scheduled
 * writes these too; transactions that wait for the device are tried again before it. A device without an address keeps its
 * settings pending.
 */
export function scheduleSettingWrite(
  gateway: Gateway,
  device: { readonly id: number; readonly ip_address: string | null },
  user: number | null,
): Statement[] {
  if (device.ip_address === null) return [];
  const { kind, operation } = settingWrite;
  const at = gateway.now().getTime();
  const expiresAt = expiryOf(immediately, gateway.now());
  const { db } = gateway.store;
  const row = db
    .selectFrom('inventory_device as d')
    .select([
      sql<string>`cast(${randomUUID()} as text)`.as('id'),
      'd.id as device',
      'd.organization',
      sql<number | null>`cast(${user} as bigint)`.as('user'),
      sql<string>`cast(${kind} as text)`.as('kind'),
      sql<string>`cast(${operation} as text)`.as('operation'),
      sql<string>`cast('{}' as text)`.as('parameters'),
      sql<string>`cast('scheduled' as text)`.as('status'),
      sql<number>`cast(${expiresAt} as bigint)`.as('expires_at'),
      sql<number>`cast(${at} as bigint)`.as('created_at'),
    ])
    .where('d.id', '=', device.id)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('inventory_transaction as t')
            .select('t.id')
            .whereRef('t.device', '=', 'd.id')
            .where('t.kind', '=', kind)
            .where('t.status', '=', 'scheduled'),
        ),
      ),
    );
  const columns = [
    'id',
    'device',
    'organization',
    'user',
    'kind',
    'operation',
    'parameters',
    'status',
    'expires_at',
    'created_at',
  ] as const;
  return [
    retryWaiting(gateway.store, device),
    compileStatement(
      db
        .insertInto('inventory_transaction')
        .columns([...columns])
        .expression(row),
    ),
  ];
}

type Step =
  | { readonly kind: 'none' }
  | { readonly kind: 'cleared'; readonly before: string | null }
  | { readonly kind: 'applied' | 'pending'; readonly json: string; readonly before: string | null };

/** Stored state of a setting: reported and desired value as JSON text, and whether the latter is pending. */
interface StoredState {
  readonly reported: string | null;
  readonly desired: string | null;
  readonly template: string | null;
  readonly isPending: boolean;
}

function storedStateOf(
  gateway: Gateway,
  { parameter }: SettingChange,
  stored: ReadonlyMap<number, StoredSetting>,
): StoredState {
  const row = stored.get(parameter.id);
  if (!row) return { reported: null, desired: null, template: null, isPending: false };
  const open = (value: string | null) =>
    value === null ? null : openSettingValue(gateway, parameter, value);
  return {
    reported: open(row.value),
    desired: open(row.desired),
    template: open(row.template),
    isPending: row.state === 'pending',
  };
}

function stepOf(change: SettingChange, state: StoredState): Step {
  const { reported, desired, isPending } = state;
  const json = JSON.stringify(change.value);
  const isSame = templateJson(change) === state.template;
  if (isSame && desired === json && (reported === json || isPending)) return { kind: 'none' };
  if (change.value === null)
    return desired === null && isSame ? { kind: 'none' } : { kind: 'cleared', before: desired };
  return { kind: reported === json ? 'applied' : 'pending', json, before: reported };
}

function templateJson({ template }: Pick<SettingChange, 'template'>): string | null {
  return template ? JSON.stringify(template.text) : null;
}

interface WriteContext {
  readonly gateway: Gateway;
  readonly device: StoredDevice;
  readonly user: number;
}

function statementsOf(
  { gateway, device, user }: WriteContext,
  change: SettingChange,
  step: Step,
): Statement[] {
  if (step.kind === 'none') return [];
  const { parameter } = change;
  const json = step.kind === 'cleared' ? null : step.json;
  const isPending = step.kind === 'pending';
  const entry = {
    action: 'set',
    variable_name: parameter.variable_name,
    parameter: parameter.id,
    user,
    origin: 'api',
    old_value: maskLoggedValue(parameter, step.before),
    value: maskLoggedValue(parameter, json),
    is_pending: isPending ? 1 : 0,
    is_applied: isPending ? 0 : 1,
    applied_at: isPending ? null : gateway.now().getTime(),
  } as const;
  return [
    cancelPendingLogEntries(gateway, device, [parameter]),
    upsertDesired(gateway, { device, change, json, isApplied: step.kind === 'applied' }),
    ...(step.kind === 'applied' ? [] : [insertDeviceLogEntry(gateway, device, entry)]),
  ];
}

interface DesiredValue {
  readonly device: StoredDevice;
  readonly change: Pick<SettingChange, 'parameter' | 'template'>;
  /** Null: no value is desired any more. */
  readonly json: string | null;
  readonly isApplied: boolean;
}

function upsertDesired(
  gateway: Gateway,
  { device, change, json, isApplied }: DesiredValue,
): Statement {
  const { parameter, template } = change;
  const text = templateJson(change);
  const at = gateway.now().getTime();
  const values = {
    desired: json === null ? null : sealSettingValue(gateway, parameter, json),
    template: text === null ? null : sealSettingValue(gateway, parameter, text),
    origin: template ? JSON.stringify(template.origin) : null,
    state: json === null ? null : isApplied ? 'applied' : 'pending',
    applied_at: isApplied ? at : null,
    error_code: null,
    error_message: null,
    updated_at: at,
  };
  const insert = gateway.store.db
    .insertInto('inventory_setting')
    .values({ device: device.id, parameter: parameter.id, created_at: at, ...values });
  return compileStatement(
    insert.onConflict((conflict) => conflict.columns(['device', 'parameter']).doUpdateSet(values)),
  );
}
