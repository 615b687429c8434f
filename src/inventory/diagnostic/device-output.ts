import type { DeviceDiagnosticSpec } from '../../device-type/device-diagnostic.ts';
import { Fault } from '../../contract/errors.ts';
import { icmpCodeOf } from '../../protocol/probe/traceroute.ts';
import { searchBounded } from '../../runtime/pattern/bounded-search.ts';
import type { Results } from './diagnostic-run.ts';
import type { Parameters } from './gateway-refusals.ts';
import { rounded } from './transfer-test.ts';

/* Reads the published results of a diagnostic from what a device prints, by the patterns of its type. */

interface Output {
  /** One for each run of the command. */
  readonly outputs: readonly string[];
  readonly parameters: Parameters;
}

const maxShownLength = 300;

type Reader = (spec: DeviceDiagnosticSpec, output: Output) => Results | null;

const readers: Readonly<Partial<Record<string, Reader>>> = {
  ping: readPing,
  traceroute: readTraceroute,
  dns_lookup: readLookup,
  wifi_neighbor: (spec, { outputs }) => ({
    neighbors: outputs.flatMap((output) => rowsOf(spec, output).map(readNeighbor)),
  }),
};

/** Returns the results of a diagnostic. @throws Fault `garbled` if the output has no results */
export function readDeviceOutput(
  operation: string,
  spec: DeviceDiagnosticSpec,
  output: Output,
): Results {
  const results = readers[operation]?.(spec, output) ?? null;
  if (results !== null) return results;
  const shown = output.outputs.join('\n').trim().slice(0, maxShownLength);
  throw new Fault('garbled', `${operation}: the device answered ${JSON.stringify(shown)}`);
}

function readPing(spec: DeviceDiagnosticSpec, { outputs: [output = ''] }: Output): Results | null {
  const number = (name: string) => numberOf(fieldOf(spec, output, name));
  const [sent, received] = [number('packets_sent'), number('success_count')];
  if (sent === null || received === null) return null;
  return {
    ip_address_used: fieldOf(spec, output, 'ip_address_used'),
    success_count: received,
    failure_count: sent - received,
    min_response_time: number('min_response_time'),
    avg_response_time: number('avg_response_time'),
    max_response_time: number('max_response_time'),
    packet_loss: sent === 0 ? null : rounded(((sent - received) / sent) * 100),
  };
}

function readTraceroute(
  spec: DeviceDiagnosticSpec,
  { outputs: [output = ''] }: Output,
): Results | null {
  const hops = rowsOf(spec, output).map(({ hop, host, address = null, error_code, rtt }) => ({
    hop: numberOf(hop),
    host: host ?? address,
    address,
    error_code: address === null ? null : icmpCodeOf(error_code ?? ''),
    rtt: [...(rtt ?? '').matchAll(/([\d.]+) ?ms/g)].map(([, ms]) => Number(ms)),
  }));
  if (hops.length === 0) return null;
  const used = fieldOf(spec, output, 'ip_address_used');
  return { ip_address_used: used, response_time: responseTime(hops, used), hops };
}

/** Returns the average time of the last hop, if that is the target; else null. */
export function responseTime(
  hops: readonly { readonly address: string | null; readonly rtt: readonly number[] }[],
  target: string | null,
): number | null {
  const last = hops.at(-1);
  if (!last || last.address !== target || last.rtt.length === 0) return null;
  return rounded(last.rtt.reduce((sum, ms) => sum + ms, 0) / last.rtt.length);
}

function readLookup(spec: DeviceDiagnosticSpec, { outputs, parameters }: Output): Results | null {
  const answers = outputs.map((output) => {
    const addresses = allOf(spec, output, 'addresses');
    const isFound = addresses.length > 0;
    const failure = fieldOf(spec, output, 'status');
    return {
      status: isFound ? 'Success' : (failure ?? 'Error_Other'),
      answer_type: isFound ? fieldOf(spec, output, 'answer_type') : null,
      host_returned: isFound
        ? (fieldOf(spec, output, 'host_returned') ?? parameters['host'])
        : null,
      addresses,
      dns_server: fieldOf(spec, output, 'dns_server') ?? parameters['dns_server'],
      // The programs of devices do not show it.
      response_time: null,
    };
  });
  return { success_count: answers.filter(({ status }) => status === 'Success').length, answers };
}

const numbers = new Set(['channel', 'signal_strength', 'noise']);

function readNeighbor(row: Row): Results {
  return Object.fromEntries(
    Object.entries(row).map(([column, text = '']) => [
      column,
      numbers.has(column) ? numberOf(text) : text,
    ]),
  );
}

type Row = Readonly<Record<string, string | undefined>>;

function rowsOf({ rows }: DeviceDiagnosticSpec, output: string): readonly Row[] {
  if (rows === undefined) return [];
  return matchesOf(rows, output).map(({ groups = {} }) => groups);
}

/** Returns the matches of a pattern of a type; without the flag `g` the first. @throws Fault `garbled` if it takes too long */
function matchesOf(source: string, output: string, flags = 'gm'): readonly RegExpExecArray[] {
  return searchBounded({ source, flags }, output, (pattern, text) => {
    if (pattern.global) return [...text.matchAll(pattern)];
    const found = pattern.exec(text);
    return found ? [found] : [];
  });
}

/** Returns the value of a result from the first matching entry, or null. */
function fieldOf({ fields }: DeviceDiagnosticSpec, output: string, name: string): string | null {
  for (const { match, value, otherwise } of fields[name] ?? []) {
    const [found] = matchesOf(match, output, 'm');
    if (found) return value ?? found[1] ?? found[0];
    if (otherwise !== undefined) return otherwise;
  }
  return null;
}

function allOf({ fields }: DeviceDiagnosticSpec, output: string, name: string): readonly string[] {
  return (fields[name] ?? []).flatMap(({ match }) =>
    matchesOf(match, output).map(([whole, group = whole]) => group),
  );
}

/** Returns a number, or a duration such as `1ms234us` in milliseconds; null for any other text. */
function numberOf(text: string | null | undefined): number | null {
  if (text === null || text === undefined || text === '') return null;
  const duration = /^(?:(\d+)s)?(?:(\d+)ms)?(?:(\d+)us)?$/.exec(text);
  if (duration && /[a-z]/.test(text)) {
    const [seconds = 0, ms = 0, us = 0] = duration.slice(1).map((part) => Number(part || 0));
    return seconds * 1000 + ms + us / 1000;
  }
  const number = Number(text);
  return Number.isNaN(number) ? null : number;
}
