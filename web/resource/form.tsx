import { useEffect, useRef, useState } from 'preact/hooks';
import { call } from '../app/api.ts';
import { useLoad } from '../app/load.ts';
import { isRecord, textOf } from '../app/problem.ts';
import { t } from '../app/texts.ts';
import { Button } from '../design/button.tsx';
import { Code } from '../design/code.tsx';
import { Confirm } from '../design/dialog.tsx';
import { Form } from '../design/form.tsx';
import { Note, WhenLoaded } from '../design/states.tsx';
import { say } from '../design/toast.tsx';
import { Conflict } from './conflict.tsx';
import type { FieldGroup, Row } from './definition.ts';
import { EntryField } from './entry-field.tsx';
import { forgetChoices } from './references.tsx';
import type { ResourceSchema } from './resource-schema.ts';
import {
  fieldsOf,
  useForm,
  type FormState,
  type ResourceFormProps,
  type Stored,
} from './use-form.ts';

/** The form of a row. */
export function ResourceForm(props: ResourceFormProps) {
  const { of, id, schema } = props;
  const stored = useLoad<Stored>(`${of.path}${id}`, async () => {
    if (id === 'new') return { row: initialRow(schema), etag: null };
    const { body, etag } = await call(`${of.path}${encodeURIComponent(id)}/`);
    return { row: isRecord(body) ? body : {}, etag };
  });
  return (
    <WhenLoaded loaded={stored}>{(found) => <FilledForm {...props} stored={found} />}</WhenLoaded>
  );
}

function initialRow({ fields }: ResourceSchema): Row {
  return Object.fromEntries(fields.map(({ name, initial }) => [name, initial]));
}

function FilledForm(props: ResourceFormProps & { readonly stored: Stored }) {
  const { of, id, mayWrite } = props;
  const form = useForm(props);
  const box = useRef<HTMLFormElement>(null);
  useEffect(() => {
    box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form.errors]);
  if (form.made !== '') return <Made text={form.made} onDone={props.onDone} />;
  return (
    <Form box={box} onSubmit={() => void form.save()}>
      {form.general !== '' && <Note kind="bad">{form.general}</Note>}
      {form.differences.length > 0 && (
        <Conflict
          differences={form.differences}
          onMine={() => void form.save()}
          onTheirs={form.takeTheirs}
        />
      )}
      {(of.groups ?? []).map((group) => (
        <Group key={group.title} {...props} group={group} form={form} />
      ))}
      {mayWrite && (
        <div class="row between">
          <Button isSubmit kind="first" isDisabled={form.isBusy}>
            {id === 'new' ? t('Create') : t('Save')}
          </Button>
          {id !== 'new' && of.canDelete !== false && <Delete {...props} />}
        </div>
      )}
    </Form>
  );
}

interface MadeProps {
  readonly text: string;
  readonly onDone: () => void;
}

/** What the gateway has made for a new row, such as a key. */
function Made({ text, onDone }: MadeProps) {
  return (
    <div class="stack">
      <Note kind="good" isUrgent>
        {t('This is shown only now. Write it down, or give it to the guest.')}
      </Note>
      <Code label={t('Key')}>{text}</Code>
      <Button kind="first" onPress={onDone}>
        {t('Close')}
      </Button>
    </div>
  );
}

interface GroupProps extends ResourceFormProps {
  readonly group: FieldGroup;
  readonly form: FormState;
}

function Group(props: GroupProps) {
  const { of, id, mayWrite, group, form } = props;
  const fields = fieldsOf(props).filter(
    ({ name, isReadOnly }) => group.fields.includes(name) && !(isReadOnly && id === 'new'),
  );
  return (
    <fieldset class="stack" disabled={!mayWrite}>
      <legend>
        <h3>{t(group.title)}</h3>
      </legend>
      <div class="form-grid">
        {fields.map((field) => (
          <EntryField
            key={field.name}
            field={field}
            within={of.path}
            isNew={id === 'new'}
            entry={form.entries[field.name] ?? ''}
            error={form.errors.get(field.name)}
            onEnter={(entry) => {
              form.enter(field.name, entry);
            }}
          />
        ))}
      </div>
    </fieldset>
  );
}

function Delete({ of, id, stored, onDone }: ResourceFormProps & { readonly stored: Stored }) {
  const [isAsking, setAsking] = useState(false);
  const name = textOf(stored.row[of.nameField ?? 'name']);
  return (
    <>
      <Button
        kind="harm"
        icon="trash"
        onPress={() => {
          setAsking(true);
        }}
      >
        {t('Delete')}
      </Button>
      {isAsking && (
        <Confirm
          title={t('Delete {name}?', { name })}
          action={t('Delete')}
          typed={name}
          onClose={() => {
            setAsking(false);
          }}
          onConfirm={async () => {
            await call(`${of.path}${encodeURIComponent(id)}/`, { method: 'DELETE' });
            forgetChoices(of.path);
            say(t('{name} was deleted.', { name }));
            onDone();
          }}
        >
          {t('This cannot be taken back.')}
        </Confirm>
      )}
    </>
  );
}
