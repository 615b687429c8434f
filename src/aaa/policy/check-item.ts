import { canonicalMac } from '../../fields.ts';
import type { CheckAttributes } from './attribute-lists.ts';
import type { PatternMatcher } from './pattern-matcher.ts';
import type { AttributeValue, RequestAttributes } from './request-attributes.ts';

export type CheckItem = CheckAttributes[number];

/** A check item, and what came of it. */
export interface CheckResult {
  readonly attribute: string;
  readonly op: string;
  readonly value: string;
  /** What the request says. */
  readonly found: readonly string[];
  readonly passed: boolean;
  /** Why it did not pass where that is not plain. */
  readonly note?: string;
}

interface Surroundings {
  readonly request: RequestAttributes;
  readonly patterns: PatternMatcher;
}

/**
 * Compares a check item with a request, as FreeRADIUS does: every comparison but `!*` needs the attribute to be there,
 * and of several values one that fits is enough.
 *
 * @see users(5) of FreeRADIUS, "OPERATORS"
 */
export function compareCheckItem(item: CheckItem, surroundings: Surroundings): CheckResult {
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
  const values = surroundings.request.values(attribute);
  const found = (values ?? []).map(({ text }) => text);
  const outcome = values
    ? verdict({ attribute, op, value }, values, surroundings)
    : 'no dictionary has this attribute';
  const common = { attribute, op, value, found };
  return typeof outcome === 'string'
    ? { ...common, passed: false, note: outcome }
    : { ...common, passed: outcome };
}

/** @returns or in words why nothing can be said */
function verdict(
  { attribute, op, value }: Required<Omit<CheckItem, 'id'>>,
  values: readonly AttributeValue[],
  { request, patterns }: Surroundings,
): boolean | string {
  if (op === '=*') return values.length > 0;
  if (op === '!*') return values.length === 0;
  if (op === '=~' || op === '!~') return matches({ op, value }, values, patterns);
  const isFit = comparisons[op];
  if (!isFit) return `${op} sets what the gateway decides by, and this attribute is compared`;
  const wanted = request.parseValue(attribute, value);
  return wanted
    ? values.some((found) => isFit(found, wanted))
    : 'the attribute can not have this value';
}

/** Attributes whose values are nobody's business. */
export function isSecretAttribute(attribute: string): boolean {
  return /password|passphrase|secret|psk|(^|-)key(-|$)|challenge|response/i.test(attribute);
}

type Comparison = (found: AttributeValue, wanted: AttributeValue) => boolean;

/** `=` compares where the attribute is one of requests, as in FreeRADIUS. */
const comparisons: Readonly<Record<string, Comparison>> = {
  '=': isEqual,
  '==': isEqual,
  '!=': (found, wanted) => !isEqual(found, wanted),
  '>': (found, wanted) => order(found, wanted) > 0,
  '>=': (found, wanted) => order(found, wanted) >= 0,
  '<': (found, wanted) => order(found, wanted) < 0,
  '<=': (found, wanted) => order(found, wanted) <= 0,
};

/** Clients spell MAC addresses in many ways, and mean the same. */
function isEqual(found: AttributeValue, wanted: AttributeValue): boolean {
  if (order(found, wanted) === 0) return true;
  const mac = canonicalMac(found.text);
  return mac !== null && mac === canonicalMac(wanted.text);
}

function order(one: AttributeValue, other: AttributeValue): number {
  return Buffer.compare(one.octets, other.octets);
}

/** `!~` needs the attribute to be there, and a value that the pattern does not match. */
function matches(
  { op, value }: { readonly op: string; readonly value: string },
  values: readonly AttributeValue[],
  patterns: PatternMatcher,
): boolean | string {
  const found = values.map(({ text }) => patterns.matches(value, text));
  return found.includes(null)
    ? 'the pattern is none, or takes too long'
    : found.includes(op === '=~');
}
