import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import type { Credentials } from '../../contract/adapter.ts';
import { isRecord, keysOf } from '../../contract/fields.ts';
import { askHidden } from '../../runtime/terminal.ts';
import { Secret } from '../../contract/secret.ts';

/** Credentials by their key in a file, and the variable of the environment. */
const variables = {
  username: 'RECORD_USERNAME',
  password: 'RECORD_PASSWORD',
  private_key: 'RECORD_PRIVATE_KEY',
  private_key_passphrase: 'RECORD_PRIVATE_KEY_PASSPHRASE',
  enable_password: 'RECORD_ENABLE_PASSWORD',
  community: 'RECORD_COMMUNITY',
} as const;

const keys = keysOf(variables);

export type GivenCredentials = Partial<Record<(typeof keys)[number], string>>;

interface Source {
  readonly protocol: string;
  /** YAML file with credentials. */
  readonly credentials?: string;
}

/**
 * Reads credentials from the environment, else from the file, else from the terminal; never from the arguments, which a list
 * of processes shows.
 *
 * @throws Error that names the file and the key at fault, or the missing variable
 */
export async function readCredentials(
  { credentials: file, protocol }: Source,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<GivenCredentials> {
  const content = file === undefined ? {} : await readFileOf(file);
  const found: GivenCredentials = {};
  for (const key of keys) {
    const value = environment[variables[key]] ?? content[key];
    if (typeof value === 'string') found[key] = value;
  }
  const all = process.stdin.isTTY ? await askFor(found, protocol) : found;
  const missing = required[protocol];
  if (missing === undefined || all[missing] !== undefined) return all;
  throw new Error(
    `${protocol} needs a ${missing}: set ${variables[missing]}, or ${missing} in the file of --credentials`,
  );
}

/** The credential without which no login of a protocol begins. */
const required: Readonly<Record<string, keyof GivenCredentials>> = {
  ssh: 'username',
  netconf: 'username',
  snmp: 'community',
};

async function readFileOf(file: string): Promise<Readonly<Record<string, unknown>>> {
  const content: unknown = parse(await readFile(file, 'utf8'));
  if (!isRecord(content)) throw new Error(`${file}: expected keys and values`);
  const unknown = Object.keys(content).find((key) => !keys.some((known) => known === key));
  if (unknown === undefined) return content;
  throw new Error(`${file}: ${unknown}: expected ${keys.join(', ')}`);
}

async function askFor(found: GivenCredentials, protocol: string): Promise<GivenCredentials> {
  if (protocol === 'snmp')
    return { ...found, community: found.community ?? (await askHidden('Community: ')) };
  const username = found.username ?? (await askHidden('Username: '));
  if (found.private_key !== undefined) return { ...found, username };
  return { ...found, username, password: found.password ?? (await askHidden('Password: ')) };
}

/** Returns credentials as adapters take them. */
export function credentialsOf(given: GivenCredentials): Credentials {
  const { username, password, private_key, community, ...others } = given;
  const secrets = (fields: Readonly<Record<string, string | undefined>>) =>
    Object.fromEntries(
      Object.entries(fields).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, new Secret(value)] as const],
      ),
    );
  return {
    ...(username !== undefined && { username }),
    ...secrets({ password, privateKey: private_key, community }),
    more: secrets(others),
  };
}
