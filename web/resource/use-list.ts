import { address, linkTo } from '../app/address.ts';
import { useLoad } from '../app/load.ts';
import type { ResourceDefinition } from './definition.ts';
import type { ResourceSchema } from './resource-schema.ts';
import { pageRows, useRows, type Rows } from './rows.ts';

/** Parameters of the address that say what is shown beside the list. */
export const viewParameters: ReadonlySet<string> = new Set(['edit', 'open', 'tab', 'columns']);

/** Returns what filters and orders the list in the address. */
export function listQuery(): Readonly<Record<string, string>> {
  return Object.fromEntries([...address.value.query].filter(([name]) => !viewParameters.has(name)));
}

/** Returns path and query of a list as the address filters and orders it. @param more  further parameters, which win; an empty value removes one */
export function listUrl(
  of: ResourceDefinition,
  more: Readonly<Record<string, string>> = {},
): string {
  return linkTo(of.path, { ...of.fixed, ordering: of.order ?? '', ...listQuery(), ...more });
}

/** Reads what the console knows of a collection; null before it is there. */
export function useSchema(of: Pick<ResourceDefinition, 'path' | 'schema'>): ResourceSchema | null {
  return useLoad(of.path, async () => (await of.schema()).default).data;
}

interface List {
  readonly schema: ResourceSchema | null;
  readonly rows: Rows;
}

/** Reads a collection as the address filters it. @param more  further parameters, as of `listUrl` */
export function useList(of: ResourceDefinition, more: Readonly<Record<string, string>> = {}): List {
  const schema = useSchema(of);
  const rows = useRows(listUrl(of, { limit: String(pageRows), ...more }), of.live);
  return { schema, rows };
}
