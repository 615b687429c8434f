import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'yaml';
import { errorCode } from '../errors.ts';

/** Where references to secrets are followed to. */
export interface SecretSources {
  /** What `file:` starts from: the folder of the site file. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

const mostOctets = 65_536;

/**
 * The value of a secret field: what its `env:NAME` or `file:PATH` leads to. A secret that is an object may be led to
 * as a whole (YAML or JSON), or only its passwords.
 *
 * @returns null where the file says null
 * @throws Error in words that name the reference, never the secret
 */
export function resolveSecret(value: unknown, isObject: boolean, sources: SecretSources): unknown {
  if (value === null) return null;
  if (!isObject) return follow(value, sources);
  if (typeof value === 'string') return parseObject(follow(value, sources), value);
  if (typeof value !== 'object' || Array.isArray(value)) throw new Error(expected);
  return Object.fromEntries(
    Object.entries<unknown>({ ...value }).map(([field, inner]) => [
      field,
      /password/.test(field) ? follow(inner, sources) : inner,
    ]),
  );
}

const expected = 'expected env:NAME or file:PATH; a secret does not stand in a site file';

function follow(value: unknown, { folder, environment }: SecretSources): string {
  const [, source, name] =
    (typeof value === 'string' ? /^(env|file):(.+)$/s.exec(value) : null) ?? [];
  if (name === undefined) throw new Error(expected);
  if (source === 'file') return readSecret(name, folder);
  const text = environment[name];
  if (text === undefined || text === '') throw new Error(`env:${name}: no such variable`);
  return text;
}

function readSecret(name: string, folder: string): string {
  const path = resolve(folder, name);
  try {
    if (statSync(path).size > mostOctets) throw new Error(`larger than ${mostOctets} octets`);
    return withoutLineEnd(readFileSync(path, 'utf8'));
  } catch (error) {
    const code = errorCode(error);
    const reason = code ?? (error instanceof Error ? error.message : String(error));
    throw new Error(`file:${name}: ${code === 'ENOENT' ? 'no such file' : reason}`, {
      cause: error,
    });
  }
}

/** Editors end a line; a password has none. A key of several lines keeps its own. */
function withoutLineEnd(text: string): string {
  return /^[^\r\n]*\r?\n$/.test(text) ? text.replace(/\r?\n$/, '') : text;
}

/** The parser would quote the text in its message, so that is not passed on. */
function parseObject(text: string, reference: string): unknown {
  try {
    const value: unknown = parse(text, { logLevel: 'error' });
    return value;
  } catch {
    throw new Error(`${reference}: not YAML or JSON`);
  }
}
