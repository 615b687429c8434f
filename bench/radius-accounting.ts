import { print } from './figures.ts';
import { completeIn, startAccountants, type Stop } from './radius-accountants.ts';
import { contest, contestant, sessionsSent, type Contestant } from './radius-contest.ts';
import { figuresOf } from './radius-figures.ts';

/** Accounting-Requests that the gateway and FreeRADIUS answer in a second, side by side. */
export async function accountingBesidePeers(signal: AbortSignal): Promise<string> {
  const started: Stop[] = [];
  try {
    const contestants: Contestant[] = [];
    for (const server of await startAccountants(started))
      contestants.push(await contestant(server, signal));
    const own = contestants.flatMap(({ server: { name, gateway } }) => (gateway ? [name] : []));
    const samples = await contest(contestants, signal);
    const tables = [...samples].map(([window, all]) =>
      print({
        title: `Accounting, compared with FreeRADIUS, ${window} requests in flight`,
        figures: figuresOf(all, own),
      }),
    );
    return [...tables, await counted(contestants)].join('\n');
  } finally {
    for (const stop of started.reverse()) await stop();
  }
}

/** Returns for each server whether it has stored everything that it answered. */
async function counted(contestants: readonly Contestant[]): Promise<string> {
  const lines: string[] = [];
  for (const contestant of contestants) {
    const complete = await completeIn(contestant.server);
    const kept =
      complete === null
        ? ''
        : `; complete in its table after all runs: ${complete} of ${sessionsSent(contestant)}`;
    lines.push(`${contestant.server.name}: ${contestant.sessions} sessions a run${kept}`);
  }
  return [
    'A run is Start, Interim-Update and Stop of as many sessions as the server does in about a second',
    ...[
      ...lines,
      'FreeRADIUS has the threads, queries and schemas of Debian; on SQLite one connection (WAL, synchronous=FULL), and so one',
      'thread: a request without a free connection is dropped. The kernel decides when its detail file is on the disk.',
      'A gateway also answers REST pages, 20 a second: its figures include their cost. CPU includes PostgreSQL.',
    ].map((line) => `  ${line}`),
    '',
  ].join('\n');
}
