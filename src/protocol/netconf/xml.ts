import { setImmediate as nextTurn } from 'node:timers/promises';
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { Fault } from '../../errors.ts';

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
/** Characters parsed at once: less than a millisecond. */
const slice = 4_096;
/** Time after which the event loop has its turn. */
const turnMs = 4;

/**
 * Parses a message. A long one is parsed in slices, between which the event loop runs.
 *
 * @param octets  UTF-8 (RFC 6241 section 3)
 * @throws Fault `garbled`  not well-formed, a document type (RFC 6241 section 3.1 forbids them), too deep, too many elements
 *                          or attributes
 */
export async function parseXml(octets: Buffer): Promise<XmlElement> {
  const text = decode(octets).trimStart();
  const { parser, root } = elementBuilder();
  let turnEndsAt = performance.now() + turnMs;
  for (let at = 0; at < text.length; at += slice) {
    parser.write(text.slice(at, at + slice));
    if (performance.now() < turnEndsAt) continue;
    await nextTurn();
    turnEndsAt = performance.now() + turnMs;
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
export function serializeXml(element: XmlElement, indent = '', inherited = ''): string {
  const { name, namespace, children, text } = element;
  const attributes = Object.entries(element.attributes)
    .filter(([attribute]) => attribute !== 'xmlns')
    .concat(namespace === inherited ? [] : [['xmlns', namespace]])
    .map(([attribute, value]) => ` ${attribute}="${escapeXml(value)}"`)
    .join('');
  const content = escapeXml(text.trim());
  if (children.length === 0)
    return content === ''
      ? `${indent}<${name}${attributes}/>`
      : `${indent}<${name}${attributes}>${content}</${name}>`;
  const inner = children.map((child) => serializeXml(child, `${indent}  `, namespace));
  return [`${indent}<${name}${attributes}>${content}`, ...inner, `${indent}</${name}>`].join('\n');
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

function decode(octets: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(octets);
  } catch (cause) {
    throw new Fault('garbled', 'a message is not UTF-8', { cause });
  }
}

function elementBuilder() {
  const parser = new SaxesParser({ xmlns: true, position: false });
  const document = newElement('', '', {});
  const open = [document];
  let elements = 0;
  const top = () => open.at(-1) ?? document;
  const addText = (text: string) => {
    top().text += text;
  };
  const countAttribute = attributeCounter();
  parser.on('opentagstart', countAttribute.startElement);
  parser.on('attribute', countAttribute.add);
  parser.on('opentag', (tag) => {
    elements += 1;
    if (open.length > maxDepth || elements > maxElements)
      throw new Fault('garbled', 'a message has too many elements');
    const element = newElement(tag.local, tag.uri, attributesOf(tag));
    top().children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => open.pop());
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
