import type { Config } from '../config/load-config.ts';
import { readAcceptedTime, replaceAcceptedTime } from '../gateway/accepted-time.ts';
import { dayMs } from '../gateway/known-time.ts';
import { openExisting } from '../site/open-existing.ts';
import { mustChange, type Store } from '../store/store.ts';
import { commandStatement } from '../upkeep/audit/command-audit.ts';

/** Compares the clock of this machine with the accepted time of the store. @returns lines to print */
export async function showClock(config: Config): Promise<string> {
  return withStore(config, async (store) => {
    const now = Date.now();
    const acceptedAt = await readAcceptedTime(store);
    return [...timesOf({ now, acceptedAt }), verdictOn({ now, acceptedAt }).text].join('\n');
  });
}

/**
 * Accepts the clock of this machine, and writes that to the audit.
 *
 * @returns lines to print
 * @throws  Error if the store cannot be written, or a gateway has accepted another time at the same moment
 */
export async function acceptClock(config: Config): Promise<string> {
  return withStore(config, async (store) => {
    const now = Date.now();
    const acceptedAt = await readAcceptedTime(store);
    const command = 'gatehouse clock accept';
    const fields = [`from ${textOf(acceptedAt)}`, `to ${textOf(now)}`];
    await store.write([
      mustChange(replaceAcceptedTime(store, { from: acceptedAt, to: now })),
      commandStatement(store, { command, fields }, { isDone: true, now: new Date(now) }),
    ]);
    const lines = timesOf({ now, acceptedAt });
    return [...lines, 'The clock is accepted; the gateways follow within a minute.'].join('\n');
  });
}

interface Times {
  readonly now: number;
  /** 0: none. */
  readonly acceptedAt: number;
}

/** Returns whether the clock of this machine is plausible. A running gateway stores the accepted time once a minute. */
export function verdictOn({ now, acceptedAt }: Times): {
  readonly isPlausible: boolean;
  readonly text: string;
} {
  const days = ((now - acceptedAt) / dayMs).toFixed(1).replace('-', '');
  if (acceptedAt === 0)
    return { isPlausible: true, text: 'No gateway has accepted a time on this store yet.' };
  if (now - acceptedAt > dayMs)
    return {
      isPlausible: false,
      text: `The clock is ${days} days ahead: what it has skipped waits. If it is wrong, set it. If it is right, run gatehouse clock accept; gateways that were stopped for a week or less catch up by themselves.`,
    };
  if (acceptedAt - now > dayMs)
    return {
      isPlausible: false,
      text: `The clock is ${days} days behind. If it is wrong, set it. If it is right, an earlier time was wrong: run gatehouse clock accept.`,
    };
  return { isPlausible: true, text: 'The clock is plausible.' };
}

function timesOf({ now, acceptedAt }: Times): readonly string[] {
  return [`clock of this machine  ${textOf(now)}`, `accepted time          ${textOf(acceptedAt)}`];
}

const textOf = (ms: number) => (ms === 0 ? 'none' : new Date(ms).toISOString());

async function withStore<T>(config: Config, work: (store: Store) => Promise<T>): Promise<T> {
  const { store } = await openExisting(config);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
