import { useState } from 'preact/hooks';
import { gate, take } from '../../app/api.ts';
import { copyText } from '../../app/copy.ts';
import { t } from '../../app/texts.ts';
import { useStep } from '../../app/use-step.ts';
import { Button } from '../../design/button.tsx';
import { Code } from '../../design/code.tsx';
import { TextField } from '../../design/field.tsx';
import { Form } from '../../design/form.tsx';
import { Qr } from '../../design/qr.tsx';
import { Note } from '../../design/states.tsx';

interface EnrolmentProps {
  readonly onDone: () => void;
}

interface Begun {
  readonly secret: string;
  readonly uri: string;
}

/** The steps to a second factor: own password, authenticator app with its first code, recovery codes. */
export function Enrolment({ onDone }: EnrolmentProps) {
  const [begun, setBegun] = useState<Begun | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  return begun ? <FirstCode begun={begun} onCodes={setCodes} /> : <Password onBegun={setBegun} />;
}

function Password({ onBegun }: { readonly onBegun: (begun: Begun) => void }) {
  const [password, setPassword] = useState('');
  const { problem, isBusy, run } = useStep();
  const begin = async () => {
    onBegun(await take(gate.POST('/gate/api/v1/user_totp/', { body: { password } })));
  };
  return (
    <Form
      onSubmit={() => {
        run(begin);
      }}
    >
      <p class="soft">
        {t(
          'You need an authenticator app on your phone, such as FreeOTP, Aegis or Google Authenticator.',
        )}
      </p>
      {problem && !problem.fields.has('password') && <Note kind="bad">{t(problem.message)}</Note>}
      <TextField
        label={t('Your password')}
        type="password"
        autocomplete="current-password"
        value={password}
        error={problem?.fields.get('password')}
        onInput={setPassword}
      />
      <div class="wrap">
        <Button isSubmit kind="first" isDisabled={isBusy || password === ''}>
          {t('Set up the second factor')}
        </Button>
      </div>
    </Form>
  );
}

interface FirstCodeProps {
  readonly begun: Begun;
  readonly onCodes: (codes: readonly string[]) => void;
}

function FirstCode({ begun, onCodes }: FirstCodeProps) {
  const [totp, setTotp] = useState('');
  const { problem, isBusy, run } = useStep();
  const confirm = async () => {
    const reply = await take(gate.POST('/gate/api/v1/user_totp/confirm/', { body: { totp } }));
    onCodes(reply.recovery_codes);
  };
  return (
    <Form
      onSubmit={() => {
        run(confirm);
      }}
    >
      <p class="soft">{t('Scan this code with the app, or type the secret into it.')}</p>
      <Qr text={begun.uri} label={t('QR code of the secret')} />
      <Code label={t('Secret')}>{begun.secret.replaceAll(/.{4}(?!$)/g, '$& ')}</Code>
      {problem && !problem.fields.has('totp') && <Note kind="bad">{t(problem.message)}</Note>}
      <TextField
        label={t('The six digits that the app shows')}
        value={totp}
        isMono
        autocomplete="one-time-code"
        error={problem?.fields.get('totp')}
        onInput={setTotp}
      />
      <div class="wrap">
        <Button isSubmit kind="first" isDisabled={isBusy || totp === ''}>
          {t('Confirm')}
        </Button>
      </div>
    </Form>
  );
}

interface RecoveryCodesProps extends EnrolmentProps {
  readonly codes: readonly string[];
}

/** The recovery codes, which the gateway shows once. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const text = codes.join('\n');
  return (
    <div class="stack">
      <Note kind="warn">
        <b>{t('Keep these recovery codes: they are shown only now.')}</b>{' '}
        {t('Each lets you sign in once without the app. Keep them apart from the phone.')}
      </Note>
      <Code label={t('Recovery codes')}>{text}</Code>
      <div class="wrap">
        <Button
          icon="copy"
          onPress={() => {
            copyText(text, t('The recovery codes were copied.'));
          }}
        >
          {t('Copy the codes')}
        </Button>
        <Button kind="first" onPress={onDone}>
          {t('I have kept them')}
        </Button>
      </div>
    </div>
  );
}
