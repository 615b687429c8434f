import { isIPv6 } from 'node:net';
import { Fault } from '../../contract/errors.ts';
import { runCommand } from './command.ts';

/** Octets of the headers before the payload of a probe: IP and UDP. */
const headerOctets = { 4: 28, 6: 48 } as const;

export interface TracerouteRequest {
  /** IP literal. */
  readonly address: string;
  readonly maxHops: number;
  readonly tries: number;
  readonly timeoutSeconds: number;
  /** Octets after the UDP header. */
  readonly payloadOctets: number;
  /** Outgoing interface; empty: chosen by the routing table. */
  readonly networkInterface: string;
  readonly dscp: number;
}

/** A hop of a path, with the times of the probes that it answered, in milliseconds. */
export interface Hop {
  readonly hop: number;
  /** Null if the hop did not answer. */
  readonly address: string | null;
  /** Code of the ICMP message (RFC 792, RFC 4443); null if the hop did not answer. */
  readonly error_code: number | null;
  readonly rtt: readonly number[];
}

/**
 * Finds the path to an address with the system's traceroute, by UDP.
 *
 * @param onHop  called with each hop as soon as it is known
 * @throws Fault as `runCommand`; `unreachable` if no probe could be sent
 */
export async function traceroute(
  request: TracerouteRequest,
  signal: AbortSignal,
  onHop: (hop: Hop) => void = () => undefined,
): Promise<readonly Hop[]> {
  const hops: Hop[] = [];
  const onLine = (line: string) => {
    const hop = parseHop(line);
    if (hop === null) return;
    hops.push(hop);
    onHop(hop);
  };
  const args = argumentsOf(request);
  const { stderr, exitCode } = await runCommand(
    { program: 'traceroute', args, debianPackage: 'traceroute', onLine },
    signal,
  );
  if (exitCode === 0 || hops.length > 0) return hops;
  const reason = stderr.trim() || `traceroute ended with ${exitCode ?? 'no status'}`;
  throw new Fault('unreachable', reason);
}

function argumentsOf(request: TracerouteRequest): string[] {
  const { address, maxHops, tries, timeoutSeconds, payloadOctets } = request;
  const family = isIPv6(address) ? 6 : 4;
  const { networkInterface, dscp } = request;
  return [
    `-${family}`,
    '-n',
    '-m',
    String(maxHops),
    '-q',
    String(tries),
    '-w',
    String(timeoutSeconds),
    ...(networkInterface === '' ? [] : ['-i', networkInterface]),
    ...(dscp === 0 ? [] : ['-t', String(dscp * 4)]),
    '--',
    address,
    String(payloadOctets + headerOctets[family]),
  ];
}

/** Codes of unreachable messages by the letter that traceroute shows for them. */
const codes: Readonly<Record<string, number>> = {
  N: 0,
  H: 1,
  P: 2,
  F: 4,
  S: 5,
  X: 13,
  V: 14,
  C: 15,
};

/**
 * Parses a line of traceroute's output: ` 3  192.0.2.1  1.203 ms  1.190 ms !H *`. Of several routers at one distance the
 * first is the hop; the times include all replies.
 *
 * @returns null for another line
 */
export function parseHop(line: string): Hop | null {
  const [, hop, rest = ''] = /^ *(\d+) +(\S.*)$/.exec(line) ?? [];
  if (hop === undefined) return null;
  const rtt = [...rest.matchAll(/([\d.]+) ms/g)].map(([, ms]) => Number(ms));
  const address = /(?:^| )([0-9a-f]*[.:][0-9a-f.:]+)(?= )/i.exec(rest)?.[1] ?? null;
  return {
    hop: Number(hop),
    address,
    error_code: address === null ? null : icmpCodeOf(/!([A-Z]|\d+)/.exec(rest)?.[1] ?? ''),
    rtt,
  };
}

/**
 * Returns the code of an ICMP message from traceroute's mark after `!`; null if the mark is unknown.
 *
 * @param shown  letter or number; empty: code 0
 */
export function icmpCodeOf(shown: string): number | null {
  const code = codes[shown] ?? Number(shown);
  return Number.isNaN(code) ? null : code;
}
