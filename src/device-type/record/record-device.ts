import type { Adapter, Exchange, Reading, Target } from '../../contract/adapter.ts';
import type { DeviceType } from '../device-type.ts';
import { xmlText } from '../../protocol/netconf/template.ts';
import { parseRecording, type Recording } from './recording.ts';
import { strikeOut } from './strike.ts';

/** The recording, and the texts that it must not show. */
export interface RecordRequest {
  readonly type: DeviceType;
  readonly adapter: Adapter;
  readonly target: Target<Record<string, unknown>>;
  readonly secrets: readonly string[];
  readonly signal: AbortSignal;
}

/**
 * Reads from a device exactly the values that its type reads.
 *
 * @returns its answers and the values in them, without secrets, as a fixture for the tests
 * @throws Fault if the device as a whole does not answer
 */
export async function recordDevice(request: RecordRequest): Promise<Recording> {
  const { type, adapter, target, signal } = request;
  const exchanges: Exchange[] = [];
  const requests = type.parameters
    .filter(({ protocol = type.connection.protocol }) => protocol === adapter.name)
    .map(({ variable_name, read }) => ({ variable: variable_name, command: read }));
  const observe = (exchange: Exchange) => {
    exchanges.push(exchange);
  };
  const log = () => undefined;
  const readings = (await adapter.read?.(target, requests, { signal, log, observe })) ?? [];
  const secrets = [...request.secrets, ...passwordsIn(type, readings)];
  const strike = (text: string) => strikeOut(text, secrets);
  const content = {
    device: type.name,
    source: 'recorded',
    protocol: adapter.name,
    ...contentOf(adapter.name, exchanges, strike),
    expect: { values: Object.fromEntries(readings.map((one) => valueOf(one, strike))) },
  };
  return parseRecording(content, 'the recording');
}

/** Returns the values of the parameters that are passwords. */
function passwordsIn({ parameters }: DeviceType, readings: readonly Reading[]): readonly string[] {
  const names = new Set(
    parameters.filter(({ type }) => type === 'password').map((spec) => spec.variable_name),
  );
  return readings.flatMap(({ variable, value }) =>
    names.has(variable) && value !== null ? [String(value)] : [],
  );
}

function valueOf({ variable, value }: Reading, strike: Strike) {
  if (value === null) return [variable, null] as const;
  return [variable, typeof value === 'string' ? strike(value) : String(value)] as const;
}

type Strike = (text: string) => string;

function contentOf(protocol: string, exchanges: readonly Exchange[], strike: Strike) {
  switch (protocol) {
    case 'snmp':
      return { variables: variablesOf(exchanges, strike) };
    case 'netconf':
      return {
        capabilities: ['urn:ietf:params:netconf:base:1.0', 'urn:ietf:params:netconf:base:1.1'],
        exchanges: exchanges.flatMap((one) =>
          one.protocol === 'netconf' ? [{ rpc: xmlText(one.rpc), reply: strike(one.reply) }] : [],
        ),
      };
    case 'http':
      return { exchanges: requestsOf(exchanges, strike) };
    default:
      return shellContent(exchanges, strike);
  }
}

/** Returns command lines with their output. A device that has sent no exit status has a shell. */
function shellContent(exchanges: readonly Exchange[], strike: Strike) {
  const commands = exchanges.filter((one) => one.protocol === 'ssh');
  const isShell = commands.length > 0 && commands.every(({ exitCode }) => exitCode === null);
  return {
    ...(isShell && { shell: { prompt: 'device#' } }),
    exchanges: commands.map(({ line, output, exitCode }) => ({
      run: line,
      output: strike(output),
      exit: exitCode ?? -1,
    })),
  };
}

function variablesOf(exchanges: readonly Exchange[], strike: Strike): string {
  const lines = new Map<string, string>();
  for (const one of exchanges)
    if (one.protocol === 'snmp' && one.type < firstException)
      lines.set(one.oid, lineOf(one, strike));
  return [...lines.values()].join('\n');
}

/** Tag of noSuchObject; what follows are exceptions as well (RFC 3416 section 3). */
const firstException = 128;
const counter64 = 70;

/** Returns a variable as a line of snmprec. */
function lineOf(
  { oid, type, value }: Extract<Exchange, { protocol: 'snmp' }>,
  strike: Strike,
): string {
  if (!Buffer.isBuffer(value)) return `${oid}|${type}|${String(value)}`;
  const hex = value.toString('hex');
  if (type === counter64) return `${oid}|${type}|${BigInt(`0x0${hex}`)}`;
  const text = value.toString('latin1');
  return /^[ -~]*$/.test(text) ? `${oid}|${type}|${strike(text)}` : `${oid}|${type}x|${hex}`;
}

/** Returns the HTTP requests, each once, with their answers. */
function requestsOf(exchanges: readonly Exchange[], strike: Strike) {
  const found = new Map<string, object>();
  for (const one of exchanges) {
    if (one.protocol !== 'http') continue;
    const { method, sent, status, headers } = one;
    const asked = {
      method,
      path: strike(one.path),
      ...(sent !== '' && { body: jsonOf(strike(sent)) }),
    };
    const reply = jsonOf(strike(one.body));
    found.set(JSON.stringify(asked), { ...asked, status, reply_headers: headers, reply });
  }
  return [...found.values()];
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
