import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Failed, Skeleton } from '../design/states.tsx';
import { asProblem } from './load.ts';
import type { Problem } from './problem.ts';

interface LazyViewProps {
  readonly load: () => Promise<{ readonly View: ComponentType }>;
}

/** A page whose code is loaded when it is shown. */
export function LazyView({ load }: LazyViewProps) {
  const [found, setFound] = useState<{ readonly View: ComponentType } | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    load().then(
      ({ View }) => {
        setFound({ View });
      },
      (error: unknown) => {
        setProblem(asProblem(error));
      },
    );
    // The caller gives each page a key, so that its loader never changes.
  }, []);
  if (found) return <found.View />;
  if (problem)
    return (
      <Failed
        problem={problem}
        onRetry={() => {
          location.reload();
        }}
      />
    );
  return (
    <div class="content">
      <Skeleton />
    </div>
  );
}
