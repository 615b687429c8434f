import { useState } from 'preact/hooks';
import { call } from '../../app/api.ts';
import { asProblem } from '../../app/load.ts';
import { isRecord, textOf, type Problem } from '../../app/problem.ts';
import { t } from '../../app/texts.ts';
import { say } from '../../design/toast.tsx';
import type { Difference } from '../../resource/conflict.tsx';
import { bodyOfDraft, draftOf, type Draft } from './draft.ts';

/** A portal page as the gateway has it. */
export interface Stored {
  readonly id: string;
  readonly draft: Draft;
  readonly etag: string | null;
}

interface Publishing {
  readonly draft: Draft;
  readonly change: (changes: Partial<Draft>) => void;
  readonly isChanged: boolean;
  readonly isBusy: boolean;
  readonly errors: Problem['fields'];
  /** A message that belongs to no field. */
  readonly general: string;
  readonly differences: readonly Difference[];
  readonly publish: () => void;
  /** Goes on with what somebody else has published. */
  readonly takeTheirs: () => void;
}

/** Fields that show what is wrong with them. */
const shown = new Set([
  'theme',
  'scheme',
  'css',
  'title',
  'welcome',
  'terms',
  'login_kinds',
  'look.color',
  'look.logo',
  'background',
  'links',
  'translations',
]);

/** Returns a value as it is compared; a list is shown as JSON. */
function shownOf(value: unknown): string {
  return Array.isArray(value) ? JSON.stringify(value) : textOf(value);
}

function pathOf(id: string): string {
  return `/gate/api/v1/portal_page/${encodeURIComponent(id)}/`;
}

/** Reads a portal page. @throws Problem */
export async function readStored(id: string): Promise<Stored> {
  const { body, etag } = await call(pathOf(id));
  return { id, draft: draftOf(isRecord(body) ? body : {}), etag };
}

async function write({ id, etag }: Stored, body: Readonly<Record<string, unknown>>) {
  const headers = etag === null ? {} : { 'if-match': etag };
  await call(pathOf(id), { method: 'PATCH', body, headers });
  return readStored(id);
}

/** The draft of a page. It is published unless somebody else has published another one since. */
export function usePublish(first: Stored): Publishing {
  const [stored, setStored] = useState(first);
  const [draft, setDraft] = useState(first.draft);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [differences, setDifferences] = useState<readonly Difference[]>([]);
  const [isBusy, setBusy] = useState(false);
  const mine = bodyOfDraft(draft);
  const theirs = bodyOfDraft(stored.draft);
  const changed = Object.keys(mine).filter(
    (name) => JSON.stringify(mine[name]) !== JSON.stringify(theirs[name]),
  );
  const entered = Object.fromEntries(changed.map((name) => [name, mine[name]]));
  const failed = async (error: unknown) => {
    const found = asProblem(error);
    if (found.status !== 412) {
      setProblem(found);
      return;
    }
    const latest = await readStored(stored.id);
    const others = bodyOfDraft(latest.draft);
    setDifferences(
      changed.map((name) => ({ name, mine: shownOf(mine[name]), theirs: shownOf(others[name]) })),
    );
    // What was not entered here is theirs.
    setDraft(draftOf({ ...others, ...entered }));
    setStored(latest);
  };
  const publish = async () => {
    setBusy(true);
    setProblem(null);
    setDifferences([]);
    try {
      const published = await write(stored, entered);
      setStored(published);
      // Pictures have an address now. What was entered meanwhile stays.
      setDraft((now) => (now === draft ? published.draft : now));
      say(t('The page was published.'));
    } catch (error) {
      await failed(error).catch((later: unknown) => {
        setProblem(asProblem(later));
      });
    }
    setBusy(false);
  };
  return {
    draft,
    change: (changes) => {
      setDraft((old) => ({ ...old, ...changes }));
    },
    isChanged: changed.length > 0,
    isBusy,
    errors: problem?.fields ?? new Map<string, string>(),
    general: generalOf(problem),
    differences,
    publish: () => void publish(),
    takeTheirs: () => {
      setDifferences([]);
      setDraft(stored.draft);
    },
  };
}

/** Returns the message of a problem, unless a field shows it. A list shows what is wrong with its entries. */
function generalOf(problem: Problem | null): string {
  const names = [...(problem?.fields.keys() ?? [])];
  const isShown = names.some((name) => shown.has(name.replace(/^(links|translations)\..*$/, '$1')));
  return problem === null || isShown ? '' : t(problem.message);
}
