import { useState } from 'preact/hooks';
import { control, take } from '../../app/api.ts';
import { labelOf } from '../../app/format.ts';
import { textOf } from '../../app/problem.ts';
import { mayWrite } from '../../app/session.ts';
import { t } from '../../app/texts.ts';
import { useStep } from '../../app/use-step.ts';
import { StateBadge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { Code } from '../../design/code.tsx';
import { SelectField, TextField } from '../../design/field.tsx';
import { Form } from '../../design/form.tsx';
import { Card, Facts } from '../../design/layout.tsx';
import { Empty, Note } from '../../design/states.tsx';

/** Diagnostics that need no more than an address, with the fields of each. */
const kinds = {
  ping: { text: 'Ping', fields: ['host'] },
  traceroute: { text: 'Traceroute', fields: ['host'] },
  dns_lookup: { text: 'Look up a name', fields: ['host'] },
  tcp_connect: { text: 'Open a TCP connection', fields: ['host', 'port'] },
  tls_certificate: { text: 'Read a certificate', fields: ['host', 'port'] },
  http_get: { text: 'Load a page', fields: ['url'] },
  wifi_neighbor: { text: 'Neighbouring Wi-Fi', fields: [] },
  snmp_get: { text: 'System variables by SNMP', fields: [] },
} as const;

type Kind = keyof typeof kinds;

const sources = {
  device: 'On the device',
  gateway: 'On the gateway',
  compare: 'On both, compared',
} as const;

type Source = keyof typeof sources;

interface Question {
  readonly operation: Kind;
  readonly source: Source;
  readonly host: string;
  readonly port: string;
  readonly url: string;
}

const firstQuestion: Question = {
  operation: 'ping',
  source: 'gateway',
  host: '',
  port: '443',
  url: 'https://',
};
const waitSeconds = 30;

async function ask(device: number, question: Question) {
  const { operation, source } = question;
  const needed: readonly string[] = kinds[operation].fields;
  const reply = await take(
    control.POST('/control/api/v1/inventory_device_diags/', {
      params: { query: { wait: waitSeconds } },
      body: {
        parent_id: device,
        operation,
        source,
        ...(needed.includes('host') ? { host: question.host } : {}),
        ...(needed.includes('port') ? { port: Number(question.port) } : {}),
        ...(needed.includes('url') ? { url: question.url } : {}),
      },
    }),
  );
  return Array.isArray(reply) ? (reply[0] ?? null) : reply;
}

type Answer = Awaited<ReturnType<typeof ask>>;

interface DiagnosticsProps {
  readonly id: number;
  /** Address of the device, which is asked about first. */
  readonly address: string;
}

/** Asks the device, or the gateway about it: ping, names, certificates and more. */
export function Diagnostics({ id, address }: DiagnosticsProps) {
  const [question, setQuestion] = useState<Question>({ ...firstQuestion, host: address });
  const [answer, setAnswer] = useState<Answer>(null);
  const step = useStep();
  if (!mayWrite())
    return (
      <Card isFlush>
        <Empty icon="terminal" title={t('Administrators run diagnostics')}>
          {t('Their results are in the list of operations.')}
        </Empty>
      </Card>
    );
  return (
    <div class="columns is-narrow-first">
      <Card title={t('Diagnostic')}>
        <Form
          onSubmit={() => {
            step.run(async () => {
              setAnswer(null);
              setAnswer(await ask(id, question));
            });
          }}
        >
          <QuestionFields
            question={question}
            onChange={(changes) => {
              setQuestion({ ...question, ...changes });
            }}
          />
          {step.problem && <Note kind="bad">{t(step.problem.message)}</Note>}
          <div class="wrap">
            <Button isSubmit kind="first" isDisabled={step.isBusy}>
              {step.isBusy ? t('Running …') : t('Run')}
            </Button>
          </div>
        </Form>
      </Card>
      <Card title={t('Result')}>
        {answer === null ? (
          <p class="soft">{t('The result is shown here, and kept in the list of operations.')}</p>
        ) : (
          <Result answer={answer} />
        )}
      </Card>
    </div>
  );
}

interface QuestionFieldsProps {
  readonly question: Question;
  readonly onChange: (changes: Partial<Question>) => void;
}

function optionsOf<Name extends string>(texts: Readonly<Record<Name, string>>) {
  return Object.entries<string>(texts).map(([name, text]) => [name, t(text)] as const);
}

function isOneOf<Name extends string>(
  names: Readonly<Record<Name, unknown>>,
  name: string,
): name is Name {
  return name in names;
}

function QuestionFields({ question, onChange }: QuestionFieldsProps) {
  const needed: readonly string[] = kinds[question.operation].fields;
  return (
    <>
      <SelectField
        label={t('What to try')}
        value={question.operation}
        options={Object.entries(kinds).map(([name, { text }]) => [name, t(text)])}
        onChoose={(operation) => {
          if (isOneOf(kinds, operation)) onChange({ operation });
        }}
      />
      <SelectField
        label={t('Where it runs')}
        value={question.source}
        options={optionsOf(sources)}
        onChoose={(source) => {
          if (isOneOf(sources, source)) onChange({ source });
        }}
      />
      {(['host', 'port', 'url'] as const)
        .filter((name) => needed.includes(name))
        .map((name) => (
          <TextField
            key={name}
            label={labelOf(name)}
            isMono
            value={question[name]}
            onInput={(text) => {
              onChange({ [name]: text });
            }}
          />
        ))}
    </>
  );
}

function Result({ answer }: { readonly answer: NonNullable<Answer> }) {
  const { results, partial_results: partial } = answer;
  const found = results ?? partial ?? {};
  const facts = Array.isArray(found) ? [] : Object.entries<unknown>({ ...found });
  const isPlain = ([, value]: readonly [string, unknown]) =>
    typeof value !== 'object' || value === null;
  const nested = Array.isArray(found)
    ? found
    : Object.fromEntries(facts.filter((fact) => !isPlain(fact)));
  return (
    <div class="stack">
      <div class="wrap">
        <StateBadge state={answer.status} />
        {answer.error_message !== null && <span>{answer.error_message}</span>}
      </div>
      <Facts facts={facts.filter(isPlain).map(([name, value]) => [labelOf(name), textOf(value)])} />
      {Object.keys(nested).length > 0 && (
        <Code label={t('Result')}>{JSON.stringify(nested, null, 2)}</Code>
      )}
    </div>
  );
}
