import type { Reading } from '../../adapter.ts';
import { canonicalMac } from '../../fields.ts';
import type { Gateway } from '../../gateway.ts';
import { compileStatement, type Statement } from '../../store/store.ts';
import type { Connection } from '../device/connection.ts';
import { serializeValue } from './pending-settings.ts';
import { sealSettingValue, findParameters } from './setting.ts';

/** Statements that keep what a device said of its parameters; one that it did not answer keeps its last value. */
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
    const insert = gateway.store.db
      .insertInto('inventory_setting')
      .values({
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
  return [...settings, ...described(gateway, connection, readings)];
}

/** Some parameters tell what the device itself is. */
function described(
  gateway: Gateway,
  { device, type }: Connection,
  readings: readonly Reading[],
): Statement[] {
  const values = new Map(readings.map(({ variable, value }) => [variable, value]));
  const told = type.parameters.flatMap(({ describes, variable_name }) => {
    const value = values.get(variable_name);
    if (describes === undefined || value === undefined || value === null) return [];
    const text = describes === 'mac_address' ? canonicalMac(String(value)) : String(value);
    return text === null ? [] : [[describes, text] as const];
  });
  if (told.length === 0) return [];
  const query = gateway.store.db
    .updateTable('inventory_device')
    .set(Object.fromEntries(told))
    .where('id', '=', device.id);
  return [compileStatement(query)];
}
