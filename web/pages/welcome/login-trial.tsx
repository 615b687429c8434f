import { useState } from 'preact/hooks';
import { gate, take } from '../../app/api.ts';
import { t } from '../../app/texts.ts';
import { useStep } from '../../app/use-step.ts';
import { Button, ButtonLink } from '../../design/button.tsx';
import { SelectField, TextField } from '../../design/field.tsx';
import { Form } from '../../design/form.tsx';
import { Facts } from '../../design/layout.tsx';
import { Note } from '../../design/states.tsx';

export interface TrialClient {
  readonly id: number;
  readonly name: string;
}

interface LoginTrialProps {
  readonly clients: readonly TrialClient[];
  readonly onAccepted: () => void;
}

type Decision = Awaited<ReturnType<typeof decide>>;

/** A login as a RADIUS client would send it, decided as any other. */
export function LoginTrial({ clients, onAccepted }: LoginTrialProps) {
  const [client, setClient] = useState(String(clients[0]?.id ?? ''));
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [decision, setDecision] = useState<Decision | null>(null);
  const { problem, isBusy, run } = useStep();
  return (
    <Form
      onSubmit={() => {
        setDecision(null);
        run(async () => {
          const made = await decide({ client: Number(client), username, password });
          setDecision(made);
          if (made.outcome === 'accept') onAccepted();
        });
      }}
    >
      <div class="form-grid">
        {clients.length > 1 && (
          <SelectField
            label={t('RADIUS client')}
            value={client}
            options={clients.map(({ id, name }) => [String(id), name])}
            onChoose={setClient}
          />
        )}
        <TextField
          label={t('User name of the guest')}
          value={username}
          error={problem?.fields.get('username')}
          onInput={setUsername}
        />
        <TextField
          label={t('Password of the guest')}
          type="password"
          value={password}
          onInput={setPassword}
        />
      </div>
      {problem && <Note kind="bad">{t(problem.message)}</Note>}
      <div class="wrap">
        <Button isSubmit isDisabled={isBusy || username === '' || client === ''}>
          {t('Try the login')}
        </Button>
        <ButtonLink kind="quiet" icon="plus" to="people?edit=new">
          {t('Make a user first')}
        </ButtonLink>
      </div>
      {decision && <DecisionNote decision={decision} />}
    </Form>
  );
}

function decide(body: {
  readonly client: number;
  readonly username: string;
  readonly password: string;
}) {
  return take(gate.POST('/gate/api/v1/aaa_login_test/', { body }));
}

function DecisionNote({ decision }: { readonly decision: Decision }) {
  const { outcome, reason, method, upstream, profile_name: profile, attributes } = decision;
  return (
    <Note kind={outcome === 'accept' ? 'good' : 'bad'}>
      <b>{outcome === 'accept' ? t('The login was accepted.') : t('The login was rejected.')}</b>{' '}
      {reason}
      <Facts
        facts={[
          [t('Method'), method],
          [t('Upstream'), upstream],
          [t('Profile'), profile],
          ...attributes.map(({ name, value }) => [name, <code key={name}>{value}</code>] as const),
        ]}
      />
    </Note>
  );
}
