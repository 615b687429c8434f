import { useState } from 'preact/hooks';
import { call } from '../../app/api.ts';
import { asProblem } from '../../app/load.ts';
import { isRecord, textOf, type Problem } from '../../app/problem.ts';
import { t } from '../../app/texts.ts';
import { say } from '../../design/toast.tsx';
import type { Difference } from '../../resource/conflict.tsx';
import { bodyOfDraft, draftOf, type Draft } from './draft.ts';

interface Stored {
  readonly id: string;
  readonly draft: Draft;
  readonly etag: string | null;
}

export interface Publishing {
  readonly isChanged: boolean;
  readonly isBusy: boolean;
  readonly errors: ReadonlyMap<string, readonly string[]>;
  /** A message that belongs to no field. */
  readonly general: string;
  readonly differences: readonly Difference[];
  readonly publish: () => void;
  /** Returns what somebody else has published. */
  readonly takeTheirs: () => Draft;
}

const shown = new Set([
  'theme',
  'scheme',
  'css',
  'title',
  'welcome',
  'terms',
  'login_kinds',
  'look',
  'look.color',
  'look.logo',
  'name',
]);

/** Publishes a draft, unless somebody else has published another one since. */
export function usePublish(first: Stored, draft: Draft): Publishing {
  const [stored, setStored] = useState(first);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [differences, setDifferences] = useState<readonly Difference[]>([]);
  const [isBusy, setBusy] = useState(false);
  const path = `/gate/api/v1/portal_page/${encodeURIComponent(stored.id)}/`;
  const mine = bodyOfDraft(draft);
  const theirs = bodyOfDraft(stored.draft);
  const changed = Object.keys(mine).filter(
    (name) => JSON.stringify(mine[name]) !== JSON.stringify(theirs[name]),
  );
  const read = async (): Promise<Stored> => {
    const { body, etag } = await call(path);
    return { id: stored.id, draft: draftOf(isRecord(body) ? body : {}), etag };
  };
  const failed = async (error: unknown) => {
    const found = asProblem(error);
    if (found.status !== 412) {
      setProblem(found);
      return;
    }
    const latest = await read();
    const others = bodyOfDraft(latest.draft);
    setDifferences(
      changed.map((name) => ({ name, mine: textOf(mine[name]), theirs: textOf(others[name]) })),
    );
    setStored(latest);
  };
  const publish = async () => {
    setBusy(true);
    setProblem(null);
    setDifferences([]);
    try {
      const body = Object.fromEntries(changed.map((name) => [name, mine[name]]));
      const headers = stored.etag === null ? {} : { 'if-match': stored.etag };
      await call(path, { method: 'PATCH', body, headers });
      setStored(await read());
      say(t('The page was published.'));
    } catch (error) {
      await failed(error).catch((later: unknown) => {
        setProblem(asProblem(later));
      });
    }
    setBusy(false);
  };
  const isGeneral = problem !== null && ![...problem.fields.keys()].some((name) => shown.has(name));
  return {
    isChanged: changed.length > 0,
    isBusy,
    errors: problem?.fields ?? new Map<string, readonly string[]>(),
    general: isGeneral ? t(problem.message) : '',
    differences,
    publish: () => void publish(),
    takeTheirs: () => {
      setDifferences([]);
      return stored.draft;
    },
  };
}
