import { useState } from 'preact/hooks';
import { gate, take } from '../../app/api.ts';
import { t } from '../../app/texts.ts';
import { useStep } from '../../app/use-step.ts';
import { Button } from '../../design/button.tsx';
import { Confirm, Dialog } from '../../design/dialog.tsx';
import { TextField } from '../../design/field.tsx';
import { Note } from '../../design/states.tsx';
import { say } from '../../design/toast.tsx';

interface WholeBatchProps {
  readonly batches: readonly string[];
  readonly onDone: () => void;
}

interface Change {
  readonly is_active?: boolean;
  /** Seconds. */
  readonly add_time?: number;
  /** By the clocks of the site. */
  readonly expiration?: string;
}

/** Changes all vouchers of the batches, and says how many that were. @throws Problem */
async function changeAll(batches: readonly string[], body: Change): Promise<void> {
  let count = 0;
  for (const batch of batches) {
    const params = { path: { batch } };
    const path = '/gate/api/v1/user_token_batch/{batch}/';
    count += (await take(gate.PATCH(path, { params, body }))).count;
  }
  say(t('Vouchers that were changed: {n}.', { n: count }));
}

/** Extends or revokes all vouchers of the batches of those that are chosen. */
export function WholeBatch({ batches, onDone }: WholeBatchProps) {
  const [asked, setAsked] = useState<'extend' | 'revoke' | null>(null);
  const close = () => {
    setAsked(null);
  };
  if (batches.length === 0) return null;
  return (
    <>
      <Button
        icon="plus"
        onPress={() => {
          setAsked('extend');
        }}
      >
        {t('Extend their batch')}
      </Button>
      <Button
        icon="stop"
        onPress={() => {
          setAsked('revoke');
        }}
      >
        {t('Revoke their batch')}
      </Button>
      {asked === 'extend' && <Extend batches={batches} onClose={close} onDone={onDone} />}
      {asked === 'revoke' && (
        <Confirm
          title={t('Revoke the whole batch?')}
          action={t('Revoke')}
          onClose={close}
          onConfirm={async () => {
            await changeAll(batches, { is_active: false });
            onDone();
          }}
        >
          {t('All vouchers of the batch are changed, also those that you did not choose.')}{' '}
          {t('Who is online with one of them is disconnected.')}
        </Confirm>
      )}
    </>
  );
}

const hourSeconds = 3600;

function Extend({ batches, onDone, onClose }: WholeBatchProps & { readonly onClose: () => void }) {
  const [hours, setHours] = useState('');
  const [end, setEnd] = useState('');
  const { problem, isBusy, run } = useStep(() => {
    onClose();
    onDone();
  });
  const isEmpty = hours.trim() === '' && end === '';
  const body: Change = {
    ...(hours.trim() === '' ? {} : { add_time: Math.round(Number(hours) * hourSeconds) }),
    ...(end === '' ? {} : { expiration: end }),
  };
  return (
    <Dialog
      title={t('Extend the whole batch')}
      onClose={onClose}
      onSubmit={() => {
        if (!isBusy && !isEmpty) run(() => changeAll(batches, body));
      }}
      end={
        <>
          <Button kind="quiet" onPress={onClose}>
            {t('Cancel')}
          </Button>
          <Button isSubmit kind="first" isDisabled={isBusy || isEmpty}>
            {t('Extend')}
          </Button>
        </>
      }
    >
      <p class="soft">
        {t('All vouchers of the batch are changed, also those that you did not choose.')}
      </p>
      {problem && <Note kind="bad">{t(problem.message)}</Note>}
      <TextField
        label={t('Hours to add')}
        hint={t('To the time that each is sold for.')}
        isOptional
        value={hours}
        onInput={setHours}
      />
      <TextField
        label={t('Valid until')}
        type="datetime-local"
        isOptional
        value={end}
        onInput={setEnd}
      />
    </Dialog>
  );
}
