import { readIncludedLines, type PlacedLine } from './included-lines.ts';
import type { StagedItem, StagedRow, Staging } from './staging.ts';

const item = /^\s*([A-Za-z0-9][\w.-]*(?::\d+)?)\s*(:=|==|\+=|!=|>=|<=|=~|!~|=\*|!\*|=|>|<)\s*/;

/**
 * Reads a `users` file (`mods-config/files/authorize`) into the staging.
 *
 * @returns a message for each line that cannot be imported
 */
export function readUsersFile(file: string, staging: Staging): readonly string[] {
  const reader = new UsersReader(staging);
  const { lines, left } = readIncludedLines(file);
  const faults = lines.flatMap(({ place, text }) => {
    const fault = reader.read(text);
    return fault === null ? [] : [`${place}: ${fault}`];
  });
  return [...left, ...faults];
}

class UsersReader {
  readonly #staging: Staging;
  readonly #seen = new Set<string>();
  /** The user of the following lines; null: they are left out. */
  #name: string | null = null;

  constructor(staging: Staging) {
    this.#staging = staging;
  }

  /** @returns why the line is not imported; null for an imported or empty line */
  read(line: string): string | null {
    if (line === '' || /^\s*#/.test(line)) return null;
    if (/^\s/.test(line)) return this.#add('radreply', line);
    const name = nameOf(line);
    this.#name = null;
    if (name === 'DEFAULT') return `${name} is not taken over`;
    if (name === '') return 'an entry without a name is not taken over';
    if (this.#seen.has(name)) return `a second entry of ${name} is not taken over`;
    this.#seen.add(name);
    this.#name = name;
    return this.#add('radcheck', line.slice(lengthOfName(line)));
  }

  #add(table: 'radcheck' | 'radreply', text: string): string | null {
    const username = this.#name;
    if (username === null) return null;
    const items = readItems(text);
    if (typeof items === 'string') return items;
    this.#staging.add(
      table,
      items.map((one): StagedRow => ({ username, ...one })),
    );
    return null;
  }
}

function lengthOfName(line: string): number {
  return /^(?:"(?:[^"\\]|\\.)*"|\S+)/.exec(line)?.[0].length ?? 0;
}

function nameOf(line: string): string {
  return unquote(line.slice(0, lengthOfName(line)));
}

/** Reads `Name op value, …`. @returns the items, or an error message */
function readItems(text: string): StagedItem[] | string {
  const items: StagedItem[] = [];
  let rest = text.trim();
  while (rest !== '' && !rest.startsWith('#')) {
    const [head, attribute, op] = item.exec(rest) ?? [];
    if (head === undefined || attribute === undefined || op === undefined)
      return 'an attribute cannot be read; expected Name := value';
    rest = rest.slice(head.length);
    const value = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`|[^\s,#]*)/.exec(rest)?.[0] ?? '';
    if (value.startsWith('`')) return `${attribute}: the output of a command is not taken over`;
    items.push({ attribute, op, value: unquote(value) });
    rest = rest.slice(value.length).replace(/^[\s,]+/, '');
  }
  return items;
}

function unquote(text: string): string {
  return /^["']/.test(text) ? text.slice(1, -1).replaceAll(/\\(.)/g, '$1') : text;
}

/**
 * Reads a `huntgroups` file (`mods-config/preprocess/huntgroups`) into the staging.
 *
 * @returns a message for each line that cannot be imported
 */
export function readHuntgroupsFile(file: string, staging: Staging): readonly string[] {
  const { lines, left } = readIncludedLines(file);
  const conditions: string[] = [];
  for (const { place, text } of lines) {
    if (/^\s*(?:#|$)/.test(text)) continue;
    if (/^\s/.test(text)) conditions.push(`${place}: who may log in at a huntgroup`);
    else staging.add('radhuntgroup', [toHuntgroup(text)]);
  }
  return [...left, ...conditions];
}

/** Returns a row of `radhuntgroup`; its column for the port has all conditions but the address. */
function toHuntgroup(line: string): StagedRow {
  const items = readItems(line.slice(lengthOfName(line)));
  const groupname = nameOf(line);
  if (typeof items === 'string') return { groupname, nasipaddress: null, nasportid: items };
  const isAddress = ({ attribute, op }: StagedItem) =>
    /^NAS-IP-Address$/i.test(attribute) && op === '==';
  const address = items.find(isAddress);
  const others = items.filter((one) => one !== address).map(({ attribute }) => attribute);
  return { groupname, nasipaddress: address?.value ?? null, nasportid: others.join(' ') };
}

/** Reads the clients of `clients.conf` into the staging. @returns a message for each client that cannot be imported */
export function readClientsFile(file: string, staging: Staging): readonly string[] {
  const { lines, left } = readIncludedLines(file);
  const others: string[] = [];
  for (const fields of clientSections(lines)) {
    const { name = '', proto = 'udp' } = fields;
    if (/^(?:tcp|tls)$/.test(proto))
      others.push(`client ${name}: proto = ${proto} is not taken over`);
    else staging.add('nas', [toNas(fields)]);
  }
  return [...left, ...others];
}

type ClientFields = Readonly<Record<string, string>>;

/** Yields the fields of each section `client NAME { … }`, without the fields of nested sections. */
function* clientSections(lines: readonly PlacedLine[]): Iterable<ClientFields> {
  let fields: Record<string, string> | null = null;
  let depth = 0;
  for (const line of configurationLines(lines)) {
    if (depth === 0) fields = openedBy(line);
    else if (depth === 1 && fields) Object.assign(fields, fieldOf(line));
    if (line.endsWith('{')) depth += 1;
    else if (line.endsWith('}')) depth -= 1;
    if (depth > 0 || !line.endsWith('}')) continue;
    if (fields) yield fields;
    fields = null;
  }
}

/** A text in quotes, or a comment. */
const quotedOrComment = /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?:^|\s)#.*$/g;
const sectionOfOneLine = /^([\w-]+(?:\s+(?:"[^"]*"|[^\s={]+))?\s*\{)(.*)\}$/;

/** Yields the lines without comments; a section that ends on the line where it begins becomes three. */
function* configurationLines(lines: readonly PlacedLine[]): Iterable<string> {
  for (const { text } of lines) {
    const line = text.replaceAll(quotedOrComment, (_, quoted?: string) => quoted ?? '').trim();
    const [, head, inside] = sectionOfOneLine.exec(line) ?? [];
    if (head === undefined || inside === undefined) yield line;
    else yield* [head, inside.trim(), '}'];
  }
}

function openedBy(line: string): Record<string, string> | null {
  const [, name] = /^client\s+("[^"]*"|[^\s{]+)\s*\{/.exec(line) ?? [];
  return name === undefined ? null : { name: unquote(name) };
}

function fieldOf(line: string): ClientFields {
  const [, key, value = ''] = /^(\w+)\s*=\s*(.*)$/.exec(line) ?? [];
  return key === undefined ? {} : { [key]: unquote(value.trim()) };
}

function toNas(fields: Readonly<Record<string, string>>): StagedRow {
  const { name = '', ipaddr, ipv4addr, ipv6addr, netmask, shortname, secret } = fields;
  const address = ipaddr ?? ipv4addr ?? ipv6addr ?? name;
  return {
    nasname: netmask === undefined || address.includes('/') ? address : `${address}/${netmask}`,
    shortname: shortname ?? name,
    secret: secret ?? '',
    description: '',
  };
}
