import { useEffect, useState } from 'preact/hooks';
import { Button } from '../design/button.tsx';
import { TextField } from '../design/field.tsx';
import { Gate } from '../design/layout.tsx';
import { Form } from '../design/form.tsx';
import { Note } from '../design/states.tsx';
import { silentSince } from './api.ts';
import { asProblem } from './load.ts';
import { readRefusal, signIn } from './session.ts';
import { t } from './texts.ts';
import { useStep } from './use-step.ts';

interface Entries {
  readonly username: string;
  readonly password: string;
  /** Code of the second factor. */
  readonly totp: string;
}

/** The page to sign in, with a second step for users with a code generator. */
export function SignIn() {
  const [refusal, setRefusal] = useState<string | null>(null);
  useEffect(() => {
    readRefusal().then(setRefusal, () => null);
  }, []);
  return (
    <Gate title={t('Sign in')}>
      {silentSince.value && (
        <Note kind="bad">{t('The gateway does not answer. This page tries again by itself.')}</Note>
      )}
      {refusal !== null && <Note kind="bad">{refusal}</Note>}
      <SignInForm />
      <p class="small soft">
        {t('Is this gateway new?')}{' '}
        <a href="welcome">{t('Set it up with the token of its data directory')}</a>
      </p>
    </Gate>
  );
}

function SignInForm() {
  const [entries, setEntries] = useState<Entries>({ username: '', password: '', totp: '' });
  const [isSecondStep, setSecondStep] = useState(false);
  const { problem, isBusy, run } = useStep();
  const submit = async () => {
    const { totp, ...others } = entries;
    try {
      await signIn({ ...others, ...(totp === '' ? {} : { totp }) });
    } catch (error) {
      if (!asProblem(error).fields.has('totp')) throw error;
      setSecondStep(true);
      if (totp !== '') throw error;
    }
  };
  return (
    <Form
      onSubmit={() => {
        run(submit);
      }}
    >
      <h1>{isSecondStep ? t('The code of your generator') : t('Sign in to Gatehouse')}</h1>
      {problem && <Note kind="bad">{t(problem.message)}</Note>}
      <SignInFields
        entries={entries}
        isSecondStep={isSecondStep}
        onEnter={(changes) => {
          setEntries((old) => ({ ...old, ...changes }));
        }}
      />
      <Button isSubmit kind="first" size="large" isBlock isDisabled={isBusy}>
        {isSecondStep ? t('Go on') : t('Sign in')}
      </Button>
    </Form>
  );
}

interface SignInFieldsProps {
  readonly entries: Entries;
  readonly isSecondStep: boolean;
  readonly onEnter: (changes: Partial<Entries>) => void;
}

function SignInFields({ entries, isSecondStep, onEnter }: SignInFieldsProps) {
  if (isSecondStep)
    return (
      <TextField
        label={t('Six digits, or a recovery code')}
        value={entries.totp}
        isMono
        autocomplete="one-time-code"
        onInput={(totp) => {
          onEnter({ totp });
        }}
      />
    );
  return (
    <>
      <TextField
        label={t('User name')}
        value={entries.username}
        autocomplete="username"
        onInput={(username) => {
          onEnter({ username });
        }}
      />
      <TextField
        label={t('Password')}
        type="password"
        value={entries.password}
        autocomplete="current-password"
        onInput={(password) => {
          onEnter({ password });
        }}
      />
    </>
  );
}
