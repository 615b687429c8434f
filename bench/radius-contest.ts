import { randomUUID } from 'node:crypto';
import { exchangesOf, packetsOfSession } from './accounting-packets.ts';
import { analyze, type Accountant } from './radius-accountants.ts';
import type { Sample, Samples } from './radius-figures.ts';
import { loadGateway, secret } from './radius-gateway.ts';
import { load } from './radius-run.ts';

const rounds = 5;
const windows: readonly number[] = [32, 64];
const secondsOfRun = 1;
const warmUps = 3;
/** Of a run: with fewer a percentile says little; writing more takes longer than sending them. */
const bounds = { fewest: 200, most: 8000 };

export interface Contestant {
  readonly server: Accountant;
  /** As many as it can do in about a second: a run takes as long for all. */
  readonly sessions: number;
  /** What it was sent while it was warmed up. */
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
 * All take turns, so that whatever else the machine does falls on all alike.
 *
 * @returns what was seen with each window
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
