import type { TtlCache } from '../../runtime/cache.ts';
import { compileStatement, type Store } from '../../store/store.ts';

/** A metric of a parameter, of one interface. */
export interface InterfaceSource {
  readonly metric: number;
  readonly parameter: number;
  readonly interface: string;
}

const sourcesPerQuery = 100;

/**
 * Returns the ids of sources in their order, and inserts the sources that are missing. All devices share a source of one name.
 *
 * @param ids  ids that are known, which are never changed, deleted or assigned again
 */
export async function findInterfaceSources(
  store: Pick<Store, 'db' | 'write'>,
  ids: TtlCache<number>,
  sources: readonly InterfaceSource[],
): Promise<readonly (number | undefined)[]> {
  if (sources.length === 0) return [];
  const missing = sources.filter((source) => ids.get(keyOf(source)) === undefined);
  if (missing.length === 0) return sources.map((source) => ids.get(keyOf(source)));
  const found = new Map<string, number>();
  for (let at = 0; at < missing.length; at += sourcesPerQuery)
    for (const { id, ...source } of await addSources(
      store,
      missing.slice(at, at + sourcesPerQuery),
    )) {
      ids.set(keyOf(source), id);
      found.set(keyOf(source), id);
    }
  return sources.map((source) => found.get(keyOf(source)) ?? ids.get(keyOf(source)));
}

function keyOf({ metric, parameter, interface: name }: InterfaceSource): string {
  return `${metric}:${parameter}:${name}`;
}

async function addSources(
  store: Pick<Store, 'db' | 'write'>,
  sources: readonly InterfaceSource[],
): Promise<readonly (InterfaceSource & { readonly id: number })[]> {
  const distinct = <Key extends keyof InterfaceSource>(key: Key) => [
    ...new Set(sources.map((source) => source[key])),
  ];
  const read = () =>
    store.db
      .selectFrom('inventory_metric_source')
      .select(['id', 'metric', 'parameter', 'interface'])
      .where('metric', 'in', distinct('metric'))
      .where('parameter', 'in', distinct('parameter'))
      .where('interface', 'in', distinct('interface'))
      .execute();
  const stored = await read();
  const keys = new Set(stored.map(keyOf));
  if (sources.every((source) => keys.has(keyOf(source)))) return stored;
  const insert = store.db
    .insertInto('inventory_metric_source')
    .values([...sources])
    .onConflict((conflict) => conflict.columns(['metric', 'parameter', 'interface']).doNothing());
  await store.write([compileStatement(insert)]);
  return read();
}
