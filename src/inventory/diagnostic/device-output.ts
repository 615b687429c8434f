import type { DeviceDiagnosticSpec } from '../../device-type/device-diagnostic.ts';
import { Fault } from '../../contract/errors.ts';
import { formatTime } from '../../contract/fields.ts';
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
  /** When the device had answered; milliseconds since 1970 on the clock of the gateway: that of a device may be wrong. */
  readonly endedAt: number;
}

const maxShownLength = 300;

type Reader = (spec: DeviceDiagnosticSpec, output: Output) => Results | null;

const readers: Readonly<Partial<Record<string, Reader>>> = {
  ping: readPing,
  traceroute: readTraceroute,
  dns_lookup: readLookup,
  download: (spec, output) => readTransfers(spec, output, 'test_bytes_received'),
  upload: (spec, output) => readTransfers(spec, output, 'test_bytes_sent'),
  udp_echo: readEchoes,
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

function readEchoes(
  spec: DeviceDiagnosticSpec,
  { outputs: [output = ''] }: Output,
): Results | null {
  const packets = rowsOf(spec, output).map(({ us }) => numberOf(us));
  if (packets.length === 0) return null;
  const times = packets.flatMap((us) => (us === null ? [] : [us / 1000]));
  // The devices do not show it.
  return { ip_address_used: null, ...echoResults(packets.length, times) };
}

/** Returns how many packets of an echo test came back, and how fast; times in milliseconds. */
export function echoResults(sent: number, times: readonly number[]): Results {
  return {
    failure_count: sent - times.length,
    ...timesOf(times),
    packet_loss: sent === 0 ? null : rounded(((sent - times.length) / sent) * 100),
  };
}

/** Returns how many packets were answered, and how fast. */
export function timesOf(times: readonly number[]) {
  const [min, max] = [Math.min(...times), Math.max(...times)];
  const sum = times.reduce((total, ms) => total + ms, 0);
  const isAnswered = times.length > 0;
  return {
    success_count: times.length,
    min_response_time: isAnswered ? rounded(min) : null,
    avg_response_time: isAnswered ? rounded(sum / times.length) : null,
    max_response_time: isAnswered ? rounded(max) : null,
  };
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

interface DeviceTransfer {
  /** Empty: the device does not show it. */
  readonly address: string;
  readonly octets: number;
  /** Milliseconds from the begin; null: the device does not measure it. */
  readonly connected: number | null;
  readonly requested: number | null;
  readonly first: number | null;
  readonly total: number;
}

/** @throws Fault `rejected` if the server answered with another status than 2xx */
function readTransfers(
  spec: DeviceDiagnosticSpec,
  { outputs: [output = ''], parameters, endedAt }: Output,
  octetsKey: 'test_bytes_received' | 'test_bytes_sent',
): Results | null {
  const rows = rowsOf(spec, output);
  const refused = rows.find(({ status = '' }) => !/^(?:2\d\d)?$/.test(status));
  if (refused)
    throw new Fault(
      'rejected',
      `${String(parameters['url'])} answered with status ${refused['status']}`,
    );
  const transfers = rows.map(readTransfer);
  const [first] = transfers;
  return first ? resultsOf({ first, transfers, endedAt, octetsKey }) : null;
}

interface Transfers {
  readonly first: DeviceTransfer;
  readonly transfers: readonly DeviceTransfer[];
  readonly endedAt: number;
  readonly octetsKey: 'test_bytes_received' | 'test_bytes_sent';
}

function resultsOf({ first, transfers, endedAt, octetsKey }: Transfers): Results {
  const octets = transfers.reduce((sum, one) => sum + one.octets, 0);
  const begin = endedAt - Math.max(...transfers.map(({ total }) => total));
  const timeOf = (ms: number | null) => (ms === null ? null : formatTime(Math.round(begin + ms)));
  const isDownload = octetsKey === 'test_bytes_received';
  const from = (isDownload ? first.first : first.requested) ?? 0;
  const seconds = (endedAt - begin - from) / 1000;
  return {
    ip_address_used: first.address === '' ? null : first.address,
    rom_time: timeOf(first.requested),
    bom_time: timeOf(isDownload ? first.first : first.requested),
    eom_time: formatTime(endedAt),
    [octetsKey]: octets,
    // The programs of devices count the content alone.
    total_bytes_received: null,
    total_bytes_sent: null,
    tcp_open_request_time: null,
    tcp_open_response_time: timeOf(first.connected),
    throughput_bps: seconds > 0 ? Math.round((octets * 8) / seconds) : null,
    transfers: transfers.length,
  };
}

function readTransfer({ address = '', octets, kib, ...row }: Row): DeviceTransfer {
  const ms = (text: string | undefined) => {
    const seconds = secondsOf(text);
    return seconds === null ? null : seconds * 1000;
  };
  const connected = ms(row['connect']);
  const secured = ms(row['tls']);
  return {
    address,
    octets: numberOf(octets) ?? 1024 * (numberOf(kib) ?? 0),
    connected,
    // Without TLS curl writes 0.
    requested: secured === null || secured === 0 ? connected : secured,
    first: ms(row['first']),
    total: ms(row['total']) ?? 0,
  };
}

/** Reads `1.25`, or `00:00:01.25` of RouterOS. */
function secondsOf(text: string | undefined): number | null {
  const parts = text === undefined || text === '' ? [] : text.split(':').map(Number);
  if (parts.length === 0 || parts.some(Number.isNaN)) return null;
  return parts.reduce((sum, part) => sum * 60 + part, 0);
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
