import { readFileSync } from 'node:fs';
import { gatewayVariables } from '../runtime/command/variables.ts';
import { readGateways, savedGateway, type Environment } from './gateways.ts';
import { UsageError } from './usage-error.ts';

/** The gateway of a command, and what proves both sides. */
export interface Connection {
  readonly url: URL;
  readonly token: string;
  /** PEM of the CA of the gateway; empty: the CAs of the system. */
  readonly ca: string;
  readonly timeoutMs: number;
}

interface Source {
  readonly url: string;
  readonly tokenFile: string | undefined;
  readonly ca: string;
  /** Why the token of a variable is not used; absent: no such token. */
  readonly unused?: string | undefined;
}

const localUrl = 'http://localhost:8080';
/** Where a gateway on this machine writes the token of its first administrator: of a package, and of a checkout. */
const localTokens = ['/var/lib/gatehouse/admin-token', 'data/admin-token'];
const usualTimeoutSeconds = 60;

/**
 * Finds the gateway: from the options, else GATEHOUSE_URL, else the default gateway, else this machine. Address
 * and token come from one place, so that no gateway is sent the token of another.
 *
 * @throws UsageError if the token or the CA cannot be read
 */
export function findConnection(
  options: ReadonlyMap<string, string>,
  environment: Environment,
): Connection {
  const source = sourceOf(options, environment);
  const ca = options.get('ca');
  return {
    url: urlOf(source.url),
    token: tokenOf(options.get('token_file') ?? source.tokenFile, source),
    ca: ca === undefined ? source.ca : readNamedFile(ca, '--ca'),
    timeoutMs: 1000 * timeoutOf(options.get('timeout')),
  };
}

function sourceOf(options: ReadonlyMap<string, string>, environment: Environment): Source {
  const named = options.get('gateway');
  const url = options.get('url');
  if (named !== undefined && url !== undefined)
    throw new UsageError('--gateway and --url name two gateways; give one of them');
  if (named !== undefined) return savedSource(named, environment);
  const variable = environment[gatewayVariables.url];
  if (url !== undefined)
    return isAnother(url, variable)
      ? { url, tokenFile: undefined, ca: '', unused: unusedToken(environment) }
      : fromVariables(url, environment);
  if (variable) return fromVariables(variable, environment);
  const usual = readGateways(environment).default;
  if (usual) return savedSource(usual, environment);
  const local = fromVariables(localUrl, environment);
  return { ...local, tokenFile: local.tokenFile ?? localTokens.find(isReadable) };
}

/** True if a variable has the address of another gateway. */
function isAnother(url: string, variable: string | undefined): boolean {
  return variable ? urlOf(url).href !== urlOf(variable).href : false;
}

/** Returns why the token of the gateway in a variable is kept from another one. */
function unusedToken(environment: Environment): string | undefined {
  const { url, tokenFile } = gatewayVariables;
  return environment[tokenFile]
    ? `the token of ${tokenFile} is for ${environment[url] ?? ''} (${url}) and is sent to no other gateway; name its file by --token-file`
    : undefined;
}

function fromVariables(url: string, environment: Environment): Source {
  return {
    url,
    tokenFile: environment[gatewayVariables.tokenFile],
    ca: readVariable(environment, gatewayVariables.caFile),
  };
}

function savedSource(name: string, environment: Environment): Source {
  const { url, token_file, ca } = savedGateway(readGateways(environment), name);
  return { url, tokenFile: token_file, ca };
}

/** @throws UsageError if it is no address of a gateway */
export function urlOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '')
    throw new UsageError(
      `"${text}" is not the address of a gateway, such as https://gate.example:8443`,
    );
  return url;
}

function timeoutOf(text: string | undefined): number {
  if (text === undefined) return usualTimeoutSeconds;
  const seconds = Number(text);
  if (!(seconds > 0 && seconds <= 3600))
    throw new UsageError(`--timeout: "${text}" is not a number of seconds from 1 to 3600`);
  return seconds;
}

function tokenOf(file: string | undefined, { url, unused }: Source): string {
  if (!file)
    throw new UsageError(
      `no token for ${url}: ${unused ?? 'name its file by --token-file or GATEHOUSE_TOKEN_FILE, or save the gateway with gatehouse api gateway add'}`,
    );
  const token = readNamedFile(file, 'token').trim();
  if (!/^[\x21-\x7e]+$/.test(token)) throw new UsageError(`${file} does not hold one token`);
  return token;
}

function readVariable(environment: Environment, name: string): string {
  const file = environment[name];
  return file ? readNamedFile(file, name) : '';
}

export function readNamedFile(file: string, what: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(
      `${what}: ${error instanceof Error ? error.message : `cannot read ${file}`}`,
    );
  }
}

function isReadable(file: string): boolean {
  try {
    readFileSync(file);
    return true;
  } catch {
    return false;
  }
}
