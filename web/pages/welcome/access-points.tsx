import { useId, useState } from 'preact/hooks';
import { call } from '../../app/api.ts';
import { Problem } from '../../app/problem.ts';
import { t } from '../../app/texts.ts';
import { useStep } from '../../app/use-step.ts';
import { ButtonLink } from '../../design/button.tsx';
import { Note } from '../../design/states.tsx';
import { csvRows } from './csv-rows.ts';

/** Columns of the file that become fields. */
const columns = ['name', 'mac', 'ssid', 'identifier', 'ip', 'vendor', 'model', 'description'];
const maxRows = 1000;

/** Access points by discovery, from a file, or one by one. */
export function AccessPoints({ onDone }: { readonly onDone: () => void }) {
  const [count, setCount] = useState(0);
  const { problem, isBusy, run } = useStep(onDone);
  const id = useId();
  return (
    <>
      <div class="wrap">
        <ButtonLink to="discovery?edit=new" icon="search">
          {t('Search the network')}
        </ButtonLink>
        <ButtonLink to="access_points?edit=new" icon="plus">
          {t('Name one')}
        </ButtonLink>
      </div>
      <div class="field">
        <label for={id}>{t('From a CSV file')}</label>
        <input
          id={id}
          class="input"
          type="file"
          accept=".csv,text/csv"
          aria-describedby={`${id}-hint`}
          disabled={isBusy}
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0];
            if (file) run(async () => addAll(await file.text(), setCount));
          }}
        />
        <span class="hint" id={`${id}-hint`}>
          {t('The first line names the columns: {columns}.', { columns: columns.join(', ') })}
        </span>
      </div>
      {problem && <Note kind="bad">{problem.message}</Note>}
      {count > 0 && (
        <Note kind={isBusy ? 'info' : 'good'}>
          {t('Access points that were added: {n}', { n: count })}
        </Note>
      )}
    </>
  );
}

/** @throws Problem that names the line; the lines before it were added */
async function addAll(text: string, onAdded: (count: number) => void): Promise<void> {
  const rows = csvRows(text);
  if (rows.length === 0 || rows.length > maxRows)
    throw fileProblem(
      t('The file has {n} lines; 1 to {max} are read.', { n: rows.length, max: maxRows }),
    );
  for (const [index, row] of rows.entries()) {
    const body = Object.fromEntries(
      columns.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]])),
    );
    await call('/gate/api/v1/access_point/', { method: 'POST', body }).catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      throw fileProblem(t('Line {n}: {message}', { n: index + 2, message }));
    });
    onAdded(index + 1);
  }
}

function fileProblem(detail: string): Problem {
  return new Problem({ status: 400, body: { detail }, requestId: null });
}
