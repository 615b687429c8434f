import type { Reading } from '../../contract/adapter.ts';
import type { DeviceType } from '../../device-type/device-type.ts';
import { canonicalMac } from '../../contract/fields.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { compileStatement, type Statement } from '../../store/store.ts';
import type { Connection } from '../device/connection.ts';
import { sealSettingValue, findParameters } from './setting.ts';

/** Returns a value as JSON text; integers beyond 2^53 as text of digits. */
export function serializeValue(value: Reading['value']): string {
  return JSON.stringify(typeof value === 'bigint' ? value.toString() : value);
}

/** Returns readings in the form of a transaction's results; the value of a password is null. */
export function serializeReadings(
  { type }: Pick<Connection, 'type'>,
  readings: readonly Reading[],
) {
  const secrets = passwordVariables(type);
  return readings.map((reading) => {
    const value: unknown = secrets.has(reading.variable)
      ? null
      : JSON.parse(serializeValue(reading.value));
    return {
      variable: reading.variable,
      value,
      ...('fault' in reading && { error: reading.fault }),
    };
  });
}

/** Returns the variable names whose values are never shown. */
export function passwordVariables(type: Pick<DeviceType, 'parameters'>): ReadonlySet<string> {
  return new Set(
    type.parameters.filter((spec) => spec.type === 'password').map((spec) => spec.variable_name),
  );
}

/** Returns statements that store reported values; a parameter without a reading keeps its last value. */
export async function upsertReportedValues(
  gateway: Gateway,
  connection: Connection,
  readings: readonly Reading[],
): Promise<Statement[]> {
  const { device } = connection;
  const at = gateway.now().getTime();
  const parameters = new Map(
    (await findParameters(gateway, device)).map((one) => [one.variable_name, one]),
  );
  const settings = readings.flatMap((reading) => {
    const parameter = parameters.get(reading.variable);
    if (parameter === undefined || reading.value === null) return [];
    const value = sealSettingValue(gateway, parameter, serializeValue(reading.value));
    const insert = gateway.store.db.insertInto('inventory_setting').values({
      device: device.id,
      parameter: parameter.id,
      value,
      created_at: at,
      updated_at: at,
    });
    return [
      compileStatement(
        insert.onConflict((conflict) =>
          conflict.columns(['device', 'parameter']).doUpdateSet({ value, updated_at: at }),
        ),
      ),
    ];
  });
  return [...settings, ...updateDescribedFields(gateway, connection, readings)];
}

/** Returns the first address of a list, one in each line, that is not all zeros. */
function firstMac(text: string): string | null {
  const addresses = text.split('\n').flatMap((line) => canonicalMac(line) ?? []);
  return addresses.find((address) => /[^0:]/.test(address)) ?? null;
}

/** Returns the update of the device fields that parameters describe, such as the software version. */
function updateDescribedFields(
  gateway: Gateway,
  { device, type }: Connection,
  readings: readonly Reading[],
): Statement[] {
  const values = new Map(readings.map(({ variable, value }) => [variable, value]));
  const fields = type.parameters.flatMap(({ describes, variable_name }) => {
    const value = values.get(variable_name);
    if (describes === undefined || value === undefined || value === null) return [];
    const text = describes === 'mac_address' ? firstMac(String(value)) : String(value).trim();
    return text === null || text === '' ? [] : [[describes, text] as const];
  });
  const { serial_number: serialNumber, ...others } = Object.fromEntries<string | undefined>(fields);
  const update = gateway.store.db.updateTable('inventory_device').where('id', '=', device.id);
  return [
    ...(Object.keys(others).length === 0 ? [] : [compileStatement(update.set(others))]),
    ...(serialNumber === undefined ? [] : [fillSerialNumber(gateway, device, serialNumber)]),
  ];
}

/** Sets a missing serial number of a device, unless another device of the organization has it. */
function fillSerialNumber(
  gateway: Gateway,
  device: Connection['device'],
  serialNumber: string,
): Statement {
  const update = gateway.store.db
    .updateTable('inventory_device')
    .set({ serial_number: serialNumber })
    .where('id', '=', device.id)
    .where('serial_number', 'is', null)
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('inventory_device as other')
            .select('other.id')
            .where('other.organization', '=', device.organization)
            .where('other.serial_number', '=', serialNumber),
        ),
      ),
    );
  return compileStatement(update);
}
