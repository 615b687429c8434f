import { useState } from 'preact/hooks';
import { go } from '../../app/address.ts';
import { control, take } from '../../app/api.ts';
import { asProblem } from '../../app/load.ts';
import { plural, t } from '../../app/texts.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { SelectField, Switch, TextField, type Option } from '../../design/field.tsx';
import { Note } from '../../design/states.tsx';
import { say } from '../../design/toast.tsx';

interface FleetDialogProps {
  readonly ids: readonly number[];
  readonly onClose: () => void;
}

const path = '/control/api/v1/inventory_fleet_operation/';

/** Operations that every type has. */
const operations: readonly Option[] = [
  ['sync', 'Read, and write what is pending'],
  ['reboot', 'Reboot'],
  ['reconfigure', 'Write all settings again'],
];

interface Choice {
  readonly operation: string;
  /** True: one device first, the others only if it succeeds. */
  readonly hasCanary: boolean;
}

interface Preview {
  readonly targets: number;
  readonly refused: number;
}

/** Previews an operation on many devices, and starts it. */
export function FleetDialog({ ids, onClose }: FleetDialogProps) {
  const [choice, setChoice] = useState<Choice>({ operation: 'sync', hasCanary: true });
  const [typed, setTyped] = useState('');
  const [error, setError] = useState('');
  const [preview, setPreview] = useState<Preview | null>(null);
  const isReady = preview !== null && preview.targets > 0 && typed === String(preview.targets);
  const submit = async () => {
    setError('');
    try {
      if (preview === null) {
        setPreview(await request(ids, choice));
        return;
      }
      if (!isReady) return;
      await request(ids, choice, preview.targets);
      say(t('The operation was started.'));
      onClose();
      go('fleet');
    } catch (reason) {
      setError(asProblem(reason).message);
    }
  };
  return (
    <Dialog
      title={plural(ids.length, 'Operate {n} device', 'Operate {n} devices')}
      onClose={onClose}
      onSubmit={() => void submit()}
      end={<End hasPreview={preview !== null} isReady={isReady} onClose={onClose} />}
    >
      <ChoiceFields
        choice={choice}
        isMany={ids.length > 1}
        onChange={(next) => {
          setChoice(next);
          setPreview(null);
        }}
      />
      {error !== '' && <Note kind="bad">{error}</Note>}
      {preview !== null && (
        <>
          <PreviewNote {...preview} />
          <TextField
            label={t('Type the number of devices')}
            value={typed}
            onInput={setTyped}
            isMono
          />
        </>
      )}
    </Dialog>
  );
}

interface EndProps {
  readonly hasPreview: boolean;
  readonly isReady: boolean;
  readonly onClose: () => void;
}

function End({ hasPreview, isReady, onClose }: EndProps) {
  return (
    <>
      <Button kind="quiet" onPress={onClose}>
        {t('Cancel')}
      </Button>
      <Button isSubmit kind={hasPreview ? 'danger' : 'first'} isDisabled={hasPreview && !isReady}>
        {hasPreview ? t('Start') : t('Preview')}
      </Button>
    </>
  );
}

function PreviewNote({ targets, refused }: Preview) {
  return (
    <Note kind="warn">
      {plural(targets, 'It runs on {n} device.', 'It runs on {n} devices.')}{' '}
      {refused > 0 && plural(refused, '{n} device refuses it.', '{n} devices refuse it.')}
    </Note>
  );
}

interface ChoiceFieldsProps {
  readonly choice: Choice;
  readonly isMany: boolean;
  readonly onChange: (choice: Choice) => void;
}

function ChoiceFields({ choice, isMany, onChange }: ChoiceFieldsProps) {
  return (
    <>
      <SelectField
        label={t('Operation')}
        value={choice.operation}
        options={operations.map(([value, text]) => [value, t(text)])}
        onChoose={(operation) => {
          onChange({ ...choice, operation });
        }}
      />
      {isMany && (
        <Switch
          label={t('One device first; the others only if it succeeds')}
          isOn={choice.hasCanary}
          onChange={(hasCanary) => {
            onChange({ ...choice, hasCanary });
          }}
        />
      )}
    </>
  );
}

/** Requests the operation; without a number to confirm only a preview of it. */
async function request(
  ids: readonly number[],
  { operation, hasCanary }: Choice,
  confirm?: number,
): Promise<Preview> {
  const reply = await take(
    control.POST(path, {
      body: {
        operation,
        devices: [...ids],
        ...(confirm === undefined ? { dry_run: true } : { confirm }),
        ...(hasCanary && ids.length > 1 ? { canary: 1, stop_after_failures: 1 } : {}),
      },
    }),
  );
  return 'targets' in reply ? reply : { targets: ids.length, refused: 0 };
}
