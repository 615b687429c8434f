import type { Config } from '../../../config/load-config.ts';
import type { ImportTools } from '../commands.ts';
import { runImport } from '../run.ts';
import { readMapping, shippedMapping } from './mapping.ts';
import { objectsOfTables } from './table-objects.ts';

export interface TableOptions {
  /** A source with a shipped mapping, or `csv` with a file in `mapping`. */
  readonly source: string;
  readonly files: readonly string[];
  /** File of a mapping; replaces the shipped one. */
  readonly mapping?: string;
  /** Names of the columns, separated by commas. */
  readonly columns?: string;
  /** `field=value` for rows that lack the field. */
  readonly default: readonly string[];
  readonly dryRun: boolean;
}

/**
 * Imports the rows of tables: CSV, or JSON from the API of the source.
 *
 * @returns true if all rows were imported
 * @throws Error if a file or the mapping cannot be read, or the store cannot be opened
 */
export async function importTables(
  config: Config,
  options: TableOptions,
  tools: ImportTools,
): Promise<boolean> {
  const read = await readMapping(options.mapping ?? shippedMapping(options.source));
  const { print } = tools;
  const { gate, control } = await tools.loadApis();
  const columns = options.columns?.split(',').map((name) => name.trim());
  return runImport(config, {
    apis: [gate, control],
    resources: await tools.loadResources(),
    createState: await tools.loadState(),
    objects: () =>
      objectsOfTables({
        files: options.files,
        mapping: { ...read, ...(columns && { columns }) },
        defaults: Object.fromEntries(options.default.map(readDefault)),
        leaveOut: (line) => {
          print(`left out: ${line}`);
        },
      }),
    dryRun: options.dryRun,
    print,
  });
}

function readDefault(text: string): readonly [string, string] {
  const [, field, value] = /^([a-z][a-z0-9_.]*)=(.+)$/s.exec(text) ?? [];
  if (field === undefined || value === undefined)
    throw new Error(`--default "${text}": expected field=value, such as type=openwrt`);
  return [field, value];
}
