import { useState } from 'preact/hooks';
import { control, take } from '../../app/api.ts';
import { t } from '../../app/texts.ts';
import { useStep } from '../../app/use-step.ts';
import { Badge, type Tone } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { TextField } from '../../design/field.tsx';
import { Form } from '../../design/form.tsx';
import { Card, Facts } from '../../design/layout.tsx';
import { Note } from '../../design/states.tsx';

function ask(hostname: string, client: string) {
  const query = { hostname, ...(client === '' ? {} : { client_ip: client }) };
  return control.GET('/control/api/v1/dnsfilter_hostcheck/', { params: { query } });
}

type Verdict = NonNullable<Awaited<ReturnType<typeof ask>>['data']>;

/** Returns the verdict on a host. A refusal has a status of its own, and the verdict as its body. @throws Problem */
async function check(hostname: string, client: string): Promise<Verdict> {
  const call = ask(hostname, client);
  const { error } = await call;
  return isVerdict(error) ? error : take(call);
}

function isVerdict(value: unknown): value is Verdict {
  return typeof value === 'object' && value !== null && 'action' in value;
}

const verdicts: Readonly<
  Record<Verdict['action'], { readonly tone: Tone; readonly text: string }>
> = {
  A: { tone: 'good', text: 'Allowed' },
  R: { tone: 'bad', text: 'Refused' },
  I: { tone: 'idle', text: 'No rule matches' },
};

/** Tries which rule holds for a host, as a DNS client would ask. */
export function HostCheck() {
  const [host, setHost] = useState('');
  const [client, setClient] = useState('');
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const { problem, isBusy, run } = useStep();
  return (
    <Card title={t('Try a host')}>
      <Form
        onSubmit={() => {
          run(async () => {
            setVerdict(null);
            setVerdict(await check(host.trim(), client.trim()));
          });
        }}
      >
        <div class="form-grid">
          <TextField
            label={t('Host name')}
            isMono
            value={host}
            error={problem?.fields.get('hostname')}
            onInput={setHost}
          />
          <TextField
            label={t('Address of the client')}
            hint={t('Rules of a network hold for its addresses.')}
            isMono
            isOptional
            value={client}
            error={problem?.fields.get('client_ip')}
            onInput={setClient}
          />
        </div>
        <div class="wrap">
          <Button isSubmit isDisabled={isBusy || host.trim() === ''}>
            {t('Try')}
          </Button>
        </div>
      </Form>
      {problem && problem.fields.size === 0 && <Note kind="bad">{t(problem.message)}</Note>}
      {verdict && <Answer verdict={verdict} />}
    </Card>
  );
}

function Answer({ verdict }: { readonly verdict: Verdict }) {
  const { tone, text } = verdicts[verdict.action];
  return (
    <div class="stack" role="status">
      <div class="wrap">
        <Badge tone={tone}>{t(text)}</Badge>
        <code>{verdict.hostname}</code>
      </div>
      <Facts
        facts={[
          [t('Rule'), verdict.acl],
          [t('Category'), verdict.category],
          [t('Network'), verdict.subnet],
          [t('Redirected to'), verdict.redirect_ip],
          [t('Reason'), verdict.reason],
        ]}
      />
    </div>
  );
}
