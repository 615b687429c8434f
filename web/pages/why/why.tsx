import { useState } from 'preact/hooks';
import { address, setQuery } from '../../app/address.ts';
import { formatExactTime, formatTime } from '../../app/format.ts';
import { useLoad } from '../../app/load.ts';
import { session } from '../../app/session.ts';
import { t } from '../../app/texts.ts';
import { Badge, type Tone } from '../../design/badge.tsx';
import { Button, ButtonLink } from '../../design/button.tsx';
import { Code } from '../../design/code.tsx';
import { Icon } from '../../design/icon.tsx';
import { Page } from '../../design/layout.tsx';
import { Empty, WhenLoaded } from '../../design/states.tsx';
import { GiveMore } from './give-more.tsx';
import { lookUp, type Answer, type Decision } from './look-up.ts';

/** Answers the question of a guest in words, and the administrator's with the whole decision. */
export function View() {
  const asked = address.value.query.get('q') ?? '';
  return (
    <Page
      title={t('What does the guest have?')}
      lead={t(
        'A user name, a voucher code or the MAC address of the device: any of them is enough.',
      )}
      isReading
    >
      <Ask key={asked} asked={asked} />
      {asked !== '' && <Found key={asked} asked={asked} />}
    </Page>
  );
}

function Ask({ asked }: { readonly asked: string }) {
  const [text, setText] = useState(asked);
  return (
    <form
      class="ask"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        setQuery({ q: text.trim() });
      }}
    >
      <input
        class="input"
        value={text}
        autocapitalize="none"
        spellcheck={false}
        aria-label={t('User name, voucher code or MAC address')}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
        }}
      />
      <Button isSubmit kind="first">
        {t('Find out')}
      </Button>
    </form>
  );
}

function Found({ asked }: { readonly asked: string }) {
  const loaded = useLoad(`why ${asked}`, (abort) => lookUp(asked, abort), ['session', 'voucher']);
  return (
    <WhenLoaded loaded={loaded}>
      {(answer) =>
        answer === null ? (
          <section class="card">
            <Empty icon="ask" title={t('Nothing is known about {asked}', { asked })}>
              {t('No user, no voucher, and no login in the log. Is it spelt as on the card?')}
            </Empty>
          </section>
        ) : (
          <>
            <AnswerCard answer={answer} onChanged={loaded.reload} />
            {session.value?.role !== 'front_desk' && <Traces decisions={answer.decisions} />}
          </>
        )
      }
    </WhenLoaded>
  );
}

const tones: Readonly<Record<Answer['state'], Tone>> = {
  online: 'good',
  ready: 'good',
  refused: 'warn',
};

const words: Readonly<Record<Answer['state'], string>> = {
  online: 'online',
  ready: 'may log in',
  refused: 'cannot log in',
};

interface AnswerCardProps {
  readonly answer: Answer;
  readonly onChanged: () => void;
}

function AnswerCard({ answer, onChanged }: AnswerCardProps) {
  const { state, what, title, why, say, voucher } = answer;
  return (
    <section class="card answer" aria-live="polite">
      <div class="wrap">
        <Badge tone={tones[state]}>{t(words[state])}</Badge>
        <span class="soft">{what}</span>
      </div>
      <h2>{title}</h2>
      {why !== '' && <p class="why">{why}</p>}
      <div class="stack">
        <h3>{t('What you can do')}</h3>
        <div class="wrap">
          {voucher && <GiveMore voucher={voucher} onDone={onChanged} />}
          <ButtonLink icon="print" to="vouchers">
            {t('Print a new voucher')}
          </ButtonLink>
          {answer.openSession !== null && (
            <ButtonLink icon="session" to={`sessions?open=${answer.openSession}`}>
              {t('Show the session')}
            </ButtonLink>
          )}
        </div>
      </div>
      {say !== '' && (
        <div class="stack">
          <h3>{t('What you can say')}</h3>
          <p class="quote">“{say}”</p>
        </div>
      )}
    </section>
  );
}

function Traces({ decisions }: { readonly decisions: readonly Decision[] }) {
  const [first] = decisions;
  if (!first) return null;
  return (
    <details class="card">
      <summary class="summary">
        {t('How it was decided')}{' '}
        <span class="soft">
          {t('for the administrator, {time}', { time: formatTime(first.datetime) })}
        </span>
      </summary>
      <div class="card-body">
        {decisions.slice(0, 3).map((decision) => (
          <Trace key={decision.id} decision={decision} />
        ))}
      </div>
    </details>
  );
}

function Trace({ decision }: { readonly decision: Decision }) {
  const isAccept = decision.outcome === 'accept';
  return (
    <div class="stack">
      <div class="row between">
        <h3>{formatExactTime(decision.datetime)}</h3>
        <span class="small soft">
          {decision.client_name}, {decision.method}, {decision.ms} ms
        </span>
      </div>
      <ul class="trace">
        <li class={isAccept ? '' : 'is-failed'}>
          <Icon name={isAccept ? 'check' : 'close'} />
          <b>{decision.reason}</b>
          <span class="small soft">{decision.profile_name ?? ''}</span>
        </li>
        {decision.checks.map((check, index) => (
          <li key={index} class={check.passed ? '' : 'is-failed'}>
            <Icon name={check.passed ? 'check' : 'close'} />
            <span>
              {check.attribute} {check.op} {check.value}
            </span>
            <span class="small soft">{check.found.join(', ')}</span>
          </li>
        ))}
        {decision.counters.map((counter) => (
          <li key={counter.name} class={counter.left > 0 ? '' : 'is-failed'}>
            <Icon name={counter.left > 0 ? 'check' : 'close'} />
            <span>{counter.name}</span>
            <span class="small soft">
              {counter.used ?? 0} / {counter.allowed ?? '–'} {t(counter.unit)}
            </span>
          </li>
        ))}
      </ul>
      {decision.attributes.length > 0 && (
        <Code label={t('Attributes of the reply')}>
          {decision.attributes.map(({ name, value }) => `${name} = ${value}`).join('\n')}
        </Code>
      )}
    </div>
  );
}
