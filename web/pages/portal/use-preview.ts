import { useEffect, useRef, useState } from 'preact/hooks';
import { call } from '../../app/api.ts';
import { asProblem } from '../../app/load.ts';
import { isRecord, textOf, type Problem } from '../../app/problem.ts';
import { language } from '../../app/texts.ts';
import { bodyOfDraft, type Draft } from './draft.ts';

/** The page that a draft would be. */
export interface Previewed {
  /** The latest that the gateway has rendered; null: none yet. */
  readonly page: { readonly html: string; readonly css: string } | null;
  /** Why it refuses the present draft; null: it does not. */
  readonly problem: Problem | null;
}

const settleMs = 250;

/** Has the gateway render a draft, again when it changes. @param id  of the page */
export function usePreview(id: string, draft: Draft): Previewed {
  const [shown, setShown] = useState<Previewed>({ page: null, problem: null });
  const isFirst = useRef(true);
  // A link that is being entered is not shown yet.
  const links = draft.links.filter(({ text, url }) => text !== '' && url !== '');
  // Guests do not see the name, and an earlier version has none.
  const body = JSON.stringify({ ...bodyOfDraft({ ...draft, links }), name: undefined });
  useEffect(() => {
    const abort = new AbortController();
    const load = async () => {
      try {
        const page = await render(id, JSON.parse(body), abort.signal);
        setShown({ page, problem: null });
      } catch (error) {
        if (!abort.signal.aborted) setShown(({ page }) => ({ page, problem: asProblem(error) }));
      }
    };
    const timer = setTimeout(() => void load(), isFirst.current ? 0 : settleMs);
    isFirst.current = false;
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [id, body]);
  return shown;
}

async function render(id: string, draft: unknown, signal: AbortSignal) {
  const path = `/gate/api/v1/portal_page/${encodeURIComponent(id)}/preview/?language=${language.value}`;
  const { body } = await call(path, { method: 'POST', body: draft, signal });
  const { html, css }: Readonly<Record<string, unknown>> = isRecord(body) ? body : {};
  return { html: textOf(html), css: textOf(css) };
}
