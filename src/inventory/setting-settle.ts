import type { Reading } from '../adapter.ts';
import type { Gateway } from '../gateway.ts';
import { compiled, type Statement } from '../store/store.ts';
import { pendingChanges, superseded } from './device-log.ts';
import type { StoredDevice } from './find-device.ts';
import { defaultOf } from './setting-change.ts';
import { keep, parametersOf, reveal, settingsOf, type Parameter, type StoredSetting } from './setting.ts';

/** A setting that waits for its device, and the wanted value as JSON text. */
export interface Pending {
  readonly parameter: Parameter;
  readonly wanted: string;
}

/** What waits for a device. */
export async function pendingOf(gateway: Gateway, device: StoredDevice): Promise<readonly Pending[]> {
  return (await wantedOf(gateway, device)).filter(({ state }) => state === 'pending');
}

/** Divides what waits into what the device turned out to have already, and what it still lacks. */
export function compare(pending: readonly Pending[], readings: readonly Reading[]) {
  const read = new Map(readings.map(({ variable, value }) => [variable, jsonOf(value)]));
  const has = ({ parameter, wanted }: Pending) => read.get(parameter.variable_name) === wanted;
  return { taken: pending.filter(has), lacking: pending.filter((one) => !has(one)) };
}

/** A value of a device as JSON text; integers beyond 2^53 as text of digits. */
export function jsonOf(value: Reading['value']): string {
  return JSON.stringify(typeof value === 'bigint' ? value.toString() : value);
}

/** Statements that settle pending settings and their log lines: applied, or why not. */
export function settle(
  gateway: Gateway,
  { device, settled }: { readonly device: StoredDevice; readonly settled: readonly Pending[] },
  failure: { readonly code: string; readonly message: string } | null,
): Statement[] {
  if (settled.length === 0) return [];
  const at = gateway.now().getTime();
  const changed = settled.map(({ parameter }) => parameter);
  const why = { error_code: failure?.code ?? null, error_message: failure?.message ?? null };
  const applied_at = failure ? null : at;
  const { db } = gateway.store;
  return [
    compiled(
      db
        .updateTable('inventory_setting')
        .set({ state: failure ? 'failed' : 'applied', applied_at, ...why })
        .where('device', '=', device.id)
        .where(
          'parameter',
          'in',
          changed.map(({ id }) => id),
        )
        .where('state', '=', 'pending'),
    ),
    compiled(pendingChanges(gateway, device, changed).set({ is_pending: 0, is_applied: failure ? 0 : 1, applied_at, ...why })),
  ];
}

/** Everything that was ever wanted of a device is asked of it again. */
export async function wantAgain(gateway: Gateway, device: StoredDevice): Promise<Statement[]> {
  const wanted = await wantedOf(gateway, device);
  return wanted.map(({ parameter, wanted }) => change(gateway, { device, parameter }, { wanted, forget: false }));
}

/**
 * What a reset makes of the stored settings. What the device said before is no longer true; after `factory_reset` the
 * type's defaults are wanted, after `device_factory_reset` what was wanted before.
 */
export async function afterReset(gateway: Gateway, device: StoredDevice, operation: string): Promise<Statement[]> {
  const wanted = await wantedOf(gateway, device);
  if (wanted.length === 0) return [];
  const isWhole = operation === 'factory_reset';
  const changed = wanted.map(({ parameter }) => parameter);
  return [
    ...(isWhole ? [superseded(gateway, device, changed)] : []),
    ...wanted.map(({ parameter, wanted }) => {
      const json = isWhole ? defaultJson(parameter) : wanted;
      return change(gateway, { device, parameter }, { wanted: json, forget: true });
    }),
  ];
}

function defaultJson(parameter: Parameter): string | null {
  return parameter.default_value === null ? null : JSON.stringify(defaultOf(parameter));
}

function change(
  gateway: Gateway,
  { device, parameter }: { readonly device: StoredDevice; readonly parameter: Parameter },
  { wanted, forget }: { readonly wanted: string | null; readonly forget: boolean },
): Statement {
  const query = gateway.store.db
    .updateTable('inventory_setting')
    .set({
      wanted: wanted === null ? null : keep(gateway, parameter, wanted),
      state: wanted === null ? null : 'pending',
      ...{ applied_at: null, error_code: null, error_message: null, updated_at: gateway.now().getTime() },
      ...(forget && { value: null }),
    })
    .where('device', '=', device.id)
    .where('parameter', '=', parameter.id);
  return compiled(query);
}

async function wantedOf(gateway: Gateway, device: StoredDevice): Promise<readonly (Pending & Pick<StoredSetting, 'state'>)[]> {
  const [parameters, stored] = await Promise.all([parametersOf(gateway, device), settingsOf(gateway, device)]);
  return parameters.flatMap((parameter) => {
    const row = stored.get(parameter.id);
    if (!row || row.wanted === null) return [];
    return [{ parameter, wanted: reveal(gateway, parameter, row.wanted), state: row.state }];
  });
}
