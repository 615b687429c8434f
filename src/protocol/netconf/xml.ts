import { SaxesParser, type SaxesTagNS } from 'saxes';
import { Fault } from '../../errors.ts';
import { Turns } from '../../runtime/limit/turns.ts';
import { everything, selectBelow, type Selection } from './selection.ts';

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
/** Octets parsed at once: less than a millisecond. */
const slice = 4_096;
/** Time after which the event loop has its turn. */
const turnMs = 4;

/** Returns what is kept of a message, by its root. */
export type Select = (root: XmlElement) => Selection;

/**
 * Parses a message. A long one is parsed in slices, between which the event loop runs.
 *
 * @param octets  UTF-8 (RFC 6241 section 3)
 * @param select  what of it is kept, everything by default: what survives is what a garbage collection of a large message costs
 * @throws Fault `garbled`  not well-formed, a document type (RFC 6241 section 3.1 forbids them), too deep, too many elements
 *                          or attributes
 */
export async function parseXml(
  octets: Buffer,
  select: Select = () => everything,
): Promise<XmlElement> {
  const { parser, root } = elementBuilder(select);
  const decode = decoder();
  const turns = new Turns(turnMs);
  let hasBegun = false;
  for (let at = 0; at < octets.length; at += slice) {
    const text = decode(octets.subarray(at, at + slice), at + slice < octets.length);
    // No white space may stand before an XML declaration.
    const begun: string = hasBegun ? text : text.trimStart();
    hasBegun ||= begun !== '';
    parser.write(begun);
    await turns.pass();
  }
  parser.close();
  return root();
}

/**
 * Returns the trimmed texts of all elements at a path, in document order.
 *
 * @param path  local names from below `element`: `data/system/hostname`
 */
export function textsAt(element: XmlElement, path: string): string[] {
  return elementsAt(element, path).map(({ text }) => text.trim());
}

/** Returns all elements at a path, in document order. @param path  local names from below `element` */
export function elementsAt(element: XmlElement, path: string): readonly XmlElement[] {
  return path
    .split('/')
    .filter(Boolean)
    .reduce<readonly XmlElement[]>(
      (at, name) => at.flatMap(({ children }) => children.filter((child) => child.name === name)),
      [element],
    );
}

/** Returns an element as text with a line for each element, indented; prefixes of elements become namespaces. */
export function serializeXml(element: XmlElement): string {
  return [...linesOf(element, '', '')].join('\n');
}

/** Returns elements one below the other, each as `serializeXml` does, in slices between which the event loop runs. */
export async function serializeXmlInTurns(elements: readonly XmlElement[]): Promise<string> {
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

function* linesOfAll(elements: readonly XmlElement[]): Generator<string> {
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

/** Returns what decodes a message in slices; a character may be split between two. */
function decoder(): (octets: Buffer, hasMore: boolean) => string {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  return (octets, hasMore) => {
    try {
      return utf8.decode(octets, { stream: hasMore });
    } catch (cause) {
      throw new Fault('garbled', 'a message is not UTF-8', { cause });
    }
  };
}

interface Open {
  readonly element: OpenElement;
  readonly selection: Selection;
}

function elementBuilder(select: Select) {
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
  const countAttribute = attributeCounter();
  parser.on('opentagstart', countAttribute.startElement);
  parser.on('attribute', countAttribute.add);
  parser.on('opentag', (tag) => {
    elements += 1;
    if (open.length + skipped >= maxDepth || elements > maxElements)
      throw new Fault('garbled', 'a message has too many elements');
    const top = open.at(-1);
    const below = top && skipped === 0 ? selectBelow(top.selection, tag.local) : undefined;
    if (top && below === undefined) {
      skipped += 1;
      return;
    }
    const element = newElement(tag.local, tag.uri, attributesOf(tag));
    (top?.element ?? document).children.push(element);
    open.push({ element, selection: below ?? select(element) });
  });
  parser.on('closetag', () => {
    if (skipped > 0) skipped -= 1;
    else open.pop();
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('doctype', () => {
    throw new Fault('garbled', 'a message has a document type');
  });
  parser.on('error', (cause) => {
    throw new Fault('garbled', `a message is not well-formed XML: ${cause.message}`, { cause });
  });
  return { parser, root: () => document.children[0] ?? document };
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
