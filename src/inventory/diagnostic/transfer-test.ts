import { Fault } from '../../contract/errors.ts';
import { transfer, type Transfer } from '../../protocol/probe/http-transfer.ts';
import { hostOfUrl } from '../../runtime/ip-address.ts';

/* Download and upload tests (TR-143): HTTP transfers over one or several connections, measured by phase. */

/** Octets of all connections after which a test ends. */
export const maxTestOctets = 10_737_418_240;
const maxRedirects = 5;
/** Time limit of a test without a duration. */
export const maxTestMs = 300_000;

export interface TransferTest {
  readonly url: string;
  readonly method: 'GET' | 'PUT';
  /** Octets that each PUT sends. */
  readonly octetsToSend: number;
  readonly connections: number;
  /** Seconds of repeated transfers; 0: one transfer for each connection. */
  readonly durationSeconds: number;
  /** Resolves a host to an address that may be connected to. @throws Fault */
  readonly resolve: (host: string) => Promise<string>;
  readonly now: () => Date;
  /** Called with the octets of the bodies so far. */
  readonly onOctets: (octets: number) => void;
}

/** A transfer with the times of its begin and of the resolution of its host. */
interface Measured extends Transfer {
  readonly address: string;
  readonly beganAt: number;
  readonly resolved: number;
}

/**
 * Runs a test and returns its results with the names of TR-143.
 *
 * @throws Fault as `transfer`; `rejected` if the server answers with an error
 */
export async function runTransferTest(test: TransferTest, signal: AbortSignal) {
  const beganAt = test.now();
  const clockAtBegin = performance.now();
  const octets = { total: 0 };
  const counting = {
    ...test,
    maxOctets: Math.ceil(maxTestOctets / test.connections),
    onChunk: (length: number) => {
      octets.total += length;
      test.onOctets(octets.total);
    },
  };
  const perConnection = await Promise.all(
    Array.from({ length: test.connections }, () => runConnection(counting, signal)),
  );
  const runs = perConnection.flat();
  const timeOf = (ms: number) => new Date(beganAt.getTime() + ms - clockAtBegin).toISOString();
  return serialize(test, runs, timeOf);
}

interface Counting extends TransferTest {
  readonly maxOctets: number;
  readonly onChunk: (octets: number) => void;
}

/** Runs the transfers of one connection: a single one, or as many as fit into the duration. */
async function runConnection(test: Counting, signal: AbortSignal): Promise<Measured[]> {
  if (test.durationSeconds === 0) return [await runTransfer(test, maxTestMs, signal)];
  const endsAt = performance.now() + test.durationSeconds * 1000;
  const runs: Measured[] = [];
  while (performance.now() < endsAt && !runs.some(({ endedBy }) => endedBy === 'octets')) {
    const run = await runTransfer(test, endsAt - performance.now(), signal);
    // The duration may be over before the last transfer has a connection.
    if (run.connected !== null || runs.length === 0) runs.push(run);
  }
  return runs;
}

/** Makes a transfer, and follows redirections of a download; each host is resolved and checked. */
async function runTransfer(test: Counting, maxMs: number, signal: AbortSignal): Promise<Measured> {
  let url = new URL(test.url);
  for (let left = maxRedirects; ; left -= 1) {
    const beganAt = performance.now();
    const address = await test.resolve(hostOfUrl(url));
    const resolved = performance.now() - beganAt;
    const { method, octetsToSend, maxOctets, onChunk: onOctets } = test;
    const limits = { octetsToSend, maxOctets, maxMs, mustVerify: true };
    const done = await transfer({ url, address, method, ...limits, onOctets }, signal);
    const next = method === 'GET' ? redirectionOf(done, url) : null;
    if (next === null || left === 0)
      return checkStatus({ ...done, address, beganAt, resolved }, url);
    url = next;
  }
}

function redirectionOf({ statusCode, headers }: Transfer, url: URL): URL | null {
  if (statusCode === null || statusCode < 300 || statusCode > 399) return null;
  if (headers.location === undefined) return null;
  const next = URL.parse(headers.location, url.href);
  if (next && ['http:', 'https:'].includes(next.protocol)) return next;
  throw new Fault('rejected', `${url.href} redirects to ${JSON.stringify(headers.location)}`);
}

function checkStatus(done: Measured, url: URL): Measured {
  const { statusCode } = done;
  if (statusCode === null || (statusCode >= 200 && statusCode <= 299)) return done;
  throw new Fault('rejected', `${url.href} answered with status ${statusCode}`);
}

function serialize(
  { method, durationSeconds }: TransferTest,
  runs: readonly Measured[],
  timeOf: (ms: number) => string,
) {
  const sum = (value: (run: Measured) => number) =>
    runs.reduce((total, run) => total + value(run), 0);
  const [first] = runs;
  if (!first || first.connected === null)
    throw new Fault('timeout', 'there was no connection before the time was over');
  const requestedAt = Math.min(...runs.map(requestTime));
  const bom = Math.min(
    ...runs.map((run) => (method === 'GET' ? replyTime(run) : requestTime(run))),
  );
  const eom = Math.max(...runs.map((run) => openTime(run) + run.ended));
  const octets = sum((run) => (method === 'GET' ? run.octetsReceived : run.octetsSent));
  return {
    ip_address_used: first.address,
    rom_time: timeOf(requestedAt),
    bom_time: timeOf(bom),
    eom_time: timeOf(eom),
    ...(method === 'GET' ? { test_bytes_received: octets } : { test_bytes_sent: octets }),
    total_bytes_received: sum(({ totalReceived }) => totalReceived),
    total_bytes_sent: sum(({ totalSent }) => totalSent),
    tcp_open_request_time: timeOf(openTime(first)),
    tcp_open_response_time: timeOf(connectTime(first)),
    throughput_bps: eom > bom ? Math.round((octets * 8000) / (eom - bom)) : null,
    transfers: runs.length,
    is_cut: runs.some(
      ({ endedBy }) => endedBy === 'octets' || (endedBy === 'time' && durationSeconds === 0),
    ),
    timings: timingsOf(first),
  };
}

/* When the phases of a transfer began. A phase that was not reached began with its end. */

const openTime = ({ beganAt, resolved }: Measured) => beganAt + resolved;
const connectTime = (run: Measured) => openTime(run) + (run.connected ?? run.ended);
const requestTime = (run: Measured) =>
  run.secured === null ? connectTime(run) : openTime(run) + run.secured;
const replyTime = (run: Measured) => openTime(run) + (run.firstOctet ?? run.ended);

/** Returns the milliseconds that each phase took; null: it did not happen. */
export function timingsOf(run: Transfer & { readonly resolved: number }) {
  const { resolved, connected, secured, firstOctet, ended } = run;
  const between = (from: number | null, to: number | null) =>
    from === null || to === null ? null : rounded(to - from);
  return {
    dns: rounded(resolved),
    connect: between(0, connected),
    tls: between(connected, secured),
    first_octet: between(secured ?? connected, firstOctet),
    transfer: between(firstOctet, ended),
    total: rounded(resolved + ended),
  };
}

/** Milliseconds with three decimals. */
export function rounded(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
