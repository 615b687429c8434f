import { SaxesParser, type SaxesTagNS } from 'saxes';
import { Fault } from '../../contract/errors.ts';
import { Turns } from '../../runtime/limit/turns.ts';
import { everything, selectBelow, type Selection } from './selection.ts';
import { TextShortcut } from './text-shortcut.ts';

/** One element of a message. */
export interface XmlElement {
  /** Local name, without a prefix. */
  readonly name: string;
  readonly namespace: string;
  /** Attributes by qualified name, including namespace declarations. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Text directly inside, unchanged, including CDATA. */
  readonly text: string;
}

interface OpenElement extends XmlElement {
  readonly children: OpenElement[];
  text: string;
}

const maxDepth = 200;
/** Limits the memory that eight megabytes of `<a/>` would need. */
const maxElements = 300_000;
/** All attributes of an element, namespace declarations included, are resolved in one step. */
const maxAttributesOfElement = 1_000;
const maxAttributes = 300_000;
/** Octets parsed in one step: less than a millisecond. */
const slice = 4_096;
/** Time after which the event loop has its turn. */
const turnMs = 4;

/** Characters that may stand before the begin of a document. */
const maxPreamble = 65_536;

interface Parsing {
  readonly lifted?: string | undefined;
  readonly begin?: RegExp | undefined;
}

/** Returns the selection for a message, by its root element. */
export type Select = (root: XmlElement) => Selection;

/**
 * Parses a message as it arrives, in slices between which the event loop runs.
 *
 * @throws Fault `garbled`  from any method: not well-formed, a document type (RFC 6241 section 3.1 forbids them), too deep, too
 *                          many elements or attributes
 */
export class XmlParser {
  readonly #write: (text: string) => void;
  readonly #end: () => XmlElement;
  readonly #decode = decoder();
  readonly #turns = new Turns(turnMs);
  #hasBegun = false;
  /** Matches where the document begins; text before it is skipped. */
  readonly #begin: RegExp | undefined;
  #preamble = '';

  /**
   * @param select  the parts to keep, everything by default; the cost of garbage collection of a large message depends on them
   * @param parsing.lifted  name of elements that become children of the root, wherever they are and whatever is kept
   * @param parsing.begin  matches where the document begins; text before it is skipped
   */
  constructor(select: Select = () => everything, { lifted, begin }: Parsing = {}) {
    this.#begin = begin;
    const { write, end } = elementBuilder(select, lifted);
    this.#write = write;
    this.#end = end;
  }

  /** @param octets  UTF-8 (RFC 6241 section 3); a character may be split between two calls */
  async write(octets: Buffer): Promise<void> {
    for (let at = 0; at < octets.length; at += slice) {
      this.#parse(this.#decode(octets.subarray(at, at + slice)));
      await this.#turns.pass();
    }
  }

  end(): XmlElement {
    this.#parse(this.#decode());
    if (!this.#hasBegun) this.#write(this.#preamble);
    return this.#end();
  }

  #parse(text: string): void {
    const begun = this.#hasBegun ? text : this.#skipPreamble(text);
    this.#hasBegun ||= begun !== '';
    this.#write(begun);
  }

  /** Returns the text from the begin of the document on; empty while it has not begun. */
  #skipPreamble(text: string): string {
    // No white space may stand before an XML declaration.
    if (this.#begin === undefined) return text.trimStart();
    this.#preamble += text;
    const at = this.#preamble.search(this.#begin);
    if (at !== -1) return this.#preamble.slice(at);
    return this.#preamble.length > maxPreamble ? this.#preamble : '';
  }
}

/** Parses a message that is there as a whole, as `XmlParser` does. */
export async function parseXml(octets: Buffer, select?: Select): Promise<XmlElement> {
  const parser = new XmlParser(select);
  await parser.write(octets);
  return parser.end();
}

/**
 * Returns the trimmed texts of all elements at a path, in document order.
 *
 * @param path  local names from below `element`: `data/system/hostname`
 */
export function textsAt(element: XmlElement, path: string): string[] {
  return Array.from(elementsAt(element, path), ({ text }) => text.trim());
}

/** Returns what `textsAt` does, in slices between which the event loop runs. */
export async function textsInTurns(element: XmlElement, path: string): Promise<string[]> {
  const texts: string[] = [];
  const turns = new Turns(turnMs);
  for (const { text } of elementsAt(element, path)) {
    texts.push(text.trim());
    if (turns.isOver) await turns.pass();
  }
  return texts;
}

/** Iterates over all elements at a path, in document order. @param path  local names from below `element` */
export function elementsAt(element: XmlElement, path: string): Iterable<XmlElement> {
  return below(element, path.split('/').filter(Boolean));
}

function* below(element: XmlElement, [name, ...rest]: readonly string[]): Generator<XmlElement> {
  if (name === undefined) yield element;
  else for (const child of element.children) if (child.name === name) yield* below(child, rest);
}

/** Returns an element as text with a line for each element, indented; prefixes of elements become namespaces. */
export function serializeXml(element: XmlElement): string {
  return [...linesOf(element, '', '')].join('\n');
}

