import type { ComponentChildren } from 'preact';
import type { Problem } from '../../app/problem.ts';
import { plural, t } from '../../app/texts.ts';
import { Button } from '../../design/button.tsx';
import {
  Counter,
  Picks,
  SelectField,
  Switch,
  TextField,
  type Option,
} from '../../design/field.tsx';
import { Form } from '../../design/form.tsx';
import { Note } from '../../design/states.tsx';
import { durations, maxVouchers, type Plan } from './plan.ts';

interface StepsProps {
  readonly plan: Plan;
  readonly profiles: readonly Option[];
  /** True once these vouchers exist: then they are only printed. */
  readonly isMade: boolean;
  /** Limits of the made vouchers that access points do not carry out. */
  readonly warnings: readonly string[];
  readonly problem: Problem | null;
  readonly isBusy: boolean;
  readonly onChange: (changes: Partial<Plan>) => void;
  readonly onMake: () => void;
}

/** How long, how many, print. */
export function Steps(props: StepsProps) {
  const { plan, isMade, warnings, problem, isBusy, onMake } = props;
  const ofCount = { n: plan.count };
  return (
    <Form class="steps" onSubmit={onMake}>
      <HowLong {...props} />
      <HowMany {...props} />
      <Step number={3} title={t('Print')}>
        <Picks
          label={t('Paper')}
          value={plan.sheet}
          options={[
            ['a4', t('A4, 10 cards'), t('to cut')],
            ['receipt', t('Receipt'), t('80 mm, one each')],
          ]}
          onChoose={(sheet) => {
            props.onChange({ sheet: sheet === 'receipt' ? 'receipt' : 'a4' });
          }}
        />
        {problem && <Note kind="bad">{t(problem.message)}</Note>}
        {warnings.length > 0 && <Warnings texts={warnings} />}
        <Button isSubmit kind="first" size="large" icon="print" isBlock isDisabled={isBusy}>
          {isMade
            ? t('Print {n} again', ofCount)
            : plural(plan.count, 'Make and print {n}', 'Make and print {n}')}
        </Button>
        <p class="small soft">
          {t('If the printer jams, press again: the same codes come out, and no others are made.')}
        </p>
      </Step>
    </Form>
  );
}

/** What was sold and will not be carried out: urgent, since a guest would find out first. */
function Warnings({ texts }: { readonly texts: readonly string[] }) {
  return (
    <Note kind="warn" isUrgent>
      <p>{t('These vouchers sell more than the access points carry out:')}</p>
      <ul>
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Note>
  );
}

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly children: ComponentChildren;
}

function Step({ number, title, children }: StepProps) {
  return (
    <section class="card step">
      <span class="step-number">{number}</span>
      <div class="stack">
        <h2>{title}</h2>
        {children}
      </div>
    </section>
  );
}

function HowLong({ plan, profiles, onChange }: StepsProps) {
  return (
    <Step number={1} title={t('How long?')}>
      <Picks
        label={t('How long?')}
        value={plan.duration}
        options={Object.entries(durations).map(([value, { text, sub }]) => [
          value,
          t(text),
          t(sub),
        ])}
        onChoose={(duration) => {
          onChange({ duration });
        }}
      />
      <Switch
        label={t('Two devices with one code')}
        isOn={plan.devices > 1}
        onChange={(isOn) => {
          onChange({ devices: isOn ? 2 : 1 });
        }}
      />
      {profiles.length > 0 && (
        <SelectField
          label={t('Profile')}
          value={plan.profile}
          options={[['', '–'], ...profiles]}
          onChoose={(profile) => {
            onChange({ profile });
          }}
        />
      )}
    </Step>
  );
}

function HowMany({ plan, problem, onChange }: StepsProps) {
  return (
    <Step number={2} title={t('How many?')}>
      <Counter
        label={t('How many?')}
        value={plan.count}
        max={maxVouchers}
        onChange={(count) => {
          onChange({ count });
        }}
      />
      <TextField
        label={t('Name on the voucher')}
        value={plan.name}
        isOptional
        error={problem?.fields.get('name')}
        onInput={(name) => {
          onChange({ name });
        }}
      />
      <TextField
        label={t('Price')}
        hint={t('As it is printed: 5.00 EUR')}
        value={plan.price}
        isOptional
        error={problem?.fields.get('price')}
        onInput={(price) => {
          onChange({ price });
        }}
      />
    </Step>
  );
}
