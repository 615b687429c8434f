import { useState } from 'preact/hooks';
import { go } from '../../app/address.ts';
import { call, gate, take } from '../../app/api.ts';
import { asProblem, useLoad } from '../../app/load.ts';
import { isRecord, textOf } from '../../app/problem.ts';
import { t } from '../../app/texts.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { SelectField, TextField } from '../../design/field.tsx';
import { Note } from '../../design/states.tsx';
import { say } from '../../design/toast.tsx';

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

async function readLocations(signal: AbortSignal) {
  const query = { limit: 200 };
  return (await take(gate.GET('/gate/api/v1/location/', { params: { query }, signal }))).results;
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
  const locations = useLoad('locations', readLocations);
  const [location, setLocation] = useState('');
  const [title, setTitle] = useState(t('{name}, copy', { name }));
  const [error, setError] = useState('');
  const submit = async () => {
    try {
      const own = { name: title, location: location === '' ? null : Number(location) };
      const made = await copy(id, own);
      say(t('The page was copied.'));
      onClose();
      go(`portal_page?id=${made}`);
    } catch (failure) {
      setError(asProblem(failure).message);
    }
  };
  return (
    <Dialog
      title={t('Copy the published page')}
      onClose={onClose}
      onSubmit={() => void submit()}
      end={
        <>
          <Button kind="quiet" onPress={onClose}>
            {t('Cancel')}
          </Button>
          <Button isSubmit kind="first">
            {t('Copy')}
          </Button>
        </>
      }
    >
      {error !== '' && <Note kind="bad">{error}</Note>}
      <TextField label={t('Name of the copy')} value={title} onInput={setTitle} />
      <SelectField
        label={t('Location')}
        value={location}
        options={[
          ['', t('The whole organization')],
          ...(locations.data ?? []).map((one) => [String(one.id), one.name] as const),
        ]}
        onChoose={setLocation}
      />
    </Dialog>
  );
}
