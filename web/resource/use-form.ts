import { useEffect, useState } from 'preact/hooks';
import { guardLeaving } from '../app/address.ts';
import { call } from '../app/api.ts';
import { asProblem } from '../app/load.ts';
import { isRecord, Problem, textOf } from '../app/problem.ts';
import { t } from '../app/texts.ts';
import { say } from '../design/toast.tsx';
import type { Difference } from './conflict.tsx';
import type { ResourceDefinition, Row } from './definition.ts';
import { forgetChoices } from './references.tsx';
import type { FieldSchema, ResourceSchema } from './resource-schema.ts';
import { entryOf, valueOf, type Entries, type Entry } from './values.ts';

export interface ResourceFormProps {
  readonly of: ResourceDefinition;
  readonly schema: ResourceSchema;
  /** Key of the row; `new` makes one. */
  readonly id: string;
  readonly mayWrite: boolean;
  readonly onDone: () => void;
  /** Called when a row was made of which the form still shows something. */
  readonly onMade?: () => void;
}

/** A row as the gateway has it. */
export interface Stored {
  readonly row: Row;
  readonly etag: string | null;
}

/** Returns the fields of the form, in the order of its groups. */
export function fieldsOf({ of, schema, id }: ResourceFormProps): readonly FieldSchema[] {
  const left = id === 'new' ? [] : (of.onceFields ?? []);
  return (of.groups ?? [])
    .flatMap(({ fields }) => fields)
    .filter((name) => !left.includes(name))
    .flatMap((name) => schema.fields.find((field) => field.name === name) ?? []);
}

export interface FormState {
  readonly entries: Entries;
  readonly errors: Problem['fields'];
  /** Messages that belong to no field. */
  readonly general: string;
  readonly differences: readonly Difference[];
  readonly isBusy: boolean;
  /** What the gateway has made for a new row and shows only now; empty: nothing. */
  readonly made: string;
  readonly save: () => Promise<void>;
  readonly enter: (name: string, entry: Entry) => void;
  readonly takeTheirs: () => void;
}

/** The entries of a form, and what becomes of them. */
export function useForm(props: ResourceFormProps & { readonly stored: Stored }): FormState {
  const { of, id, onDone } = props;
  const fields = fieldsOf(props).filter(({ isReadOnly }) => !isReadOnly);
  const [stored, setStored] = useState(props.stored);
  const [entries, setEntries] = useState<Entries>(() => entriesOf(fieldsOf(props), stored.row));
  const [problem, setProblem] = useState<Problem | null>(null);
  const [differences, setDifferences] = useState<readonly Difference[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [made, setMade] = useState('');
  const changed = fields.filter(
    (field) => (entries[field.name] ?? '') !== entryOf(field, stored.row[field.name]),
  );
  useLeaveGuard(changed.length > 0);
  const save = async () => {
    setBusy(true);
    setProblem(null);
    setDifferences([]);
    try {
      const body = bodyOf(changed, entries);
      const written = await write({ of, id, etag: stored.etag, body });
      forgetChoices(of.path);
      guardLeaving(null);
      say(id === 'new' ? t('It was created.') : t('It was saved.'));
      const shown = id === 'new' ? textOf(written[of.shownOnce ?? '']) : '';
      setMade(shown);
      if (shown === '') onDone();
      else props.onMade?.();
    } catch (error) {
      const latest = await latestOf(props, error);
      if (latest) {
        setDifferences(differencesOf({ fields: changed, entries, row: latest.row }));
        // What was not entered here is theirs.
        const mine = changed.map(({ name }) => [name, entries[name] ?? ''] as const);
        setEntries({ ...entriesOf(fieldsOf(props), latest.row), ...Object.fromEntries(mine) });
        setStored(latest);
      } else setProblem(asProblem(error));
    }
    setBusy(false);
  };
  return {
    entries,
    errors: problem?.fields ?? noErrors,
    general: generalOf(problem, new Set(fields.map(({ name }) => name))),
    differences,
    isBusy,
    made,
    save,
    enter: (name, entry) => {
      setEntries((old) => ({ ...old, [name]: entry }));
    },
    takeTheirs: () => {
      setEntries(entriesOf(fields, stored.row));
      setDifferences([]);
    },
  };
}

const noErrors: Problem['fields'] = new Map();

function useLeaveGuard(isChanged: boolean): void {
  useEffect(() => {
    guardLeaving(isChanged ? () => confirm(t('Leave without saving?')) : null);
    return () => {
      guardLeaving(null);
    };
  }, [isChanged]);
}

/** Returns the row as somebody else has saved it, if that is why a write was refused. */
async function latestOf({ of, id }: ResourceFormProps, error: unknown): Promise<Stored | null> {
  if (asProblem(error).status !== 412) return null;
  const latest = await call(`${of.path}${encodeURIComponent(id)}/`).catch(() => null);
  return latest && isRecord(latest.body) ? { row: latest.body, etag: latest.etag } : null;
}

function entriesOf(fields: readonly FieldSchema[], row: Row): Entries {
  return Object.fromEntries(fields.map((field) => [field.name, entryOf(field, row[field.name])]));
}

/** Messages that belong to no field of the form. */
function generalOf(problem: Problem | null, known: ReadonlySet<string>): string {
  if (!problem) return '';
  const others = [...problem.fields].filter(([name]) => !known.has(name));
  if (problem.fields.size > 0 && others.length === 0) return '';
  return others.length === 0
    ? t(problem.message)
    : others.map(([name, text]) => (name === 'detail' ? text : `${name}: ${text}`)).join(' ');
}

function bodyOf(changed: readonly FieldSchema[], entries: Entries): Row {
  const values = changed.map((field) => {
    try {
      return [field.name, valueOf(field, entries[field.name] ?? '')] as const;
    } catch {
      const message = t('This is not JSON.');
      throw new Problem({ status: 400, body: { [field.name]: [message] }, requestId: null });
    }
  });
  return Object.fromEntries(values);
}

interface Write {
  readonly of: ResourceDefinition;
  readonly id: string;
  readonly etag: string | null;
  readonly body: Row;
}

/** Writes a row. @returns the row as the gateway replies */
async function write({ of, id, etag, body }: Write): Promise<Row> {
  const reply =
    id === 'new'
      ? await call(of.path, { method: 'POST', body })
      : await call(`${of.path}${encodeURIComponent(id)}/`, {
          method: 'PATCH',
          body,
          headers: etag === null ? {} : { 'if-match': etag },
        });
  return isRecord(reply.body) ? reply.body : {};
}

interface Latest {
  readonly fields: readonly FieldSchema[];
  readonly entries: Entries;
  readonly row: Row;
}

function differencesOf({ fields, entries, row }: Latest): readonly Difference[] {
  return fields.map((field) => ({
    name: field.name,
    mine: textOf(entries[field.name]),
    theirs: textOf(entryOf(field, row[field.name])),
  }));
}
