import { Fault } from '../../contract/errors.ts';
import type { XmlObject } from './template.ts';

const netconfNamespace = 'urn:ietf:params:xml:ns:netconf:base:1.0';
const placeholder = /^\{\{ ([a-z][a-z0-9_]*) \}\}$/;
/** Matches a character that XML 1.0 has no way to write (section 2.2). */
const unwritable = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

/** An instance of a list, as the content of `<config>`. */
export interface ObjectTemplate {
  readonly config: XmlObject;
  /** Names of elements from `<config>` down to the list entry. */
  readonly path: string;
}

type Operation = 'create' | 'merge' | 'delete' | 'remove';
type Values = Readonly<Record<string, string | number | boolean>>;

/**
 * Returns the content of `<config>` that adds or deletes a list entry. Elements without a given value are left out.
 *
 * @param values  by placeholder; to delete, the key alone
 * @throws Fault `unsupported` if the path leads to no element, or XML cannot carry a value
 * @see           RFC 6241 section 7.2
 */
export function objectEdit(
  { config, path }: ObjectTemplate,
  operation: Operation,
  values: Values,
): XmlObject {
  const filled = fill(config, values);
  return mark(isObject(filled) ? filled : {}, path.split('/'), operation);
}

/** Returns a node with its placeholders filled; undefined for a node that is empty without them. */
function fill(node: unknown, values: Values): unknown {
  if (typeof node === 'string') return valueOf(node, values);
  if (Array.isArray(node)) return node.map((one) => fill(one, values));
  if (!isObject(node)) return node;
  const entries = Object.entries(node)
    .map(([name, inner]) => [name, name === '$' ? inner : fill(inner, values)] as const)
    .filter(([, inner]) => inner !== undefined);
  return entries.some(([name]) => name !== '$') ? Object.fromEntries(entries) : undefined;
}

function valueOf(text: string, values: Values): string | undefined {
  const name = placeholder.exec(text)?.[1];
  if (name === undefined) return text;
  const value = values[name];
  if (value !== undefined && unwritable.test(String(value)))
    throw new Fault('unsupported', `${name} has a character that XML cannot carry`);
  return value === undefined ? undefined : String(value);
}

/** Returns the content with the operation at the element at the path. */
function mark(
  node: XmlObject,
  [name = '', ...deeper]: readonly string[],
  operation: Operation,
): XmlObject {
  const inner = node[name];
  if (!isObject(inner)) throw new Fault('unsupported', `the template has no element ${name}`);
  if (deeper.length > 0) return { ...node, [name]: mark(inner, deeper, operation) };
  const { $: attributes } = inner;
  const marks = { 'xmlns:nc': netconfNamespace, 'nc:operation': operation };
  return {
    ...node,
    [name]: { ...inner, $: { ...(isObject(attributes) ? attributes : {}), ...marks } },
  };
}

function isObject(value: unknown): value is XmlObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
