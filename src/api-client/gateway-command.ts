import { X509Certificate } from 'node:crypto';
import { resolve } from 'node:path';
import { sendRequest } from '../runtime/http-client.ts';
import { readStart } from '../runtime/node-http.ts';
import { takeOption, type KnownOption } from './command-line.ts';
import { readNamedFile, urlOf } from './connection.ts';
import {
  gatewaysFile,
  readGateways,
  savedGateway,
  writeGateways,
  type Environment,
} from './gateways.ts';
import { nearestTo } from '../runtime/command/nearest.ts';
import { Unreachable } from './request.ts';
import { UsageError } from './usage-error.ts';

const timeoutMs = 10_000;
const maxCertificateOctets = 65_536;

/** Runs `gatehouse api gateway add | list | remove` and returns what to print. */
export async function runGatewayCommand(
  words: readonly string[],
  environment: Environment,
): Promise<string> {
  const [action = 'list', ...rest] = words;
  switch (action) {
    case 'add':
      return addGateway(rest, environment);
    case 'list':
      return listGateways(environment);
    case 'remove':
      return removeGateway(rest, environment);
    default:
      throw new UsageError(
        `unknown action '${action}' of gateway; it has add, list, remove`,
        nearestTo(action, ['add', 'list', 'remove']),
      );
  }
}

async function addGateway(words: readonly string[], environment: Environment): Promise<string> {
  const { name, options } = readOptions(words);
  const url = urlOf(options.get('url') ?? '');
  const tokenFile = options.get('token_file');
  if (tokenFile === undefined) throw new UsageError('--token_file FILE is missing');
  readNamedFile(tokenFile, 'token');
  const fingerprint = options.get('fingerprint');
  const file = options.get('ca');
  const ca =
    fingerprint === undefined
      ? file === undefined
        ? ''
        : readNamedFile(file, '--ca')
      : await fetchAuthority(url, fingerprint);
  const saved = readGateways(environment);
  const gateway = { url: url.href, token_file: resolve(tokenFile), ca };
  const isDefault = options.has('default') || Object.keys(saved.gateways).length === 0;
  writeGateways(environment, {
    gateways: { ...saved.gateways, [name]: gateway },
    default: isDefault ? name : saved.default,
  });
  return `${name} is saved in ${gatewaysFile(environment)}${isDefault ? ' as the default' : ''}`;
}

function listGateways(environment: Environment): string {
  const saved = readGateways(environment);
  const lines = Object.entries(saved.gateways).map(
    ([name, { url, token_file }]) =>
      `${name === saved.default ? '*' : ' '} ${name}  ${url}  ${token_file}`,
  );
  return lines.length > 0 ? lines.join('\n') : 'no gateway is saved';
}

function removeGateway(words: readonly string[], environment: Environment): string {
  const { name } = readOptions(words);
  const saved = readGateways(environment);
  savedGateway(saved, name);
  const others = Object.entries(saved.gateways).filter(([other]) => other !== name);
  writeGateways(environment, {
    gateways: Object.fromEntries(others),
    default: saved.default === name ? '' : saved.default,
  });
  return `${name} is removed`;
}

const addOptions: readonly KnownOption[] = [
  { name: 'url', value: 'URL' },
  { name: 'token_file', value: 'FILE' },
  { name: 'ca', value: 'FILE' },
  { name: 'fingerprint', value: 'SHA256' },
  { name: 'default' },
];

function readOptions([name = '', ...rest]: readonly string[]) {
  if (!/^\w[\w.-]{0,63}$/.test(name))
    throw new UsageError(`"${name}" is no name: letters, digits, dots, hyphens and underscores`);
  const options = new Map<string, string>();
  for (let position = 0; position < rest.length;) {
    const word = rest[position] ?? '';
    if (!word.startsWith('--')) throw new UsageError(`"${word}" is no option`);
    const taken = takeOption(rest, position, addOptions);
    options.set(taken.name, taken.text);
    position = taken.next;
  }
  return { name, options };
}

/**
 * Downloads the CA of a gateway and compares it with the fingerprint that the gateway has shown when it started. No token is
 * sent.
 *
 * @throws UsageError if it has another one
 */
async function fetchAuthority(url: URL, fingerprint: string): Promise<string> {
  if (url.protocol !== 'https:') throw new UsageError('--fingerprint is for https');
  const wanted = hexOf(fingerprint);
  if (!/^[0-9A-F]{64}$/.test(wanted))
    throw new UsageError(
      `--fingerprint: "${fingerprint}" is not a SHA-256 of 64 hexadecimal digits`,
    );
  const answer = await download(new URL('/ca.crt', url.origin)).catch((error: unknown) => {
    throw new Unreachable(`${url.origin}/ca.crt: ${String(error)}`, { cause: error });
  });
  const found = certificateIn(answer);
  if (found === null || hexOf(found.fingerprint256) !== wanted)
    throw new UsageError(
      `the CA of ${url.origin} has the fingerprint ${found?.fingerprint256 ?? '(none)'}, not ${fingerprint}: it is another gateway, or the connection is intercepted`,
    );
  // The fingerprint proves only this certificate, so further ones in the answer are not saved.
  return found.toString();
}

async function download(target: URL): Promise<string> {
  const reply = await sendRequest({
    method: 'GET',
    url: target,
    // It is compared with the fingerprint afterwards.
    certificate: 'unchecked',
    idleTimeoutMs: timeoutMs,
  });
  return (await readStart(reply, maxCertificateOctets)).toString();
}

/** Returns the first certificate of a text, or null. */
function certificateIn(pem: string): X509Certificate | null {
  try {
    return new X509Certificate(pem);
  } catch {
    return null;
  }
}

function hexOf(fingerprint: string): string {
  return fingerprint
    .replace(/^sha-?256[: ]/i, '')
    .replaceAll(/[:\s]/g, '')
    .toUpperCase();
}
