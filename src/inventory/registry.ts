import type { DeviceType } from '../device-type.ts';
import type { Gateway } from '../gateway.ts';
import { compiled, type Statement } from '../store/store.ts';

type Store = Gateway['store'];

/**
 * Brings the store's types, parameters and metrics to what config/device-types says, so that rows can refer to them.
 * What is no longer in a file stays as long as history refers to it.
 *
 * @throws Error where two types mean different things by one metric's name
 */
export async function syncTypes(store: Store, types: ReadonlyMap<string, DeviceType>, now: Date): Promise<void> {
  checkMetrics(types);
  await store.write([...types.values()].flatMap((type) => typeStatements(store, type, now.getTime())));
}

function checkMetrics(types: ReadonlyMap<string, DeviceType>): void {
  const seen = new Map<string, string>();
  for (const { short_name, metrics } of types.values()) {
    for (const { name, type, unit } of metrics) {
      const meaning = `${type} ${unit ?? ''}`;
      if ((seen.get(name) ?? meaning) !== meaning)
        throw new Error(`device-types/${short_name}.yaml: metrics.${name}: another type gives it another type or unit`);
      seen.set(name, meaning);
    }
  }
}

function typeStatements(store: Store, type: DeviceType, at: number): Statement[] {
  const { db } = store;
  const { short_name, name, description } = type;
  const insert = db.insertInto('inventory_type').values({ short_name, name, description, created_at: at, updated_at: at });
  return [
    compiled(insert.onConflict((conflict) => conflict.column('short_name').doUpdateSet({ name, description, updated_at: at }))),
    ...type.parameters.map((_, position) => parameterStatement(store, type, position)),
    compiled(
      db
        .deleteFrom('inventory_metric_parameter')
        .where('parameter', 'in', (select) =>
          select.selectFrom('inventory_parameter').select('id').where('type', '=', typeId(store, short_name)),
        ),
    ),
    ...type.metrics.flatMap((metric) => metricStatements(store, short_name, metric)),
  ];
}

function typeId({ db }: Store, shortName: string) {
  return db.selectFrom('inventory_type').select('id').where('short_name', '=', shortName);
}

function parameterStatement(store: Store, type: DeviceType, position: number): Statement {
  const spec = type.parameters[position];
  if (!spec) throw new Error(`no parameter ${position}`);
  const { variable_name, name, short_name, type: value_type } = spec;
  const shown = { name, short_name, value_type, unit: spec.unit ?? null, group_name: spec.group ?? null, position };
  const insert = store.db
    .insertInto('inventory_parameter')
    .values({ type: typeId(store, type.short_name), variable_name, ...shown });
  return compiled(insert.onConflict((conflict) => conflict.columns(['type', 'variable_name']).doUpdateSet(shown)));
}

function metricStatements(store: Store, shortName: string, metric: DeviceType['metrics'][number]): Statement[] {
  const { db } = store;
  const shown = { type: metric.type, unit: metric.unit ?? null };
  const metricId = db.selectFrom('inventory_metric').select('id').where('name', '=', metric.name);
  const parameterId = db
    .selectFrom('inventory_parameter')
    .select('id')
    .where('type', '=', typeId(store, shortName))
    .where('variable_name', '=', metric.parameter);
  return [
    compiled(
      db
        .insertInto('inventory_metric')
        .values({ name: metric.name, ...shown })
        .onConflict((conflict) => conflict.column('name').doUpdateSet(shown)),
    ),
    compiled(db.insertInto('inventory_metric_parameter').values({ metric: metricId, parameter: parameterId })),
  ];
}
