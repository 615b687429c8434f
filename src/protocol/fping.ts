import { execFile } from 'node:child_process';
import { asFault, Fault } from '../contract/errors.ts';

/** Addresses of one sweep. */
export const maxSweepAddresses = 1024;

/** Milliseconds between two packets; a shorter interval requires root. */
const intervalMs = 1;
const maxOutputOctets = maxSweepAddresses * 64;
/** Exit statuses: each address answered, some did not, some have no route. */
const completeStatuses: readonly unknown[] = [0, 1, 2];

/**
 * Pings many addresses at a time with the command fping.
 *
 * @param addresses  IP literals, at most 1024
 * @param limit.timeoutMs  time for the answer to a packet
 * @param limit.retries  packets beyond the first one to an address that does not answer; default: 0
 * @returns  the addresses that answered; null if this machine has no fping, or it may not ping
 * @throws   Fault `timeout` if the signal aborts; `garbled` for output that is not a list of the addresses
 */
export async function sweepAddresses(
  addresses: readonly string[],
  limit: SweepLimit,
): Promise<ReadonlySet<string> | null> {
  if (addresses.length > maxSweepAddresses)
    throw new Fault('unsupported', `fping: more than ${maxSweepAddresses} addresses`);
  if (addresses.length === 0) return new Set();
  const output = await run(addresses, limit);
  return output === null ? null : parseSweep(addresses, output);
}

/** Parses the output of `fping -a`: a line for each address that answered. */
export function parseSweep(addresses: readonly string[], output: string): ReadonlySet<string> {
  const asked = new Set(addresses);
  const lines = output.split('\n').filter((line) => line !== '');
  const other = lines.find((line) => !asked.has(line));
  if (other !== undefined)
    throw new Fault(
      'garbled',
      `fping: no address that was asked: ${JSON.stringify(other.slice(0, 80))}`,
    );
  return new Set(lines);
}

interface SweepLimit {
  readonly timeoutMs: number;
  readonly retries?: number;
  readonly signal: AbortSignal;
}

/** Runs fping without a shell; the addresses are its standard input. @returns null if it cannot ping */
function run(
  addresses: readonly string[],
  { timeoutMs, retries = 0, signal }: SweepLimit,
): Promise<string | null> {
  const values = { '-r': retries, '-B': 1, '-t': timeoutMs, '-i': intervalMs };
  const args = ['-a', ...Object.entries(values).map(([flag, value]) => `${flag}${value}`)];
  const options = { signal, killSignal: 'SIGKILL', maxBuffer: maxOutputOctets } as const;
  const env = { PATH: process.env['PATH'], LC_ALL: 'C' };
  return new Promise<string | null>((resolve, reject) => {
    const child = execFile('fping', args, { ...options, env }, (error, stdout) => {
      if (error === null || completeStatuses.includes(error.code)) resolve(stdout);
      else if (signal.aborted)
        reject(asFault(signal.reason) ?? new Fault('timeout', 'fping was ended at the deadline'));
      else resolve(null);
    });
    // Without fping, or if it ends early, there is no reader.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(`${addresses.join('\n')}\n`);
  }).catch((error: unknown) => {
    // Linux refuses to execute a program with a capability that the gateway may not have.
    if (error instanceof Fault) throw error;
    return null;
  });
}
