import type { Recording } from '../src/device-type/record/recording.ts';
import { operationsOf, protocolsOf, type DeviceType } from '../src/device-type/device-type.ts';

const begin = '<!-- device types, by `npm run generate` -->';
const end = '<!-- end of device types -->';

/**
 * Writes what the shipped device types can into their place in a document.
 *
 * @throws Error if the document has no such place
 */
export function withTypeTable(
  document: string,
  types: readonly DeviceType[],
  recordings: ReadonlyMap<string, Recording>,
): string {
  const from = document.indexOf(begin);
  const to = document.indexOf(end);
  if (from < 0 || to < from) throw new Error(`the document has no ${begin} and ${end}`);
  const head = document.slice(0, from + begin.length);
  return `${head}\n\n${tableOf(types.map((type) => rowOf(type, recordings)))}\n\n${document.slice(to)}`;
}

const titles = ['type', 'over', 'values', 'proved by walks', 'sets', 'operations', 'configuration'];

/** Operations that the text before the table describes. */
const usual: ReadonlySet<string> = new Set(['sync', 'reconfigure', 'device_factory_reset']);

function rowOf(type: DeviceType, recordings: ReadonlyMap<string, Recording>): readonly string[] {
  const settings = type.parameters.filter(({ write }) => write !== undefined);
  const operations = [...operationsOf(type)].filter(([code]) => !usual.has(code));
  return [
    marked(`\`${type.short_name}\``, type.experimental),
    protocolsOf(type).join(', '),
    type.parameters.length === 0 ? '–' : String(type.parameters.length),
    provedOf(type, recordings),
    listOf(settings.map((one) => marked(`\`${one.variable_name}\``, one.experimental))),
    listOf(operations.map(([code, spec]) => marked(`\`${code}\``, spec.experimental))),
    configurationOf(type),
  ];
}

/** Returns how many walks of real devices are public that the type reads, and which of its values they have. */
function provedOf(
  { short_name, parameters }: DeviceType,
  recordings: ReadonlyMap<string, Recording>,
): string {
  const walks = [...recordings].flatMap(([name, { source, expect }]) =>
    name.startsWith(`${short_name}/`) && /^values of the walk /.test(source) ? [expect.values] : [],
  );
  if (walks.length === 0) return '–';
  const names = parameters.map(({ variable_name }) => variable_name);
  const isProved = (name: string) => walks.some((values) => (values[name] ?? null) !== null);
  const proved = names.filter(isProved);
  const others = names.filter((name) => !isProved(name));
  const list = (some: readonly string[]) => some.map((name) => `\`${name}\``).join(', ');
  if (others.length === 0) return `${walks.length}: all`;
  return `${walks.length}: ${others.length < proved.length ? `all but ${list(others)}` : list(proved)}`;
}

function configurationOf({ backup }: DeviceType): string {
  if (backup === undefined) return '–';
  return backup.restore === undefined ? 'backup' : 'backup, restore';
}

function marked(text: string, isExperimental: boolean): string {
  return isExperimental ? `${text} \\*` : text;
}

function listOf(texts: readonly string[]): string {
  return texts.length === 0 ? '–' : texts.join(', ');
}

/** Returns a table without padding, as the formatter writes wide tables. */
function tableOf(rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(titles), line(titles.map(() => '---')), ...rows.map(line)].join('\n');
}
