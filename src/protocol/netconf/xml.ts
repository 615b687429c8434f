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
/** Characters parsed before a yield to the event loop: one or two milliseconds. */
const slice = 16_384;

/**
 * Parses a message. A long one is parsed in slices, between which the event loop runs.
 *
 * @param octets  UTF-8 (RFC 6241 section 3)
 * @throws Fault `garbled`  not well-formed, a document type (RFC 6241 section 3.1 forbids them), too deep, too many elements
 */
export async function parseXml(octets: Buffer): Promise<XmlElement> {
  const text = decode(octets).trimStart();
  const { parser, root } = elementBuilder();
  for (let at = 0; at < text.length; at += slice) {
    if (at > 0) await nextTurn();
    parser.write(text.slice(at, at + slice));
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
  const found = path
    .split('/')
    .filter(Boolean)
    .reduce<readonly XmlElement[]>(
      (at, name) => at.flatMap(({ children }) => children.filter((child) => child.name === name)),
      [element],
    );
  return found.map(({ text }) => text.trim());
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
