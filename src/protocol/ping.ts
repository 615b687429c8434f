import { execFile, type ExecFileException } from 'node:child_process';
import LinuxParser from 'ping/lib/parser/linux.js';
import { asFault, Fault } from '../contract/errors.ts';
import { resolveHost } from './resolve-host.ts';

export interface PingRequest {
  /** IP literal or host name. */
  readonly host: string;
  readonly count: number;
  /** Seconds between two packets. */
  readonly intervalSeconds: number;
  /** Seconds to wait for the answer to the last packet. */
  readonly timeoutSeconds: number;
  /** Octets after the ICMP header; from 16 on, packets carry the time of sending. */
  readonly payloadOctets: number;
  /** Outgoing interface; default: chosen by the routing table. */
  readonly networkInterface?: string;
  /** Differentiated services code point; default: 0. */
  readonly dscp?: number;
}

/** Times in milliseconds; null if no packet was answered. */
export interface PingResult {
  readonly sent: number;
  readonly received: number;
  /** 0 to 100. */
  readonly lossPercent: number;
  readonly minMs: number | null;
  readonly avgMs: number | null;
  readonly maxMs: number | null;
  /** Output of ping. */
  readonly raw: string;
}

const maxOutputOctets = 65_536;
const slackMs = 2_000;

/**
 * Pings with the system's ping command, so that the gateway itself needs no capability.
 *
 * @param onReply  called with the time of each answer, in milliseconds
 * @returns  also if no packet was answered
 * @throws   Fault `unreachable` for an unknown host or no route; `timeout` if the signal aborts; `unsupported` if there is
 *           no ping command; `garbled` for output that cannot be parsed
 */
export async function ping(
  request: PingRequest,
  signal: AbortSignal,
  onReply?: (ms: number) => void,
): Promise<PingResult> {
  const ms = runMs(request);
  const { address, family } = await resolveHost(request.host, { signal, timeoutMs: ms });
  const raw = await run([...flagsOf(request, family), '--', address], {
    signal,
    timeoutMs: ms + slackMs,
    ...(onReply && { onReply }),
  });
  return parsePingOutput(address, raw);
}

/** Parses the output of iputils' ping. */
export function parsePingOutput(host: string, raw: string): PingResult {
  const counts = /^(\d+) packets transmitted, (\d+) received/m.exec(raw);
  if (counts === null)
    throw new Fault('garbled', `ping ${host}: the output has no count of packets`);
  const { packetLoss, min, avg, max } = parsed(host, raw);
  return {
    sent: Number(counts[1]),
    received: Number(counts[2]),
    lossPercent: Number(packetLoss),
    minMs: numberOf(min),
    avgMs: numberOf(avg),
    maxMs: numberOf(max),
    raw,
  };
}

// `-w` would limit the whole run, but makes ping send more than `-c` packets if some are lost: execFile limits it instead.
function flagsOf(request: PingRequest, family: 4 | 6): string[] {
  const { count, intervalSeconds, timeoutSeconds, payloadOctets } = request;
  const { networkInterface = '', dscp = 0 } = request;
  const values = {
    '-c': count,
    '-i': intervalSeconds,
    '-W': timeoutSeconds,
    '-s': payloadOctets,
    ...(networkInterface !== '' && { '-I': networkInterface }),
    // The code point is the upper six bits of the octet.
    ...(dscp !== 0 && { '-Q': dscp * 4 }),
  };
  return [
    '-n',
    `-${family}`,
    ...Object.entries(values).flatMap(([flag, value]) => [flag, String(value)]),
  ];
}

function runMs({ count, intervalSeconds, timeoutSeconds }: PingRequest): number {
  return (count * intervalSeconds + timeoutSeconds) * 1000;
}

interface RunLimit {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly onReply?: (ms: number) => void;
}

function run(args: readonly string[], { signal, timeoutMs, onReply }: RunLimit): Promise<string> {
  const env = { PATH: process.env['PATH'], LC_ALL: 'C' };
  return new Promise<string>((resolve, reject) => {
    const child = execFile(
      'ping',
      args,
      { env, signal, timeout: timeoutMs, killSignal: 'SIGKILL', maxBuffer: maxOutputOctets },
      (error, stdout, stderr) => {
        if (error === null || error.code === exitNoAnswer) resolve(stdout);
        else reject(pingFault(error, stderr.trim(), signal));
      },
    );
    if (onReply)
      child.stdout?.on('data', (text: string) => {
        for (const [, ms] of text.matchAll(/ time=([\d.]+) ms/g)) onReply(Number(ms));
      });
  }).catch((error: unknown) => {
    // Linux refuses to execute a program with a capability that the gateway may not have.
    const words = error instanceof Error ? error.message : '';
    throw asFault(error) ?? new Fault('unsupported', `${mayNotPing} (${words})`);
  });
}

const mayNotPing = 'this machine does not let the gateway ping';

/** Exit status of ping if no packet was answered. */
const exitNoAnswer = 1;

function pingFault(error: ExecFileException, stderr: string, signal: AbortSignal): Fault {
  if (signal.aborted)
    return asFault(signal.reason) ?? new Fault('timeout', 'ping was ended at the deadline');
  if (error.killed === true) return new Fault('timeout', 'ping did not end in time');
  if (error.code === 'ENOENT')
    return new Fault(
      'unsupported',
      'this machine has no ping: install the Debian package iputils-ping',
    );
  if (stderr.includes('Operation not permitted') || stderr.includes('Permission denied')) {
    return new Fault('unsupported', `${mayNotPing} (${stderr})`);
  }
  return new Fault(
    'unreachable',
    stderr === '' ? `ping ended with ${error.code ?? 'no status'}` : stderr,
  );
}

function parsed(host: string, raw: string) {
  try {
    const parser = new LinuxParser(host, {});
    for (const line of raw.split('\n')) parser.eat(line);
    const result = parser.getResult();
    if (numberOf(result.packetLoss) !== null) return result;
  } catch (cause) {
    throw new Fault('garbled', `ping ${host}: the output cannot be parsed`, { cause });
  }
  throw new Fault('garbled', `ping ${host}: the output has no packet loss`);
}

function numberOf(text: string): number | null {
  const number = Number(text);
  return Number.isNaN(number) ? null : number;
}
