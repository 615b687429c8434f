import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Skeleton } from '../design/states.tsx';
import { call, silentSince } from './api.ts';

interface LazyViewProps {
  readonly load: () => Promise<{ readonly View: ComponentType }>;
}

const retryMs = 3000;

/** A page whose code is loaded when it is shown. The caller gives each page a key, so that its loader never changes. */
export function LazyView({ load }: LazyViewProps) {
  const [found, setFound] = useState<{ readonly View: ComponentType } | null>(null);
  useEffect(() => {
    load().then(({ View }) => {
      setFound({ View });
    }, loadAgain);
  }, []);
  if (found) return <found.View />;
  return (
    <div class="content">
      <Skeleton />
    </div>
  );
}

/** Loads the console again as soon as the gateway answers: browsers do not ask twice for code that they did not get. */
function loadAgain(): void {
  silentSince.value ??= new Date();
  const timer = setInterval(() => {
    call('/healthz').then(
      () => {
        clearInterval(timer);
        location.reload();
      },
      () => null,
    );
  }, retryMs);
}
