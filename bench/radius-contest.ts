import { randomUUID } from 'node:crypto';
import { exchangesOf, packetsOfSession } from '../tools/accounting-packets.ts';
import { analyze, type Accountant } from './radius-accountants.ts';
import type { Sample, Samples } from './radius-figures.ts';
import { loadGateway, secret } from './radius-gateway.ts';
import { load } from './radius-run.ts';
import { sized } from './scale.ts';

const rounds = sized(5, 1);
const windows: readonly number[] = sized([32, 64], [32]);
const secondsOfRun = sized(1, 0.05);
const warmUps = sized(3, 1);
/** Requests of a run: fewer make a percentile meaningless, more take longer to build than to send. */
const bounds = { fewest: sized(200, 20), most: 8000 };

export interface Contestant {
  readonly server: Accountant;
  /** Number that the server answers in about a second, so that a run takes equally long for all. */
  readonly sessions: number;
  /** Requests sent during the warm-up. */
  readonly sessionsBefore: number;
}

export const sessionsSent = ({ sessions, sessionsBefore }: Contestant): number =>
  sessionsBefore + rounds * windows.length * sessions;

/** Warms a server up, and finds out how long a run of it must be. */
export async function contestant(server: Accountant, signal: AbortSignal): Promise<Contestant> {
  let found: Contestant = { server, sessions: bounds.fewest, sessionsBefore: 0 };
  for (let time = 0; time < warmUps; time += 1) {
    signal.throwIfAborted();
    const { perSecond } = await run(found, Math.max(...windows));
    await analyze(server);
    found = {
      server,
      sessions: sessionsAt(perSecond),
      sessionsBefore: found.sessionsBefore + found.sessions,
    };
  }
  return found;
}

function sessionsAt(perSecond: number): number {
  const wanted = Math.round((perSecond * secondsOfRun) / packetsOfSession);
  return Math.min(bounds.most, Math.max(bounds.fewest, wanted));
}

/**
 * The servers alternate, so that other load of the machine affects all alike.
 *
 * @returns the samples of each window
 */
export async function contest(
  contestants: readonly Contestant[],
  signal: AbortSignal,
): Promise<ReadonlyMap<number, Samples>> {
  const samples = new Map(windows.map((window) => [window, new Map<string, Sample[]>()]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [window, ofWindow] of samples) {
      for (const contestant of contestants) {
        signal.throwIfAborted();
        const { name } = contestant.server;
        ofWindow.set(name, [...(ofWindow.get(name) ?? []), await run(contestant, window)]);
      }
    }
  }
  return samples;
}

function run({ server, sessions }: Contestant, window: number): Promise<Sample> {
  const given = {
    window,
    exchanges: exchangesOf({ sessions, name: randomUUID().slice(0, 8), secret }),
  };
  return server.gateway ? loadGateway(server.gateway, server, given) : load(server, given);
}
