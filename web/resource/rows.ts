import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { call } from '../app/api.ts';
import { asProblem, useLoad, type Loaded } from '../app/load.ts';
import type { EventKind } from '../app/live.ts';
import { isRecord, rowsIn, type Problem } from '../app/problem.ts';
import type { Row } from './definition.ts';

/** Rows of a request. */
export const pageRows = 100;

interface RowPage {
  readonly rows: readonly Row[];
  readonly next: string | null;
  readonly count: number | null;
  readonly isEstimate: boolean;
}

/** The rows of a list that were read so far. */
export interface Rows {
  readonly first: Loaded<RowPage>;
  readonly rows: readonly Row[];
  readonly hasMore: boolean;
  readonly problem: Problem | null;
  readonly readMore: () => void;
}

/** Reads a list page by page, as far as it is looked at. @param url  path and query from the root of the gateway */
export function useRows(url: string, kinds?: readonly EventKind[]): Rows {
  const first = useLoad(url, (abort) => readPage(url, abort), kinds);
  const [more, setMore] = useState<{
    readonly of: RowPage;
    readonly pages: readonly RowPage[];
  } | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const isReading = useRef(false);
  const pages = more !== null && more.of === first.data ? more.pages : [];
  const last = pages.at(-1) ?? first.data;
  useEffect(() => {
    setProblem(null);
  }, [url]);
  const readMore = () => {
    const start = first.data;
    const next = last?.next ?? null;
    if (isReading.current || start === null || next === null) return;
    isReading.current = true;
    readPage(pathOf(next))
      .then(
        (page) => {
          setMore({ of: start, pages: [...pages, page] });
        },
        (error: unknown) => {
          setProblem(asProblem(error));
        },
      )
      .finally(() => {
        isReading.current = false;
      });
  };
  const rows = useMemo(
    () => [...(first.data?.rows ?? []), ...pages.flatMap((page) => page.rows)],
    [first.data, more],
  );
  return { first, rows, hasMore: (last?.next ?? null) !== null, problem, readMore };
}

async function readPage(url: string, signal?: AbortSignal): Promise<RowPage> {
  const { body } = await call(url, signal ? { signal } : {});
  const page = isRecord(body) ? body : {};
  return {
    rows: rowsIn(body),
    next: typeof page['next'] === 'string' ? page['next'] : null,
    count: typeof page['count'] === 'number' ? page['count'] : null,
    isEstimate: page['count_is_estimate'] === true,
  };
}

/** Returns path and query of a link of a list, which may name the gateway otherwise than this page. */
function pathOf(link: string): string {
  const { pathname, search } = new URL(link);
  const start = pathname.search(/\/(?:gate|control)\/api\//);
  return `${pathname.slice(Math.max(0, start))}${search}`;
}