/** Returns elements one below the other, each as `serializeXml` does, in slices between which the event loop runs. */
export async function serializeXmlInTurns(elements: Iterable<XmlElement>): Promise<string> {
  const parts: string[] = [];
  let lines: string[] = [];
  const turns = new Turns(turnMs);
  for (const line of linesOfAll(elements)) {
    lines.push(line);
    if (!turns.isOver) continue;
    parts.push(lines.join('\n'));
    lines = [];
    await turns.pass();
  }
  return [...parts, ...(lines.length > 0 ? [lines.join('\n')] : [])].join('\n');
}

function* linesOfAll(elements: Iterable<XmlElement>): Generator<string> {
  for (const element of elements) yield* linesOf(element, '', '');
}

function* linesOf(element: XmlElement, indent: string, inherited: string): Generator<string> {
  const { name, namespace, children, text } = element;
  const attributes = Object.entries(element.attributes)
    .filter(([attribute]) => attribute !== 'xmlns')
    .concat(namespace === inherited ? [] : [['xmlns', namespace]])
    .map(([attribute, value]) => ` ${attribute}="${escapeXml(value)}"`)
    .join('');
  const content = escapeXml(text.trim());
  if (children.length === 0) {
    yield content === ''
      ? `${indent}<${name}${attributes}/>`
      : `${indent}<${name}${attributes}>${content}</${name}>`;
    return;
  }
  yield `${indent}<${name}${attributes}>${content}`;
  for (const child of children) yield* linesOf(child, `${indent}  `, namespace);
  yield `${indent}</${name}>`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Returns a text as the content of an element or of an attribute in double quotes. */
export function escapeXml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);
}

/** Returns what decodes a message in slices; a character may be split between two. Without octets the message has ended. */
function decoder(): (octets?: Buffer) => string {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  return (octets) => {
    try {
      return octets === undefined ? utf8.decode() : utf8.decode(octets, { stream: true });
    } catch (cause) {
      throw new Fault('garbled', 'a message is not UTF-8', { cause });
    }
  };
}

interface Open {
  readonly element: OpenElement;
  readonly selection: Selection;
  /** Open elements around it that are not kept. */
  readonly skippedAround: number;
}

function elementBuilder(select: Select, lifted: string | undefined) {
  const parser = new SaxesParser({ xmlns: true, position: false });
  const document = newElement('', '', {});
  const open: Open[] = [];
  let elements = 0;
  /** Open elements that are not kept. */
  let skipped = 0;
  const addText = (text: string) => {
    const top = open.at(-1);
    if (skipped === 0 && top?.selection.isAll === true) top.element.text += text;
  };
  const shortcut = new TextShortcut((text) => parser.write(text), addText);
  const countAttribute = attributeCounter();
  parser.on('opentagstart', countAttribute.startElement);
  parser.on('attribute', countAttribute.add);
  parser.on('opentag', (tag) => {
    elements += 1;
    if (open.length + skipped >= maxDepth || elements > maxElements)
      throw new Fault('garbled', 'a message has too many elements');
    shortcut.endTag(true);
    const isLifted = tag.local === lifted;
    const top = isLifted ? open[0] : open.at(-1);
    const below = belowOf(top, tag.local, { isLifted, skipped });
    if (top && below === undefined) {
      skipped += 1;
      return;
    }
    const element = newElement(tag.local, tag.uri, attributesOf(tag));
    (top?.element ?? document).children.push(element);
    open.push({ element, selection: below ?? select(element), skippedAround: skipped });
    skipped = 0;
  });
  parser.on('closetag', () => {
    if (skipped > 0) skipped -= 1;
    else skipped = open.pop()?.skippedAround ?? 0;
    shortcut.endTag(open.length > 0);
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('doctype', () => {
    throw new Fault('garbled', 'a message has a document type');
  });
  parser.on('error', (cause) => {
    throw new Fault('garbled', `a message is not well-formed XML: ${cause.message}`, { cause });
  });
  return {
    write: (text: string) => {
      shortcut.write(text);
    },
    end: () => {
      parser.close();
      return document.children[0] ?? document;
    },
  };
}

/** Returns what is kept of an element; undefined: it is not kept, or is the root. */
function belowOf(
  top: Open | undefined,
  name: string,
  { isLifted, skipped }: { readonly isLifted: boolean; readonly skipped: number },
): Selection | undefined {
  if (top === undefined) return undefined;
  if (isLifted) return everything;
  return skipped === 0 ? selectBelow(top.selection, name) : undefined;
}

/** Counts attributes as they are parsed, before they are resolved. */
function attributeCounter() {
  let total = 0;
  let ofElement = 0;
  return {
    startElement: () => {
      ofElement = 0;
    },
    add: () => {
      total += 1;
      ofElement += 1;
      if (ofElement > maxAttributesOfElement || total > maxAttributes)
        throw new Fault('garbled', 'a message has too many attributes');
    },
  };
}

function newElement(
  name: string,
  namespace: string,
  attributes: Record<string, string>,
): OpenElement {
  return { name, namespace, attributes, children: [], text: '' };
}

function attributesOf({ attributes }: SaxesTagNS): Record<string, string> {
  const byName: Record<string, string> = {};
  for (const name in attributes) byName[name] = attributes[name]?.value ?? '';
  return byName;
}
