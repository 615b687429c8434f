import { useEffect, useRef, useState } from 'preact/hooks';
import { isSignedOut, silentSince } from './api.ts';
import { listen, type EventKind } from './live.ts';
import { Problem } from './problem.ts';

/** What a page has read so far. Old data stay until new ones are there. */
export interface Loaded<T> {
  readonly data: T | null;
  readonly problem: Problem | null;
  readonly isLoading: boolean;
  /** When the data were read. */
  readonly readAt: Date | null;
  readonly reload: () => void;
}

interface State<T> extends Omit<Loaded<T>, 'reload'> {
  readonly key: string;
}

const settleMs = 700;
const retryMs = 3000;

/**
 * Reads something for a component, again when one of the events happens, and until it succeeds while the gateway is away.
 *
 * @param key   what is read; another one drops the data
 * @param kinds events that make the data old
 */
export function useLoad<T>(
  key: string,
  load: (abort: AbortSignal) => Promise<T>,
  kinds: readonly EventKind[] = [],
): Loaded<T> {
  const [state, setState] = useState<State<T>>(() => emptyState(key));
  const [turn, setTurn] = useState(0);
  const loader = useRef(load);
  loader.current = load;
  const reload = useRef(() => {
    setTurn((old) => old + 1);
  }).current;
  useEffect(() => {
    const abort = new AbortController();
    let again: ReturnType<typeof setTimeout> | undefined;
    setState((old) => (old.key === key ? { ...old, isLoading: true } : emptyState(key)));
    loader.current(abort.signal).then(
      (data) => {
        if (abort.signal.aborted) return;
        setState({ key, data, problem: null, isLoading: false, readAt: new Date() });
      },
      (error: unknown) => {
        if (abort.signal.aborted) return;
        const problem = asProblem(error);
        setState((old) => ({ ...old, problem, isLoading: false }));
        if (problem.status === 0) again = setTimeout(reload, retryMs);
      },
    );
    return () => {
      clearTimeout(again);
      abort.abort();
    };
  }, [key, turn]);
  useEvents(kinds, reload);
  return { ...(state.key === key ? state : emptyState<T>(key)), reload };
}

function emptyState<T>(key: string): State<T> {
  return { key, data: null, problem: null, isLoading: true, readAt: null };
}

/** Returns an error as a Problem. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const detail = error instanceof Error ? error.message : String(error);
  return new Problem({ status: -1, body: { detail }, requestId: null });
}

/** Calls a function a moment after events of these kinds, once for several of them. */
function useEvents(kinds: readonly EventKind[], react: () => void): void {
  const names = kinds.join(' ');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = listen(({ kind }) => {
      const concerns = kind === 'reset' || names.split(' ').includes(kind);
      if (!concerns || timer !== undefined || isSignedOut.value) return;
      timer = setTimeout(() => {
        timer = undefined;
        if (silentSince.value === null && document.visibilityState === 'visible') react();
      }, settleMs);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [names, react]);
}
