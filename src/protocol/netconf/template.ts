import { Fault } from '../../contract/errors.ts';

/** Content of an element in xml2js's notation: elements by name, attributes under `$`, text under `_`. */
export type XmlObject = Readonly<Record<string, unknown>>;

const placeholder = '{{ value }}';

/** Matches a character that XML 1.0 has no way to write (section 2.2). */
const unwritable = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

/**
 * Puts a value into each text or attribute that is `{{ value }}`. The XML writer escapes it, so it cannot become markup.
 *
 * @throws Fault `unsupported` if there is no place for a value, or XML cannot carry it
 */
export function fillXml(template: XmlObject, value: string): XmlObject {
  const { filled, places } = fillPlaces(template, { value });
  if (places === 0)
    throw new Fault('unsupported', `no element or attribute is ${JSON.stringify(placeholder)}`);
  return filled;
}

/**
 * Puts values into each text or attribute that is `{{ name }}`.
 *
 * @throws Fault `unsupported` if a name has no value, or XML cannot carry it
 */
export function fillXmlNames(
  template: XmlObject,
  values: Readonly<Record<string, string | number | boolean>>,
): XmlObject {
  return fillPlaces(template, values).filled;
}

function fillPlaces(
  template: XmlObject,
  values: Readonly<Record<string, string | number | boolean>>,
): { readonly filled: XmlObject; readonly places: number } {
  let places = 0;
  const fill = (node: unknown): unknown => {
    const name = typeof node === 'string' ? /^\{\{ (\w+) \}\}$/.exec(node)?.[1] : undefined;
    if (name !== undefined) {
      places += 1;
      return writable(name, values[name]);
    }
    if (Array.isArray(node)) return node.map(fill);
    return typeof node === 'object' && node !== null ? fillEntries(node) : node;
  };
  const fillEntries = (node: object) =>
    Object.fromEntries(Object.entries(node).map(([name, inner]) => [name, fill(inner)]));
  return { filled: fillEntries(template), places };
}

function writable(name: string, value: string | number | boolean | undefined): string {
  if (value === undefined) throw new Fault('unsupported', `there is no parameter "${name}"`);
  if (unwritable.test(String(value)))
    throw new Fault('unsupported', 'the value has a character that XML cannot carry');
  return String(value);
}

/** Returns content as XML, for people; requests are written by the session. */
export function xmlText(content: unknown): string {
  if (content === null || content === undefined) return '';
  if (Array.isArray(content)) return content.map(xmlText).join('');
  if (typeof content === 'object') return childrenText(content);
  return escape(typeof content === 'string' ? content : JSON.stringify(content));
}

function childrenText(content: object): string {
  return Object.entries(content)
    .filter(([name]) => name !== '$')
    .map(([name, inner]) => (name === '_' ? xmlText(inner) : elementText(name, inner)))
    .join('');
}

function elementText(name: string, content: unknown): string {
  if (Array.isArray(content)) return content.map((one) => elementText(name, one)).join('');
  const inner = xmlText(content);
  const start = `${name}${attributesText(content)}`;
  return inner === '' ? `<${start}/>` : `<${start}>${inner}</${name}>`;
}

function attributesText(content: unknown): string {
  const attributes: unknown =
    typeof content === 'object' && content !== null ? Reflect.get(content, '$') : undefined;
  if (typeof attributes !== 'object' || attributes === null) return '';
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escape(String(value)).replaceAll('"', '&quot;')}"`)
    .join('');
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
