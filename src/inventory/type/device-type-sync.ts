import { createHash } from 'node:crypto';
import { isConverted } from '../../device-type/conversion/parameter-conversion.ts';
import type { DeviceType, ParameterSpec } from '../../device-type/device-type.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { storedColumns } from '../../contract/resource.ts';
import { inventoryType } from '../device/inventory-type.ts';
import { parameter } from '../device/parameter.ts';
import { validateParameterValue } from '../device/parameter-value.ts';
import { compileStatement, type Statement } from '../../store/store.ts';

type Store = Gateway['store'];

/**
 * Updates the stored types, parameters and metrics from config/device-types, so that rows can refer to them. Types that
 * have not changed are skipped. Rows that are no longer in a file stay, because history refers to them.
 */
export async function syncDeviceTypes(
  store: Store,
  types: ReadonlyMap<string, DeviceType>,
  now: Date,
): Promise<void> {
  const stored = await store.db
    .selectFrom('inventory_type')
    .select(['short_name', 'fingerprint'])
    .execute();
  const fingerprints = new Map(stored.map((row) => [row.short_name, row.fingerprint]));
  const changed = [...types.values()].filter(
    (type) => fingerprints.get(type.short_name) !== fingerprintOf(type),
  );
  // One at a time, so that the statements of one type only are held in memory.
  for (const type of changed) await store.write(typeStatements(store, type, now.getTime()));
}

/** Tables of metrics that a definition is stored in. */
const metricTables = ['inventory_metric', 'inventory_metric_parameter', 'inventory_metric_source'];

/** Returns the digest of a definition and of the columns and tables that it is stored in: a release may add one. */
function fingerprintOf(type: DeviceType): string {
  const columns = [inventoryType, parameter].map((of) => Object.keys(storedColumns(of)));
  const content = JSON.stringify([columns, metricTables, type]);
  return createHash('sha256').update(content).digest('hex');
}

/** Leaves out the types that contradict themselves, or that define a metric of an earlier one differently. */
export function checkDeviceTypes(types: ReadonlyMap<string, DeviceType>): {
  readonly types: ReadonlyMap<string, DeviceType>;
  readonly faults: readonly string[];
  readonly faulty: ReadonlySet<string>;
} {
  const metrics = new Map<string, string>();
  const valid = new Map<string, DeviceType>();
  const faults: string[] = [];
  for (const [name, type] of types) {
    const found = [...parameterFaults(type), ...metricFaults(type, metrics)];
    if (found.length === 0) valid.set(name, type);
    faults.push(...found.map((fault) => `device-types/${name}.yaml: ${fault}`));
  }
  const faulty = new Set([...types.keys()].filter((name) => !valid.has(name)));
  return { types: valid, faults, faulty };
}

function metricFaults({ metrics }: DeviceType, seen: Map<string, string>): readonly string[] {
  const meanings = metrics.map(({ name, type, unit }) => [name, `${type} ${unit ?? ''}`] as const);
  const others = meanings.filter(([name, meaning]) => (seen.get(name) ?? meaning) !== meaning);
  if (others.length === 0) for (const [name, meaning] of meanings) seen.set(name, meaning);
  return others.map(
    ([name]) => `metrics.${name}: another device type defines it with another type or unit`,
  );
}

function parameterFaults({ parameters }: DeviceType): readonly string[] {
  const names = new Set(parameters.map(({ variable_name }) => variable_name));
  return parameters.flatMap((spec) => {
    const place = `parameters.${spec.variable_name}`;
    if ((spec.type === 'select') !== (spec.options !== undefined))
      return [`${place}.options: required for a select, not allowed otherwise`];
    if (spec.effect !== undefined && !names.has(spec.effect))
      return [`${place}.effect: no parameter ${spec.effect}`];
    if (spec.default === undefined) return [];
    const wrong = validateParameterValue({ ...spec, options: spec.options ?? null }, spec.default);
    return wrong === null ? [] : [`${place}.default: ${wrong}`];
  });
}

