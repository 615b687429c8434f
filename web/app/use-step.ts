import { useState } from 'preact/hooks';
import { asProblem } from './load.ts';
import type { Problem } from './problem.ts';

/** How far a step is. */
interface StepState {
  readonly problem: Problem | null;
  readonly isBusy: boolean;
  readonly run: (work: () => Promise<unknown>) => void;
}

/** Does the work of a step of a form, one at a time. @param onDone  called when it has succeeded */
export function useStep(onDone?: () => void): StepState {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const run = (work: () => Promise<unknown>) => {
    setBusy(true);
    setProblem(null);
    work()
      .then(onDone, (error: unknown) => {
        setProblem(asProblem(error));
      })
      .finally(() => {
        setBusy(false);
      });
  };
  return { problem, isBusy, run };
}
