import type { ImportResult } from './importer.ts';

/** Number of objects by outcome. */
export type OutcomeCounts = Record<ImportResult['outcome'], number>;

export const createOutcomeCounts = (): OutcomeCounts => ({
  made: 0,
  changed: 0,
  same: 0,
  refused: 0,
});

export function describeOutcomes({ made, changed, same, refused }: OutcomeCounts): string {
  return `${made} made, ${changed} changed, ${same} same, ${refused} refused`;
}
