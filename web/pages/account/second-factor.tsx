import { useState } from 'preact/hooks';
import { gate, take } from '../../app/api.ts';
import { formatTime } from '../../app/format.ts';
import { useLoad } from '../../app/load.ts';
import { loadSession } from '../../app/session.ts';
import { plural, t } from '../../app/texts.ts';
import { useStep } from '../../app/use-step.ts';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { TextField } from '../../design/field.tsx';
import { Form } from '../../design/form.tsx';
import { Card } from '../../design/layout.tsx';
import { Note, WhenLoaded } from '../../design/states.tsx';
import { say } from '../../design/toast.tsx';
import { Enrolment, RecoveryCodes } from './enrolment.tsx';

const readState = () => take(gate.GET('/gate/api/v1/user_totp/'));

type State = Awaited<ReturnType<typeof readState>>;

/** The second factor of the user who is signed in. */
export function SecondFactor() {
  const loaded = useLoad('second factor', readState);
  const enabled = loaded.data?.is_enabled;
  return (
    <Card
      title={t('Second factor')}
      aside={
        enabled !== undefined && (
          <Badge tone={enabled ? 'good' : 'idle'}>{enabled ? t('on') : t('off')}</Badge>
        )
      }
    >
      <WhenLoaded loaded={loaded} lines={3}>
        {(state) =>
          state.is_enabled ? (
            <Enabled state={state} onChange={loaded.reload} />
          ) : (
            <Enrolment onDone={loaded.reload} />
          )
        }
      </WhenLoaded>
    </Card>
  );
}

interface EnabledProps {
  readonly state: State;
  readonly onChange: () => void;
}

const fewCodes = 3;

function Enabled({ state, onChange }: EnabledProps) {
  const [totp, setTotp] = useState('');
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { problem, isBusy, run } = useStep(onChange);
  const renew = async () => {
    const body = { totp };
    const reply = await take(gate.POST('/gate/api/v1/user_totp/recovery_codes/', { body }));
    setCodes(reply.recovery_codes);
  };
  const remove = async () => {
    await take(gate.POST('/gate/api/v1/user_totp/remove/', { body: { totp } }));
    say(t('The second factor was removed.'));
    await loadSession();
  };
  if (codes)
    return (
      <RecoveryCodes
        codes={codes}
        onDone={() => {
          setCodes(null);
          setTotp('');
        }}
      />
    );
  return (
    <Form
      onSubmit={() => {
        run(renew);
      }}
    >
      <Remaining state={state} />
      <TextField
        label={t('Six digits, or a recovery code')}
        value={totp}
        isMono
        autocomplete="one-time-code"
        error={problem?.fields.get('totp') ?? problem?.message}
        onInput={setTotp}
      />
      <div class="wrap">
        <Button isSubmit isDisabled={isBusy || totp === ''}>
          {t('New recovery codes')}
        </Button>
        <Button
          kind="harm"
          isDisabled={isBusy || totp === ''}
          onPress={() => {
            run(remove);
          }}
        >
          {t('Remove the second factor')}
        </Button>
      </div>
    </Form>
  );
}

function Remaining({ state }: { readonly state: State }) {
  const left = state.recovery_codes;
  return (
    <>
      <p>
        {t('A sign-in asks for a code of your app since {time}.', {
          time: formatTime(state.confirmed ?? ''),
        })}
      </p>
      <Note kind={left < fewCodes ? 'warn' : 'info'}>
        {plural(left, '{n} recovery code is left.', '{n} recovery codes are left.')}
      </Note>
    </>
  );
}
