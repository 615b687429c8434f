import { chmodSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { errorCode } from '../contract/errors.ts';
import { nearestTo } from '../runtime/command/nearest.ts';
import { isRow, type Row } from './output.ts';
import { UsageError } from './usage-error.ts';

/* The gateways that a person works with, in a file of that person. It names the file of each token, not the token. */

export interface SavedGateway {
  readonly url: string;
  readonly token_file: string;
  /** PEM of the CA that signs its certificate; empty: the CAs of the system. */
  readonly ca: string;
}

export interface SavedGateways {
  readonly gateways: Readonly<Record<string, SavedGateway>>;
  /** Name of the default gateway; empty: no default. */
  readonly default: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the file: `gatehouse/gateways.json` in XDG_CONFIG_HOME, else in `~/.config`. */
export function gatewaysFile(environment: Environment): string {
  const home = environment['XDG_CONFIG_HOME'];
  const isAbsolute = home?.startsWith('/') === true;
  return join(isAbsolute ? home : join(homedir(), '.config'), 'gatehouse/gateways.json');
}

/**
 * Reads the file; a missing file has no gateways.
 *
 * @throws UsageError if others may read it, or it is damaged
 */
export function readGateways(environment: Environment): SavedGateways {
  const file = gatewaysFile(environment);
  try {
    const mode = statSync(file).mode & 0o777;
    if ((mode & 0o077) !== 0)
      throw new UsageError(
        `${file} has the mode ${mode.toString(8)}: others may change which gateway gets your token; chmod 600 ${file}`,
      );
    return gatewaysIn(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return { gateways: {}, default: '' };
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${file}: ${error instanceof Error ? error.message : 'cannot be read'}`);
  }
}

/** Writes the file completely or not at all, readable by its owner only. */
export function writeGateways(environment: Environment, saved: SavedGateways): void {
  const file = gatewaysFile(environment);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const next = `${file}.${process.pid}`;
  writeFileSync(next, `${JSON.stringify(saved, null, 2)}\n`, { mode: 0o600 });
  chmodSync(next, 0o600);
  renameSync(next, file);
}

/** @throws UsageError with the nearest name */
export function savedGateway({ gateways }: SavedGateways, name: string): SavedGateway {
  const found = Object.hasOwn(gateways, name) ? gateways[name] : undefined;
  if (found) return found;
  const names = Object.keys(gateways);
  const known = names.length > 0 ? `saved: ${names.join(', ')}` : 'no gateway is saved';
  throw new UsageError(`unknown gateway '${name}'; ${known}`, nearestTo(name, names));
}

function gatewaysIn(content: unknown): SavedGateways {
  const gateways = Object.entries(objectIn(content, 'gateways'));
  return {
    gateways: Object.fromEntries(
      gateways.map(([name, gateway]) => [
        name,
        {
          url: textIn(gateway, 'url'),
          token_file: textIn(gateway, 'token_file'),
          ca: textIn(gateway, 'ca'),
        },
      ]),
    ),
    default: textIn(content, 'default'),
  };
}

function objectIn(content: unknown, name: string): Row {
  const value = isRow(content) ? content[name] : undefined;
  if (!isRow(value)) throw new UsageError(`gateways.json: "${name}" is not an object`);
  return value;
}

function textIn(content: unknown, name: string): string {
  const value = isRow(content) ? content[name] : undefined;
  return typeof value === 'string' ? value : '';
}
