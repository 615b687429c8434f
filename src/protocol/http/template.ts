import { Fault } from '../../contract/errors.ts';
import { isRecord } from '../../contract/fields.ts';
import type { HttpRequestSpec } from './schema.ts';

/** Values of the placeholders of a request, by name. */
export type PlaceholderValues = ReadonlyMap<string, string | number | bigint | boolean>;

/** A request with filled placeholders. */
export interface HttpRequest {
  readonly method: string;
  /** Path and query, encoded. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Headers and query of every request of a session. */
export type HttpAdditions = Partial<Pick<HttpRequestSpec, 'headers' | 'query'>>;

interface Filling {
  readonly values: PlaceholderValues;
  /** True: a placeholder without a value stays as it is, for a preview. */
  readonly keepsUnknown?: boolean;
  /** Members of a body of JSON that the request does not have itself. */
  readonly base?: Readonly<Record<string, unknown>>;
}

const placeholder = /\{\{ ([a-z][a-z0-9_]*) \}\}/g;
const soleVariable = /^\{\{ ([a-z][a-z0-9_]*) \}\}$/;

/** True if a request has a placeholder of this name. */
export function hasPlaceholder(spec: unknown, name: string): boolean {
  return JSON.stringify(spec).includes(`{{ ${name} }}`);
}

/**
 * Fills the placeholders of a request. Each value is encoded for its place, so that it stays one segment of a path, one
 * parameter, one header or one text of a body.
 *
 * @throws Fault `unsupported` if a place cannot carry a value, or a placeholder has no value
 */
export function fillRequest(
  spec: HttpRequestSpec,
  filling: Filling,
  additions: HttpAdditions = {},
): HttpRequest {
  const query = Object.entries({ ...additions.query, ...spec.query }).map(
    ([name, text]) =>
      `${encodeURIComponent(name)}=${encodeRest(fillText(text, filling, encodeURIComponent))}`,
  );
  const path = fillText(spec.path, filling, encodeSegment);
  const { body, type } = bodyOf(spec, filling);
  const headers = Object.entries({ ...type, ...additions.headers, ...spec.headers }).map(
    ([name, text]) => [name, fillText(text, filling, checkHeader)] as const,
  );
  return {
    method: spec.method,
    target: query.length === 0 ? path : `${path}?${query.join('&')}`,
    headers: Object.fromEntries(headers),
    body,
  };
}

/** Fills the placeholders of a text that no protocol interprets, such as a value to compare with. */
export function fillPlainText(text: string, values: PlaceholderValues): string {
  return fillText(text, { values }, String);
}

function bodyOf(spec: HttpRequestSpec, filling: Filling) {
  if (spec.json !== undefined)
    return {
      body: JSON.stringify(withBase(fillJson(spec.json, filling), filling)),
      type: { 'Content-Type': 'application/json' },
    };
  if (spec.form === undefined) return { body: '', type: {} };
  const fields = Object.entries(spec.form).map(([name, text]): [string, string] => [
    name,
    fillText(text, filling, String),
  ]);
  return {
    body: new URLSearchParams(fields).toString(),
    type: { 'Content-Type': 'application/x-www-form-urlencoded' },
  };
}

/** Text from a device is not a template, so the base is added after the placeholders are filled. */
function withBase(json: unknown, { base }: Filling): unknown {
  return base !== undefined && isRecord(json) ? { ...base, ...json } : json;
}

/** Fills the texts of a JSON value. A text that is a placeholder alone becomes the value with its type. */
function fillJson(json: unknown, filling: Filling): unknown {
  if (typeof json === 'string') return fillJsonText(json, filling);
  if (Array.isArray(json)) return json.map((one) => fillJson(one, filling));
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(
    Object.entries(json).map(([name, one]) => [name, fillJson(one, filling)]),
  );
}

function fillJsonText(text: string, filling: Filling): unknown {
  const value = filling.values.get(soleVariable.exec(text)?.[1] ?? '');
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  return fillText(text, filling, String);
}

function fillText(text: string, filling: Filling, encode: (value: string) => string): string {
  return text.replaceAll(placeholder, (whole, name: string) => {
    const value = filling.values.get(name);
    if (value !== undefined) return encode(String(value));
    if (filling.keepsUnknown === true) return whole;
    throw new Fault('unsupported', `no value is known for the placeholder ${whole}`);
  });
}

/** Encodes characters that a type writes in a query but a URL must not contain, such as a blank. */
function encodeRest(text: string): string {
  return text.replaceAll(/[^!$%&'()*+,./0-9:;=?@A-Z_a-z~-]/gu, encodeURIComponent);
}

function encodeSegment(value: string): string {
  // Servers decode %2F and resolve dots before they look for a path.
  if (/^\.{0,2}$/.test(value) || /[/\\\p{Cc}]/u.test(value))
    throw new Fault(
      'unsupported',
      'a value in a path may not be empty, only dots, or contain / \\ or control characters',
    );
  return encodeURIComponent(value);
}

function checkHeader(value: string): string {
  if (!/^[\t\x20-\x7e]*$/.test(value))
    throw new Fault('unsupported', 'a value in a header may only have printable ASCII characters');
  return value;
}
