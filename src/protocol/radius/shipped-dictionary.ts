import { readFileSync } from 'node:fs';
import { packageRoot } from '../../runtime/package-root.ts';
import { createDefinition, type AttributeDefinition, type Vendor } from './attribute-definition.ts';
import { nameRank, type AttributeTable, type DefinitionSource } from './attribute-table.ts';

/*
 * The shipped dictionary, one file with a section for each vendor. A section is parsed when its vendor or one of its names
 * is first used, so that 180 vendors cost no more than their text.
 *
 *   @2011 Huawei                       vendor; behind it its form if it is not 1,1, and the type of its extended attribute
 *   1 Huawei-Input-Burst-Size integer  number behind the vendor, name, data type, flags: tag, concat, encrypt=1, alias (only found by name)
 *    1=Disable 2=Enable                value names of the attribute before
 */

const file = new URL('config/radius/attributes.txt', packageRoot);

interface Section {
  readonly vendor: Vendor;
  readonly start: number;
  readonly end: number;
}

/** Reads the index of the shipped dictionary; its sections are parsed when they are needed. */
export function shippedDefinitions(): DefinitionSource {
  return sectionsOf(readFileSync(file, 'latin1'));
}

/** @param text  in the format of the shipped dictionary */
export function sectionsOf(text: string): DefinitionSource {
  const sections = findSections(text);
  return {
    load(vendor, table) {
      for (const section of sections) {
        // Vendors in extended attributes are found through the attributes of the RFCs.
        const isWanted =
          section.vendor.extension === null ? section.vendor.number === vendor : vendor === 0;
        if (isWanted) loadSection(section, text, table);
      }
    },
    vendorOfAttribute(name) {
      const at = positionOf(name, text);
      const section = sections.find(({ start, end }) => at >= start && at < end);
      if (!section) return null;
      return section.vendor.extension === null ? section.vendor.number : 0;
    },
    vendorNamed: (name) =>
      sections.find(({ vendor }) => vendor.name.toLowerCase() === name)?.vendor.number ?? null,
  };
}

function findSections(text: string): readonly Section[] {
  const starts = [...text.matchAll(/^@.*$/gm)];
  return starts.map(({ 0: line, index }, position) => ({
    vendor: parseVendor(line),
    start: index + line.length + 1,
    end: starts[position + 1]?.index ?? text.length,
  }));
}

function parseVendor(line: string): Vendor {
  const [number = '0', name = '', form = '1,1', extension] = line.slice(1).split(' ');
  const [typeOctets = 1, lengthOctets = 1] = form.split(',').map(Number);
  return {
    name,
    number: Number(number),
    typeOctets,
    lengthOctets,
    hasContinuation: form.endsWith(',c'),
    extension: extension === undefined ? null : Number(extension),
  };
}

/** Returns the position of an attribute; a name can be no number and no type, since it is between two of them. */
function positionOf(name: string, text: string): number {
  const literal = name.replaceAll(/[^a-z\d_-]/g, String.raw`\$&`);
  return new RegExp(String.raw`^[\d.]+ ${literal} `, 'im').exec(text)?.index ?? -1;
}

function loadSection({ vendor, start, end }: Section, text: string, table: AttributeTable): void {
  if (vendor.number > 0 && vendor.extension === null) table.addVendor(vendor);
  let last: AttributeDefinition | undefined;
  for (const line of text.slice(start, end).split('\n')) {
    if (line.startsWith(' ')) addValueNames(line, last);
    else if (line !== '') last = addAttribute(line, vendor, table);
  }
}

function addAttribute(line: string, vendor: Vendor, table: AttributeTable): AttributeDefinition {
  const [number = '', name = '', dataType = '', ...flags] = line.split(' ');
  const encryption = flags.find((flag) => flag.startsWith('encrypt='))?.slice('encrypt='.length);
  const definition = createDefinition({
    name,
    vendor: vendor.number > 0 ? vendor : null,
    path: number.split('.').map(Number),
    dataType,
    hasTag: flags.includes('tag'),
    isConcatenated: flags.includes('concat'),
    encryption: Number(encryption ?? 0),
  });
  return table.add(definition, flags.includes('alias') ? nameRank.unshown : nameRank.shipped);
}

function addValueNames(line: string, definition: AttributeDefinition | undefined): void {
  for (const word of line.slice(1).split(' ')) {
    const end = word.indexOf('=');
    const number = Number(word.slice(0, end));
    const name = word.slice(end + 1);
    definition?.valuesByName.set(name.toLowerCase(), number);
    definition?.namesByValue.set(number, name);
  }
}
