import type { Fate } from '../peers/postgres-proxy.ts';
import { randomOf } from '../random.ts';

/** What becomes of statements that are not passed. */
export const fates: readonly Fate[] = [
  'failed',
  'delayed',
  'cut before',
  'cut within',
  'cut after',
];

/** One statement in so many has one of these fates. */
const oneIn = 12;

const isProbe = (statement: string) => /pg_is_in_recovery|transaction_read_only/.test(statement);

/** Draws the fates of statements. The probe of the watch is spared: its failure closes all connections. */
export function drawnFates(seed: number): (statement: string) => Fate {
  const random = randomOf(seed);
  return (statement) =>
    isProbe(statement) || random(oneIn) > 0 ? 'passed' : (fates[random(fates.length)] ?? 'passed');
}
