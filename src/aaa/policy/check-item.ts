import { isSecretAttribute } from '../../contract/attribute-dictionary.ts';
import { canonicalMac } from '../../contract/fields.ts';
import type { CheckAttributes } from './attribute-lists.ts';
import type { PatternMatcher, RequestPatterns } from './pattern-matcher.ts';
import type { AttributeValue, RequestAttributes } from './request-attributes.ts';

export type CheckItem = CheckAttributes[number];

/** The result of a check item. */
export interface CheckResult {
  readonly attribute: string;
  readonly op: string;
  readonly value: string;
  /** The values of the request. */
  readonly found: readonly string[];
  readonly passed: boolean;
  /** Why the item failed, or which setting it is of, if the values do not show it. */
  readonly note?: string;
}

interface CheckContext<Patterns = RequestPatterns> {
  readonly request: RequestAttributes;
  readonly patterns: Patterns;
}

/** Compares the check items of a profile and its user with a request. @param items  without control items */
export async function compareCheckItems(
  items: readonly CheckItem[],
  { request, patterns: matcher }: CheckContext<PatternMatcher>,
): Promise<readonly CheckResult[]> {
  const patterns = items.filter(isPatternItem).map(({ value }) => value);
  if (patterns.length > 0) await matcher.prepare(patterns);
  const context = { request, patterns: matcher.forRequest() };
  return items.map((item) => compareCheckItem(item, context));
}

/** Formats why a check item rejects a login. */
export function formatFailedCheck({ attribute, op, value, found, note }: CheckResult): string {
  if (note !== undefined) return `check ${attribute} ${op} ${value}: ${note}`;
  return `check ${attribute} ${op} ${value}: the request has ${found.length > 0 ? found.join(', ') : 'no such attribute'}`;
}

/**
 * Compares a check item with a request, as FreeRADIUS does: every operator but `!*` requires the attribute to be present,
 * and one of several values is enough.
 *
 * @see users(5) of FreeRADIUS, "OPERATORS"
 */
function compareCheckItem(item: CheckItem, context: CheckContext): CheckResult {
  const { attribute, op = '==', value } = item;
  if (isSecretAttribute(attribute))
    return {
      attribute,
      op,
      value: '***',
      found: [],
      passed: false,
      note: 'no check compares passwords',
    };
  const values = context.request.values(attribute);
  const found = (values ?? []).map(({ text }) => text);
  const outcome = values
    ? evaluate({ attribute, op, value }, values, context)
    : 'no dictionary has this attribute';
  const common = { attribute, op, value, found };
  return typeof outcome === 'string'
    ? { ...common, passed: false, note: outcome }
    : { ...common, passed: outcome };
}

/** @returns a text: why the item cannot be evaluated */
function evaluate(
  { attribute, op, value }: Required<Omit<CheckItem, 'id'>>,
  values: readonly AttributeValue[],
  { request, patterns }: CheckContext,
): boolean | string {
  if (op === '=*') return values.length > 0;
  if (op === '!*') return values.length === 0;
  if (op === '=~' || op === '!~') return matchPattern({ op, value }, values, patterns);
  const compare = comparisons[op];
  if (!compare) return `${op} sets a control item, and this attribute is compared`;
  const expected = request.parseValue(attribute, value);
  return expected
    ? values.some((found) => compare(found, expected))
    : 'the attribute cannot have this value';
}

type Comparison = (found: AttributeValue, expected: AttributeValue) => boolean;

/** `=` compares attributes of requests, as in FreeRADIUS. */
const comparisons: Readonly<Record<string, Comparison>> = {
  '=': isEqual,
  '==': isEqual,
  '!=': (found, expected) => !isEqual(found, expected),
  '>': (found, expected) => compareOctets(found, expected) > 0,
  '>=': (found, expected) => compareOctets(found, expected) >= 0,
  '<': (found, expected) => compareOctets(found, expected) < 0,
  '<=': (found, expected) => compareOctets(found, expected) <= 0,
};

/** MAC addresses are equal in any spelling. */
function isEqual(found: AttributeValue, expected: AttributeValue): boolean {
  if (compareOctets(found, expected) === 0) return true;
  const mac = canonicalMac(found.text);
  return mac !== null && mac === canonicalMac(expected.text);
}

function compareOctets(one: AttributeValue, other: AttributeValue): number {
  return Buffer.compare(one.octets, other.octets);
}

/** True if the item compares the text of an attribute with a regular expression. */
export function isPatternItem({ op }: CheckItem): boolean {
  return op === '=~' || op === '!~';
}

/** `!~` requires the attribute to be present, with a value that the pattern does not match. */
function matchPattern(
  { op, value }: { readonly op: string; readonly value: string },
  values: readonly AttributeValue[],
  patterns: RequestPatterns,
): boolean | string {
  const found = values.map(({ text }) => patterns.matches(value, text));
  return found.find((result) => typeof result === 'string') ?? found.includes(op === '=~');
}
