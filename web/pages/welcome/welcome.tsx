import { useState } from 'preact/hooks';
import { call, gate, take } from '../../app/api.ts';
import { Problem, rowsIn, textOf } from '../../app/problem.ts';
import { session, signIn } from '../../app/session.ts';
import { t } from '../../app/texts.ts';
import { useStep } from '../../app/use-step.ts';
import { Button } from '../../design/button.tsx';
import { Code } from '../../design/code.tsx';
import { TextField } from '../../design/field.tsx';
import { Gate } from '../../design/layout.tsx';
import { Form } from '../../design/form.tsx';
import { Note } from '../../design/states.tsx';
import { FirstClient } from './first-client.tsx';
import { NextSteps } from './next-steps.tsx';

const steps = ['Administrator', 'Organization', 'First RADIUS client'] as const;

/** The first run: the administrator's password, the organization, the first RADIUS client. It can be left and resumed. */
export function View() {
  const [step, setStep] = useState(firstOpenStep);
  const [clients, setClients] = useState(0);
  const next = () => {
    setStep(step + 1);
  };
  return (
    <Gate title={t('First run')} isWide>
      <p class="small soft">
        {t('Step {n} of {all}: {name}', {
          n: Math.min(step + 1, steps.length),
          all: steps.length,
          name: t(steps[step] ?? 'First RADIUS client'),
        })}
      </p>
      {step === 0 && <Administrator onDone={next} />}
      {step === 1 && <Organization onDone={next} />}
      {step >= 2 && (
        <FirstClient
          onMade={() => {
            setClients(clients + 1);
          }}
        />
      )}
      {step >= 2 && <NextSteps key={clients} />}
      <p class="small soft">
        {step === 0 ? (
          <a href="overview">{t('I have a password: sign in')}</a>
        ) : (
          <a href="overview">{t('Go on later; what is done stays done')}</a>
        )}
      </p>
    </Gate>
  );
}

/** Whoever comes back goes on after what is done: a password is set, an organization has a name of its own. */
function firstOpenStep(): number {
  const who = session.value;
  if (!who) return 0;
  return who.organizationName === 'default' ? 1 : 2;
}

interface StepProps {
  readonly onDone: () => void;
}

function Administrator({ onDone }: StepProps) {
  const [token, setToken] = useState('');
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const { problem, isBusy, run } = useStep(onDone);
  const differs = repeated !== '' && repeated !== password;
  return (
    <Form
      onSubmit={() => {
        if (!differs) run(() => setAdminPassword(token.trim(), password));
      }}
    >
      <h1>{t('Welcome to Gatehouse')}</h1>
      <p class="soft">
        {t(
          'Who has access to the machine sets the first password. The token is in the file admin-token of the data directory:',
        )}
      </p>
      <Code label={t('Command')}>sudo cat /var/lib/gatehouse/admin-token</Code>
      {problem && !problem.fields.has('password') && <Note kind="bad">{t(problem.message)}</Note>}
      <TextField label={t('Token')} value={token} onInput={setToken} isMono isRequired />
      <TextField
        label={t('New password of admin')}
        type="password"
        autocomplete="new-password"
        value={password}
        error={problem?.fields.get('password')}
        onInput={setPassword}
        isRequired
      />
      <TextField
        label={t('The password again')}
        type="password"
        autocomplete="new-password"
        value={repeated}
        error={differs ? t('The two differ.') : undefined}
        onInput={setRepeated}
        isRequired
      />
      <Button
        isSubmit
        kind="first"
        size="large"
        isDisabled={isBusy || token === '' || password === ''}
      >
        {t('Set the password and sign in')}
      </Button>
    </Form>
  );
}

/** Sets the password of the user that a token belongs to, and signs in with it. */
async function setAdminPassword(token: string, password: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const { body } = await call('/gate/api/v1/user/?username=admin', { headers });
  const [user] = rowsIn(body);
  if (!user)
    throw new Problem({
      status: 404,
      body: { detail: t('There is no user admin. Sign in with the user that you have made.') },
      requestId: null,
    });
  await call(`/gate/api/v1/user/${textOf(user['id'])}/`, {
    method: 'PATCH',
    body: { password },
    headers,
  });
  await signIn({ username: textOf(user['username']), password });
}

function Organization({ onDone }: StepProps) {
  const [name, setName] = useState('');
  const [zone, setZone] = useState(Intl.DateTimeFormat().resolvedOptions().timeZone);
  const { problem, isBusy, run } = useStep(onDone);
  return (
    <Form
      onSubmit={() => {
        run(() => nameOrganization(name, zone));
      }}
    >
      <h1>{t('Whose network is it?')}</h1>
      <p class="soft">
        {t('The name stands above every page; times are shown by the clocks of the site.')}
      </p>
      {problem && problem.fields.has('detail') && <Note kind="bad">{t(problem.message)}</Note>}
      <TextField
        label={t('Name of the organization')}
        value={name}
        onInput={setName}
        error={problem?.fields.get('name')}
        isRequired
      />
      <TextField
        label={t('Time zone')}
        value={zone}
        onInput={setZone}
        isMono
        error={problem?.fields.get('time_zone')}
        hint={t('Such as Europe/Lisbon.')}
      />
      <div class="wrap">
        <Button isSubmit kind="first" size="large" isDisabled={isBusy || name === ''}>
          {t('Go on')}
        </Button>
        <Button kind="quiet" size="large" onPress={onDone}>
          {t('Skip')}
        </Button>
      </div>
    </Form>
  );
}

async function nameOrganization(name: string, zone: string): Promise<void> {
  const { id } = await take(gate.GET('/gate/api/v1/me/organization/'));
  await call(`/gate/api/v1/organization/${id}/`, {
    method: 'PATCH',
    body: { name, time_zone: zone === '' ? null : zone },
  });
}
