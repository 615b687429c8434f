import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** An object of an export of RouterOS. */
export interface ExportedObject {
  /** `/user-manager user`, as RouterOS 7 names it. */
  readonly menu: string;
  readonly values: Readonly<Record<string, string>>;
}

/** Characters of one command. */
const maxCommand = 262_144;

/** Yields the objects that an export of RouterOS 6 or 7 adds, and the defaults that it sets. @throws Error naming the file */
export async function* readExport(file: string): AsyncIterable<ExportedObject> {
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Infinity });
  let menu = '';
  for await (const command of commandsOf(lines)) {
    const [, named = '', verb, values = ''] = commandForm.exec(command) ?? [];
    if (named !== '') menu = named.trim().replace(/^\/tool user-manager/, '/user-manager');
    if (verb !== undefined) yield { menu, values: valuesOf(values) };
  }
}

/** Joins continued lines. What is too long is cut off: only scripts are, and those are ignored. */
async function* commandsOf(lines: AsyncIterable<string>): AsyncIterable<string> {
  let parts: string[] = [];
  let length = 0;
  for await (const line of lines) {
    // The indent of a continued line does not belong to it, not even within a text.
    const part = isContinued(line) ? line.slice(0, -1) : line;
    if (length < maxCommand) parts.push(length === 0 ? part : part.trimStart());
    length += part.length;
    if (part !== line) continue;
    yield parts.join('').slice(0, maxCommand);
    parts = [];
    length = 0;
  }
}

/** True for a line that ends in a backslash which is not itself escaped. */
const isContinued = (line: string): boolean => /(?:^|[^\\])(?:\\\\)*\\$/.test(line);

/** A menu, a command in it, or both. */
const commandForm =
  /^\s*((?:\/[a-z0-9-]+(?: (?!add\b|set\b)[a-z0-9-]+)*)?)\s*(?:(add|set)\b(.*))?$/s;

const valueForm = /(?<![a-z0-9-])([a-z0-9-]+)=(?:"((?:[^"\\]|\\.)*)"|(\S*))/gs;

function valuesOf(text: string): Readonly<Record<string, string>> {
  // `set [ find default=yes ] …` changes the object that is called default.
  const [, own = text] = /^\s*\[ *find default=yes *\](.*)$/s.exec(text) ?? [];
  const values: Record<string, string> = own === text ? {} : { name: 'default' };
  for (const [, key = '', quoted, plain = ''] of own.matchAll(valueForm))
    values[key] = quoted === undefined ? plain : unescape(quoted);
  return values;
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', _: ' ' };

/** Restores a text; octets beyond ASCII are written in hexadecimal, in the encoding of the terminal that set them. */
function unescape(text: string): string {
  const form = /((?:\\[0-9A-F]{2})+)|\\(.)/gs;
  return text.replaceAll(form, (_, octets: string | undefined, sign: string) =>
    octets === undefined ? (escapes[sign] ?? sign) : decode(octets.replaceAll('\\', '')),
  );
}

function decode(hexadecimal: string): string {
  const octets = Buffer.from(hexadecimal, 'hex');
  const text = octets.toString();
  return text.includes('\uFFFD') ? octets.toString('latin1') : text;
}
