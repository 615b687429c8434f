import type { ComponentType } from 'preact';
import { setQuery } from '../../app/address.ts';
import { plural, t } from '../../app/texts.ts';
import { Segments } from '../../design/button.tsx';
import { SelectField } from '../../design/field.tsx';
import { Page } from '../../design/layout.tsx';
import { CsvButton } from '../../resource/csv-button.tsx';
import { targetOf, useChoices } from '../../resource/references.tsx';
import { AvailabilityReport, availabilityPath } from './availability-report.tsx';
import {
  periods,
  readChoice,
  reportNames,
  reports,
  type Choice,
  type ReportName,
  type ReportProps,
} from './choice.ts';
import { GuestsReport, guestsPath } from './guests-report.tsx';
import { LoginsReport, loginsPath } from './logins-report.tsx';
import { SessionsReport } from './sessions-report.tsx';
import { groups, sumsPath } from './sums.ts';
import { VouchersReport, vouchersPath } from './vouchers-report.tsx';

const views: Readonly<Record<ReportName, ComponentType<ReportProps>>> = {
  sessions: SessionsReport,
  guests: GuestsReport,
  logins: LoginsReport,
  vouchers: VouchersReport,
  availability: AvailabilityReport,
};

/** Where the rows of each report are, as JSON and as CSV. */
const paths: Readonly<Record<ReportName, (choice: Choice) => string>> = {
  sessions: sumsPath,
  guests: guestsPath,
  logins: (choice) => loginsPath(choice, 'reason'),
  vouchers: vouchersPath,
  availability: (choice) => availabilityPath(choice, 'device'),
};

/** Sessions, guests, logins, vouchers and devices of a period. Everything that is chosen is in the address. */
export function View() {
  const choice = readChoice();
  const Report = views[choice.report];
  return (
    <Page
      title={t('Reports')}
      lead={t('What happened in a period. The address has all that is chosen: share it.')}
      actions={
        <>
          <Segments
            label={t('Period')}
            value={String(choice.days)}
            options={periods.map((days) => [String(days), plural(days, '24 h', '{n} days')])}
            onChoose={(days) => {
              setQuery({ days });
            }}
          />
          <CsvButton path={() => paths[choice.report](choice)} name={fileOf(choice)} />
        </>
      }
    >
      <Choices choice={choice} />
      <Report key={choice.report} choice={choice} name={Object.values(choice).join(' ')} />
    </Page>
  );
}

function fileOf({ report, group }: Choice): string {
  return report === 'sessions' ? `sessions-by-${group}` : report;
}

function Choices({ choice }: { readonly choice: Choice }) {
  return (
    <div class="form-grid">
      <SelectField
        label={t('Report')}
        value={choice.report}
        options={reportNames.map((name) => [name, t(reports[name])])}
        onChoose={(report) => {
          setQuery({ report, by: '' });
        }}
      />
      {choice.report === 'sessions' && (
        <SelectField
          label={t('By')}
          value={choice.group}
          options={Object.entries(groups).map(([value, text]) => [value, t(text)])}
          onChoose={(by) => {
            setQuery({ by });
          }}
        />
      )}
      <PlaceField field="organization" label={t('Organization')} value={choice.organization} />
      {choice.report !== 'logins' && (
        <PlaceField field="location" label={t('Location')} value={choice.location} />
      )}
    </div>
  );
}

interface PlaceProps {
  readonly field: 'organization' | 'location';
  readonly label: string;
  readonly value: string;
}

/** Limits a report to a place, where there are several. */
function PlaceField({ field, label, value }: PlaceProps) {
  const choices = useChoices(targetOf(field)) ?? [];
  const isOnly = choices.length < (field === 'organization' ? 2 : 1);
  if (isOnly && value === '') return null;
  return (
    <SelectField
      label={label}
      value={value}
      options={[['', t('All')], ...choices]}
      onChoose={(id) => {
        setQuery({ [field]: id });
      }}
    />
  );
}
