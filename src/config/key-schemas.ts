import { Type, type Static, type TSchema, type TStringOptions } from 'typebox';

/* Schemas of keys that several sections of the configuration have. */

export const closed = { additionalProperties: false };
export const host = (fallback: string) =>
  Type.String({
    minLength: 1,
    default: fallback,
    description: 'an IP address of this machine; 0.0.0.0 for all of IPv4, :: for all',
  });
const portRange = { minimum: 0, maximum: 65_535 };
export const port = (fallback: number) =>
  Type.Integer({ ...portRange, default: fallback, description: 'a port; 0 for any free one' });
export const seconds = (fallback: number, maximum: number) =>
  Type.Integer({ minimum: 1, maximum, default: fallback, description: `seconds, 1 to ${maximum}` });
/** Schema of a file or folder. A relative path starts at the working directory; it is loaded as an absolute one. */
export const path = (description: string, words: TStringOptions = {}) =>
  Type.String({ default: '', 'x-path': true, description, ...words });
export const isPath = (schema: TSchema): boolean => 'x-path' in schema;
export const publicUrl = (empty: string) =>
  Type.String({
    pattern: '^(https?://[^\\s?#]*[^\\s?#/])?$',
    default: '',
    description: `an http or https URL without a slash at its end; empty: ${empty}`,
  });
export const pem = (description: string) => path(`a file in PEM: ${description}`);

interface ListOptions {
  readonly default: unknown;
  readonly description: string;
}

/** Schema of a list that may also be written as a single item or as text separated by commas. It is loaded as a list. */
export const several = <T extends TSchema>(of: T, options: ListOptions) =>
  Type.Unsafe<readonly [Static<T>, ...Static<T>[]]>({
    type: ['array', 'string', 'integer'],
    items: of,
    minItems: 1,
    maxItems: 64,
    uniqueItems: true,
    ...options,
  });
export const hosts = (fallback: string) =>
  several(Type.String({ format: 'ip' }), {
    default: fallback,
    description: 'one or several IP addresses of this machine; 0.0.0.0 for all of IPv4, :: for all',
  });
export const ports = (fallback: number) =>
  several(Type.Integer(portRange), {
    default: fallback,
    description: 'one or several ports; 0 for any free one',
  });
