import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AttributeDefinition, Vendor } from '../src/protocol/radius/attribute-definition.ts';
import { AttributeTable, nameRank } from '../src/protocol/radius/attribute-table.ts';
import { readDictionaries } from '../src/protocol/radius/dictionary-file.ts';
import { packageRoot } from '../src/runtime/package-root.ts';

/*
 * Writes the shipped dictionary, config/radius/attributes.txt, from the facts in the dictionaries of an installed FreeRADIUS
 * (Debian's package freeradius-common) and in tools/dictionaries, which has what that package lacks. With --check it only
 * compares, and names the first line that differs.
 *
 *   node tools/dictionaries.ts [--check] [FOLDER]
 */

const shipped = fileURLToPath(new URL('config/radius/attributes.txt', packageRoot));
const additions = fileURLToPath(new URL('tools/dictionaries/', packageRoot));

/** The vendor whose attributes are the options of DHCP, which no RADIUS packet has. */
const dhcp = 54;
const lineWidth = 120;

function main(words: readonly string[]): void {
  const folder = words.find((word) => !word.startsWith('-')) ?? '/usr/share/freeradius';
  const text = dictionaryText(folder);
  if (!words.includes('--check')) writeFileSync(shipped, text, 'latin1');
  else reportDifference(text.split('\n'), readFileSync(shipped, 'latin1').split('\n'));
}

function reportDifference(expected: readonly string[], found: readonly string[]): void {
  const at = expected.findIndex((line, index) => line !== found[index]);
  if (at < 0 && expected.length === found.length) return;
  process.stderr.write(
    `${shipped}:${at + 1}: expected ${expected[at] ?? 'the end'}; run node tools/dictionaries.ts\n`,
  );
  process.exitCode = 1;
}

function dictionaryText(folder: string): string {
  const table = new AttributeTable({
    load: () => undefined,
    vendorOfAttribute: () => null,
    vendorNamed: () => null,
  });
  for (const source of [folder, additions]) readDictionaries(source, table);
  const sections = new Map<string, AttributeDefinition[]>();
  for (const definition of table.definitions()) {
    const header = headerOf(definition.vendor);
    sections.set(header, [...(sections.get(header) ?? []), definition]);
  }
  return [...sections]
    .filter(([header]) => !header.startsWith(`@${dhcp} `))
    .sort(([one], [other]) => Number.parseInt(one.slice(1)) - Number.parseInt(other.slice(1)))
    .flatMap(([header, definitions]) => [header, ...linesOf(definitions, table)])
    .join('\n')
    .concat('\n');
}

function headerOf(vendor: Vendor | null): string {
  if (!vendor) return '@0 RFC';
  const { name, number, typeOctets, lengthOctets, hasContinuation, extension } = vendor;
  const form = `${typeOctets},${lengthOctets}${hasContinuation ? ',c' : ''}`;
  if (extension !== null) return `@${number} ${name} ${form} ${extension}`;
  return form === '1,1' ? `@${number} ${name}` : `@${number} ${name} ${form}`;
}

/** Returns the lines of a vendor by number; a name that another one replaces follows it as an alias. */
function linesOf(definitions: readonly AttributeDefinition[], table: AttributeTable): string[] {
  const isAlias = (definition: AttributeDefinition) => {
    const rank = table.rankOfShown(definition);
    // A vendor that has taken numbers of the RFCs does not name them.
    return rank === null || (rank === nameRank.alias && definition.vendor === null);
  };
  return [...definitions]
    .sort(
      (one, other) =>
        compareNumbers(one.number, other.number) || Number(isAlias(one)) - Number(isAlias(other)),
    )
    .flatMap((definition) => [lineOf(definition, isAlias(definition)), ...valueLines(definition)]);
}

function compareNumbers(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((part, index) => part !== other[index]);
  return at < 0 ? one.length - other.length : (one[at] ?? 0) - (other[at] ?? -1);
}

function lineOf(definition: AttributeDefinition, isAlias: boolean): string {
  const { name, vendor, number, dataType, hasTag, isConcatenated, encryption } = definition;
  const outer = vendor ? (vendor.extension === null ? 2 : 3) : 0;
  return [
    number.slice(outer).join('.'),
    name,
    dataType,
    ...(hasTag ? ['tag'] : []),
    ...(isConcatenated ? ['concat'] : []),
    ...(encryption > 0 ? [`encrypt=${encryption}`] : []),
    ...(isAlias ? ['alias'] : []),
  ].join(' ');
}

/** Returns the value names of an attribute; of names with one number the last one is shown. */
function valueLines({ valuesByName, namesByValue }: AttributeDefinition): string[] {
  const words = [...valuesByName]
    .map(([name, number]) => ({ name, number, shown: namesByValue.get(number) ?? name }))
    .map(({ name, number, shown }) => ({
      number,
      isShown: shown.toLowerCase() === name,
      text: `${number}=${shown.toLowerCase() === name ? shown : name}`,
    }))
    .sort((one, other) => one.number - other.number || Number(one.isShown) - Number(other.isShown));
  const lines: string[] = [];
  for (const { text } of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + text.length < lineWidth)
      lines[lines.length - 1] = `${last} ${text}`;
    else lines.push(` ${text}`);
  }
  return lines;
}

main(process.argv.slice(2));
