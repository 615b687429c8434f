import { useState } from 'preact/hooks';
import { address, linkTo } from '../../app/address.ts';
import { call } from '../../app/api.ts';
import { useLoad } from '../../app/load.ts';
import { isRecord, rowsIn, textOf } from '../../app/problem.ts';
import { mayServe } from '../../app/session.ts';
import { t } from '../../app/texts.ts';
import { useStep } from '../../app/use-step.ts';
import { Tabs } from '../../design/button.tsx';
import { Page } from '../../design/layout.tsx';
import { say } from '../../design/toast.tsx';
import { CsvButton } from '../../resource/csv-button.tsx';
import { listUrl } from '../../resource/use-list.ts';
import { Batches, vouchers } from './batches.tsx';
import { printBatch } from './print.ts';
import { bodyOf, firstPlan, type Plan } from './plan.ts';
import { Sheet } from './sheet.tsx';
import { Steps } from './steps.tsx';

/** Makes vouchers in three steps, and prints and revokes those that there are. */
export function View() {
  const tab = address.value.query.get('tab') ?? 'new';
  const shown = mayServe() ? tab : 'all';
  return (
    <Page
      title={t('Vouchers')}
      lead={t('How long, how many, print.')}
      actions={
        shown === 'all' && <CsvButton path={() => listUrl(vouchers)} name={vouchers.title} />
      }
    >
      {mayServe() && (
        <Tabs
          label={t('Vouchers')}
          current={shown}
          tabs={[
            { name: 'new', text: t('New vouchers'), to: 'vouchers' },
            { name: 'all', text: t('All vouchers'), to: linkTo('vouchers', { tab: 'all' }) },
          ]}
        />
      )}
      {shown === 'new' ? <NewVouchers /> : <Batches />}
    </Page>
  );
}

interface Made {
  readonly batch: string;
  readonly codes: readonly string[];
  /** Limits that access points do not carry out. */
  readonly warnings: readonly string[];
}

function NewVouchers() {
  const [plan, setPlan] = useState<Plan>(firstPlan);
  const [made, setMade] = useState<Made | null>(null);
  const { problem, isBusy, run } = useStep(() => {
    say(t('The sheet was saved. Print it from there.'));
  });
  const choices = useLoad('front desk', readProfiles);
  const make = async () => {
    const found = made ?? (await makeVouchers(plan));
    setMade(found);
    await printBatch(found.batch, plan.sheet);
  };
  return (
    <div class="columns is-narrow-first">
      <Steps
        plan={plan}
        profiles={choices.data ?? []}
        isMade={made !== null}
        warnings={made?.warnings ?? []}
        problem={problem}
        isBusy={isBusy}
        onChange={(changes) => {
          setPlan({ ...plan, ...changes });
          // The same vouchers on other paper stay the same vouchers.
          if (!('sheet' in changes)) setMade(null);
        }}
        onMake={() => {
          run(make);
        }}
      />
      <Sheet plan={plan} codes={made?.codes ?? null} />
    </div>
  );
}

/** Makes the vouchers of a plan. */
async function makeVouchers(plan: Plan): Promise<Made> {
  const { body } = await call('/gate/api/v1/user_token/', { method: 'POST', body: bodyOf(plan) });
  const rows = (Array.isArray(body) ? body : [body]).filter(isRecord);
  return {
    batch: textOf(rows[0]?.['batch']),
    codes: rows.map((row) => textOf(row['code'] ?? row['username'])),
    // Those of one request are alike.
    warnings: Array.isArray(rows[0]?.['warnings']) ? rows[0]['warnings'].map(textOf) : [],
  };
}

async function readProfiles() {
  const { body } = await call('/gate/api/v1/front_desk_choice/');
  return rowsIn(body, 'profiles').map((row) => [textOf(row['id']), textOf(row['name'])] as const);
}
