import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { address, linkTo, setQuery } from '../app/address.ts';
import { call } from '../app/api.ts';
import { formatExactTime, labelOf } from '../app/format.ts';
import { asProblem, useLoad } from '../app/load.ts';
import { textOf } from '../app/problem.ts';
import { session } from '../app/session.ts';
import { t } from '../app/texts.ts';
import { Button } from '../design/button.tsx';
import { Code } from '../design/code.tsx';
import { Drawer } from '../design/dialog.tsx';
import { Facts, Page } from '../design/layout.tsx';
import { say } from '../design/toast.tsx';
import { CsvButton } from './csv-button.tsx';
import type { ResourceDefinition, Row } from './definition.ts';
import { ResourceForm } from './form.tsx';
import { Filters } from './filters.tsx';
import { ResourceList } from './list.tsx';
import type { ResourceSchema } from './resource-schema.ts';
import { listQuery, listUrl, useList } from './use-list.ts';

/** A page that lists a collection and edits its rows, from its definition. */
export function ResourcePage({ of }: { readonly of: ResourceDefinition }) {
  const { schema, rows } = useList(of);
  const mayWrite = mayChange(of);
  const add = mayWrite && of.groups && of.canCreate !== false && (
    <Button
      kind="first"
      icon="plus"
      onPress={() => {
        setQuery({ edit: 'new' });
      }}
    >
      {t('Add {noun}', { noun: t(of.noun) })}
    </Button>
  );
  return (
    <Page
      title={t(of.title)}
      lead={t(of.lead)}
      actions={
        <>
          {schema?.hasCsv === true && <CsvButton path={() => listUrl(of)} name={of.title} />}
          {add}
        </>
      }
    >
      {of.Tool && <of.Tool />}
      <Filters of={of} schema={schema} />
      <ResourceList
        of={of}
        schema={schema}
        rows={rows}
        to={(row) => rowLink(of, row)}
        firstStep={add}
      />
      <RowDrawer
        of={of}
        schema={schema}
        rows={rows.rows}
        mayWrite={mayWrite}
        onChanged={rows.first.reload}
      />
    </Page>
  );
}

function mayChange({ writers = [] }: ResourceDefinition): boolean {
  const role = session.value?.role ?? '';
  return role === 'admin' || writers.includes(role);
}

function rowLink(of: ResourceDefinition, row: Row): string {
  if (of.to) return of.to(row);
  const key = textOf(row[of.key ?? 'id']);
  const columns = address.value.query.get('columns') ?? '';
  const shown = of.groups ? 'edit' : 'open';
  return linkTo(address.value.page, { ...listQuery(), columns, [shown]: key });
}

interface RowDrawerProps {
  readonly of: ResourceDefinition;
  readonly schema: ResourceSchema | null;
  readonly rows: readonly Row[];
  readonly mayWrite: boolean;
  readonly onChanged: () => void;
}

function RowDrawer({ of, schema, rows, mayWrite, onChanged }: RowDrawerProps) {
  const edit = address.value.query.get('edit');
  const open = address.value.query.get('open');
  const close = () => {
    setQuery({ edit: '', open: '' });
  };
  const key = edit ?? open;
  if (key === null || !schema) return null;
  const row = rows.find((one) => textOf(one[of.key ?? 'id']) === key);
  const title = key === 'new' ? t('New {noun}', { noun: t(of.noun) }) : nameOf(of, row, key);
  return (
    <Drawer key={key} title={title} onClose={close}>
      {row && <Actions of={of} row={row} onDone={onChanged} />}
      {row && of.Panel && <of.Panel row={row} />}
      {edit !== null && of.groups ? (
        <ResourceForm
          of={of}
          schema={schema}
          id={key}
          mayWrite={mayWrite}
          onMade={onChanged}
          onDone={() => {
            close();
            onChanged();
          }}
        />
      ) : (
        <Details of={of} schema={schema} id={key} />
      )}
    </Drawer>
  );
}

function nameOf(of: ResourceDefinition, row: Row | undefined, key: string): string {
  const name = textOf(row?.[of.nameField ?? 'name']);
  return name === '' ? `${t(of.noun)} ${key}` : name;
}

interface ActionsProps {
  readonly of: ResourceDefinition;
  readonly row: Row;
  readonly onDone: () => void;
}

function Actions({ of, row, onDone }: ActionsProps) {
  const [isBusy, setBusy] = useState(false);
  const offered = (of.actions ?? []).filter(({ isOffered }) => isOffered(row));
  if (offered.length === 0 || !mayChange(of)) return null;
  return (
    <div class="wrap">
      {offered.map(({ label, icon, path, done }) => (
        <Button
          key={path}
          icon={icon}
          isDisabled={isBusy}
          onPress={() => {
            setBusy(true);
            call(`${of.path}${textOf(row[of.key ?? 'id'])}/${path}/`, { method: 'POST', body: {} })
              .then(
                () => {
                  say(t(done));
                  onDone();
                },
                (error: unknown) => {
                  say(asProblem(error).message, true);
                },
              )
              .finally(() => {
                setBusy(false);
              });
          }}
        >
          {t(label)}
        </Button>
      ))}
    </div>
  );
}

interface DetailsProps {
  readonly of: ResourceDefinition;
  readonly schema: ResourceSchema;
  readonly id: string;
}

/** All fields of a row that cannot be edited. */
function Details({ of, schema, id }: DetailsProps) {
  const found = useLoad(`${of.path}${id}`, () => call(`${of.path}${encodeURIComponent(id)}/`));
  const body = found.data?.body;
  const values = typeof body === 'object' && body !== null ? Object.entries(body) : [];
  if (found.problem) return <p class="is-bad">{t(found.problem.message)}</p>;
  const formatOf = (name: string) => schema.fields.find((field) => field.name === name)?.format;
  return (
    <Facts
      facts={values.map(([name, value]: readonly [string, unknown]) => [
        labelOf(name),
        formatOf(name) === 'date-time' && value !== null
          ? formatExactTime(textOf(value))
          : detail(value),
      ])}
    />
  );
}

function detail(value: unknown): ComponentChildren {
  if (typeof value !== 'object' || value === null) return textOf(value);
  if (Object.keys(value).length === 0) return '';
  return <Code label="JSON">{JSON.stringify(value, null, 2)}</Code>;
}