function typeStatements(store: Store, type: DeviceType, at: number): Statement[] {
  const { db } = store;
  const { short_name, name, description } = type;
  const shown = {
    name,
    description,
    experimental: type.experimental ? 1 : 0,
    poll_interval: type.poll_interval,
    fingerprint: fingerprintOf(type),
    updated_at: at,
  } as const;
  const insert = db.insertInto('inventory_type').values({ short_name, created_at: at, ...shown });
  return [
    compileStatement(
      insert.onConflict((conflict) => conflict.column('short_name').doUpdateSet(shown)),
    ),
    ...type.parameters.flatMap((_, position) => parameterStatements(store, type, position)),
    compileStatement(
      db
        .deleteFrom('inventory_metric_parameter')
        .where('parameter', 'in', (select) =>
          select
            .selectFrom('inventory_parameter')
            .select('id')
            .where('type', '=', typeId(store, short_name)),
        ),
    ),
    ...type.metrics.flatMap((metric) => metricStatements(store, short_name, metric)),
    // A sample of another definition is not a former value: its unit may differ.
    compileStatement(
      db
        .deleteFrom('inventory_metric_sample')
        .where('device', 'in', (select) =>
          select
            .selectFrom('inventory_device')
            .select('id')
            .where('type', '=', typeId(store, short_name)),
        ),
    ),
  ];
}

function typeId({ db }: Store, shortName: string) {
  return db.selectFrom('inventory_type').select('id').where('short_name', '=', shortName);
}

function parameterStatements(store: Store, type: DeviceType, position: number): Statement[] {
  const spec = type.parameters[position];
  if (!spec) throw new Error(`no parameter ${position}`);
  const { db } = store;
  const groups =
    spec.group === undefined ? [] : [db.insertInto('inventory_group').values({ name: spec.group })];
  const group =
    spec.group === undefined
      ? null
      : db.selectFrom('inventory_group').select('id').where('name', '=', spec.group);
  const shown = { ...columnsOf(spec), group, position };
  const insert = db
    .insertInto('inventory_parameter')
    .values({ type: typeId(store, type.short_name), variable_name: spec.variable_name, ...shown });
  return [
    ...groups.map((query) =>
      compileStatement(query.onConflict((conflict) => conflict.column('name').doNothing())),
    ),
    compileStatement(
      insert.onConflict((conflict) =>
        conflict.columns(['type', 'variable_name']).doUpdateSet(shown),
      ),
    ),
  ];
}

function columnsOf({
  name,
  short_name,
  description,
  type,
  options,
  accepts,
  required,
  write,
  unit,
  target_unit,
  ...spec
}: ParameterSpec) {
  return {
    name,
    short_name,
    description,
    value_type: isConverted({ target_unit, expression: spec.expression }) ? 'float' : type,
    unit: unit ?? null,
    target_unit: target_unit ?? null,
    options: options ? JSON.stringify(options) : null,
    accepts: accepts ? JSON.stringify(accepts) : null,
    default_value: spec.default === undefined ? null : JSON.stringify(spec.default),
    required: required ? 1 : 0,
    writable: write === undefined ? 0 : 1,
    experimental: spec.experimental ? 1 : 0,
  } as const;
}

function metricStatements(
  store: Store,
  shortName: string,
  metric: DeviceType['metrics'][number],
): Statement[] {
  const { db } = store;
  const shown = { description: metric.description, type: metric.type, unit: metric.unit ?? null };
  const metricId = db.selectFrom('inventory_metric').select('id').where('name', '=', metric.name);
  const parameterId = db
    .selectFrom('inventory_parameter')
    .select('id')
    .where('type', '=', typeId(store, shortName))
    .where('variable_name', '=', metric.parameter);
  return [
    compileStatement(
      db
        .insertInto('inventory_metric')
        .values({ name: metric.name, ...shown })
        .onConflict((conflict) => conflict.column('name').doUpdateSet(shown)),
    ),
    compileStatement(
      db
        .insertInto('inventory_metric_parameter')
        .values({ metric: metricId, parameter: parameterId }),
    ),
    // Sources of former definitions stay: entries of the log name them.
    compileStatement(
      db
        .insertInto('inventory_metric_source')
        .values({ metric: metricId, parameter: parameterId })
        .onConflict((conflict) =>
          conflict.columns(['metric', 'parameter', 'interface']).doNothing(),
        ),
    ),
  ];
}
