import { readFileSync } from 'node:fs';
import { isMap, isNode, isScalar, LineCounter, parseDocument, type Document } from 'yaml';
import type { Row } from '../store/query/row-serialization.ts';
import { SiteFaults, type FaultList, type SiteFault } from './faults.ts';
import type { Section } from './section.ts';
import { deviceTypeTables } from './sections.ts';
import { errorCode } from '../contract/errors.ts';
import { isRecord } from '../contract/fields.ts';

/** An object of a site file, as written. */
export interface SiteEntry {
  readonly section: Section;
  readonly fields: Row;
  /** The title in messages: `aaa_client "lobby"`. */
  readonly title: string;
  /** Returns the location of a field, `site.yaml:12`; for an empty path, of the object. */
  readonly locationOf: (path: readonly string[]) => string;
}

/** A file that was read: its value, and the location of each part in the text. */
interface Text {
  readonly value: unknown;
  readonly where: (path: readonly (string | number)[]) => string;
}

/** An alias of an alias of an alias can expand to more than any memory holds. */
const mostAliases = 1000;

/**
 * Reads the objects of a site file in the order of the sections. Reports unknown sections and values that are not objects
 * as faults.
 *
 * @throws SiteFaults if the file does not exist or is not YAML
 */
export function readSiteFile(
  file: string,
  sections: readonly Section[],
  faults: FaultList,
): SiteEntry[] {
  const { value, where } = readText(file);
  const site = isRecord(value) ? value : {};
  if (value !== null && !isRecord(value))
    faults.faults.push({ location: file, subject: '(file)', reason: 'expected sections' });
  for (const name of Object.keys(site).filter(
    (name) => !sections.some(({ table }) => table === name),
  ))
    faults.faults.push({
      location: where([name]),
      subject: name,
      reason: whyUnknown(name, sections),
    });
  return sections.flatMap((section) =>
    entriesOf(section, { value: site[section.table], where }, faults),
  );
}

function entriesOf(section: Section, { value, where }: Text, faults: FaultList): SiteEntry[] {
  const name = section.table;
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) {
    faults.faults.push({
      location: where([name]),
      subject: name,
      reason: 'expected a list of objects',
    });
    return [];
  }
  return value.flatMap((fields: unknown, place) => {
    if (isRecord(fields))
      return [entryOf({ section, fields }, (path) => where([name, place, ...path]))];
    faults.faults.push({
      location: where([name, place]),
      subject: `${name} ${place + 1}`,
      reason: 'expected an object with fields',
    });
    return [];
  });
}

function entryOf(
  { section, fields }: Pick<SiteEntry, 'section' | 'fields'>,
  where: SiteEntry['locationOf'],
): SiteEntry {
  return {
    section,
    fields,
    title: objectTitle(section.table, fields[section.key]),
    locationOf: where,
  };
}

export function objectTitle(table: string, name: unknown): string {
  return `${table} ${typeof name === 'string' ? JSON.stringify(name) : '(no name)'}`;
}

function whyUnknown(name: string, sections: readonly Section[]): string {
  return deviceTypeTables.includes(name)
    ? 'defined by the YAML files of device types: add a file to device_types_dir and restart the gateway'
    : `unknown section; there are ${sections.map(({ table }) => table).join(', ')}`;
}

function readText(file: string): Text {
  const lines = new LineCounter();
  const document = parse(file, lines);
  const where = (path: readonly (string | number)[]) =>
    `${file}:${lines.linePos(offsetOf(document, path)).line}`;
  const faults = document.errors.map(({ linePos, message }) => ({
    location: `${file}:${linePos?.[0].line ?? 1}`,
    subject: '(file)',
    reason: message.split('\n')[0] ?? 'not YAML',
  }));
  if (faults.length > 0) throw new SiteFaults(faults);
  try {
    const value: unknown = document.toJS({ maxAliasCount: mostAliases });
    return { value, where };
  } catch (error) {
    throw new SiteFaults([
      {
        location: file,
        subject: '(file)',
        reason: error instanceof Error ? error.message : 'not YAML',
      },
    ]);
  }
}

function parse(file: string, lineCounter: LineCounter): Document {
  try {
    return parseDocument(readFileSync(file, 'utf8'), { lineCounter });
  } catch (error) {
    const code = errorCode(error);
    const fault: SiteFault = {
      location: file,
      subject: '(file)',
      reason: code === 'ENOENT' ? 'no such file' : `cannot be read (${code ?? '?'})`,
    };
    throw new SiteFaults([fault]);
  }
}

/** Returns the offset of the innermost key of a path that the text contains; the content of an alias is elsewhere. */
function offsetOf(document: Document, path: readonly (string | number)[]): number {
  for (let depth = path.length; depth > 0; depth -= 1) {
    const offset = startOf(document, path.slice(0, depth));
    if (offset !== null) return offset;
  }
  return 0;
}

function startOf(document: Document, path: readonly (string | number)[]): number | null {
  const name = path.at(-1);
  const parent: unknown =
    path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  if (isMap(parent)) {
    const key = parent.items
      .map((pair) => pair.key)
      .find((key) => isScalar(key) && String(key.value) === name);
    return isNode(key) ? (key.range?.[0] ?? null) : null;
  }
  const node: unknown = document.getIn(path, true);
  return isNode(node) ? (node.range?.[0] ?? null) : null;
}
