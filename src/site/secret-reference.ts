import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'yaml';
import { errorCode } from '../contract/errors.ts';
import { isRecord } from '../contract/fields.ts';

/** The sources of secret references. */
export interface SecretSources {
  /** The folder of the site file: `file:` paths are relative to it. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** True: a reference that leads nowhere is no fault, because nothing is written. */
  readonly mayBeAbsent: boolean;
}

/** A reference that leads nowhere: no such variable or file. */
export class AbsentSecret extends Error {
  override readonly name = 'AbsentSecret';
}

const maxOctets = 65_536;

/** A text; an object with secret passwords; or an object of any keys with secret values, user names excepted. */
export type SecretKind = 'text' | 'object' | 'record';

/**
 * Resolves the `env:NAME` or `file:PATH` of a secret field. A secret that is an object may be a reference
 * as a whole (YAML or JSON), or its passwords may be.
 *
 * @returns the secret; null for null
 * @throws AbsentSecret; Error naming the reference, never the secret
 */
export function resolveSecret(value: unknown, kind: SecretKind, sources: SecretSources): unknown {
  if (value === null) return null;
  if (kind === 'text') return follow(value, sources);
  if (typeof value === 'string') return parseObject(follow(value, sources), value);
  if (typeof value !== 'object' || Array.isArray(value)) throw new Error(expected);
  if (kind === 'record') return followAll(value, sources);
  return Object.fromEntries(
    Object.entries<unknown>({ ...value }).map(([field, inner]) => [
      field,
      /password/.test(field) ? follow(inner, sources) : inner,
    ]),
  );
}

function followAll(value: object, sources: SecretSources): unknown {
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]: [string, unknown]) => {
      if (isRecord(inner)) return [name, followAll(inner, sources)];
      return [name, name === 'username' ? inner : follow(inner, sources)];
    }),
  );
}

const expected = 'expected env:NAME or file:PATH; a site file must not contain secrets';

function follow(value: unknown, { folder, environment }: SecretSources): string {
  const [, source, name] =
    (typeof value === 'string' ? /^(env|file):(.+)$/s.exec(value) : null) ?? [];
  if (name === undefined) throw new Error(expected);
  if (source === 'file') return readSecret(name, folder);
  const text = environment[name];
  if (text === undefined || text === '') throw new AbsentSecret(`env:${name}: no such variable`);
  return text;
}

function readSecret(name: string, folder: string): string {
  const path = resolve(folder, name);
  try {
    if (statSync(path).size > maxOctets) throw new Error(`larger than ${maxOctets} octets`);
    return withoutLineEnd(readFileSync(path, 'utf8'));
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT') throw new AbsentSecret(`file:${name}: no such file`, { cause: error });
    const reason = code ?? (error instanceof Error ? error.message : String(error));
    throw new Error(`file:${name}: ${reason}`, { cause: error });
  }
}

/** Removes the line end that editors add to a single line; text of several lines stays unchanged. */
function withoutLineEnd(text: string): string {
  return /^[^\r\n]*\r?\n$/.test(text) ? text.replace(/\r?\n$/, '') : text;
}

/** Parses a secret. The message of the parser would quote it and is dropped. */
function parseObject(text: string, reference: string): unknown {
  try {
    const value: unknown = parse(text, { logLevel: 'error' });
    return value;
  } catch {
    throw new Error(`${reference}: not YAML or JSON`);
  }
}
