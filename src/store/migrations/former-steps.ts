/* Builds before 0.1.0 had 69 steps. `0001-schema` creates what they made of an empty store. */

const first = '0001-callers';
const count = 69;
const lastBuild = 'f517487';

/** Last step of the builds before 0.1.0: a store with it is taken over as it is. */
export const lastFormerStep = '0069-parameter-names';

/**
 * Tells whether a store has all steps that `0001-schema` replaces, and no other.
 *
 * @param executed  sorted names
 * @throws          Error if it has only some of them
 */
export function hasFormerSchema(executed: readonly string[]): boolean {
  const last = executed.at(-1) ?? '';
  if (executed[0] !== first || last > lastFormerStep) return false;
  if (executed.length === count && last === lastFormerStep) return true;
  throw new Error(
    `the store is at step ${last} of the builds before 0.1.0, which this version does not upgrade: start the last such build (commit ${lastBuild}) with it once, then this version`,
  );
}

/** Returns the steps of a store without the steps that `0001-schema` replaces. */
export function withoutFormerSteps(executed: readonly string[]): readonly string[] {
  return executed[0] === first ? executed.filter((name) => name > lastFormerStep) : executed;
}
