import { useState } from 'preact/hooks';
import { go } from '../../app/address.ts';
import { call } from '../../app/api.ts';
import { isRecord, textOf } from '../../app/problem.ts';
import { t } from '../../app/texts.ts';
import { useStep } from '../../app/use-step.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { SelectField, TextField } from '../../design/field.tsx';
import { Note } from '../../design/states.tsx';
import { say } from '../../design/toast.tsx';
import { targetOf, useChoices } from '../../resource/references.tsx';

const path = '/gate/api/v1/portal_page/';
/** What the copy has of its own, and secrets, which the API does not give. */
const notCopied: ReadonlySet<string> = new Set([
  'id',
  'created',
  'last_change',
  'payment_url',
  'payment_key',
  'payment_webhook_secret',
]);

interface CopyPageProps {
  readonly id: string;
  readonly name: string;
}

/** Copies the published page to another location. */
export function CopyPage(props: CopyPageProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        icon="copy"
        onPress={() => {
          setOpen(true);
        }}
      >
        {t('Copy')}
      </Button>
      {isOpen && (
        <CopyDialog
          {...props}
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </>
  );
}

async function copy(id: string, own: Readonly<Record<string, unknown>>): Promise<string> {
  const { body } = await call(`${path}${encodeURIComponent(id)}/`);
  const kept = Object.entries(isRecord(body) ? body : {}).filter(
    ([field]) => !notCopied.has(field),
  );
  const made = await call(path, {
    method: 'POST',
    body: { ...Object.fromEntries(kept), ...own },
  });
  return isRecord(made.body) ? textOf(made.body['id']) : '';
}

function CopyDialog({ id, name, onClose }: CopyPageProps & { readonly onClose: () => void }) {
  const locations = useChoices(targetOf('location')) ?? [];
  const [location, setLocation] = useState('');
  const [title, setTitle] = useState(t('{name}, copy', { name }));
  const { problem, isBusy, run } = useStep();
  const submit = async () => {
    const own = { name: title, location: location === '' ? null : Number(location) };
    const made = await copy(id, own);
    say(t('The page was copied.'));
    onClose();
    go(`portal_page?id=${made}`);
  };
  return (
    <Dialog
      title={t('Copy the published page')}
      onClose={onClose}
      onSubmit={() => {
        run(submit);
      }}
      end={
        <>
          <Button kind="quiet" onPress={onClose}>
            {t('Cancel')}
          </Button>
          <Button isSubmit kind="first" isDisabled={isBusy}>
            {t('Copy')}
          </Button>
        </>
      }
    >
      {problem && <Note kind="bad">{t(problem.message)}</Note>}
      <TextField label={t('Name of the copy')} value={title} onInput={setTitle} />
      <SelectField
        label={t('Location')}
        value={location}
        options={[['', t('The whole organization')], ...locations]}
        onChoose={setLocation}
      />
    </Dialog>
  );
}
