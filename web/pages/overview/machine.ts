import { control, take } from '../../app/api.ts';
import { formatDuration } from '../../app/format.ts';
import { plural, t } from '../../app/texts.ts';
import type { Tone } from '../../design/badge.tsx';
import type { HealthCell } from './health.tsx';

type Report = Awaited<ReturnType<typeof readReport>>;
type Finding = Report['findings'][number];

const readReport = (signal: AbortSignal) =>
  take(control.GET('/control/api/v1/gateway_health/', { signal }));

/** What is shown although it is well; of other checks only what is not. */
const shown: Readonly<Record<string, () => string>> = {
  disk: () => t('Disk'),
  clock: () => t('Clock'),
  certificates: () => t('Certificate'),
  backup: () => t('Last good backup'),
};

const others: Readonly<Record<string, () => string>> = {
  'accepted time': () => t('Clock'),
  'clocks of NASes': () => t('Clocks of NASes'),
  limits: () => t('Limits of the machine'),
  networks: () => t('Networks of organizations'),
};

const tones: Readonly<Record<Finding['state'], Tone>> = {
  ok: 'good',
  warning: 'warn',
  failed: 'bad',
  skipped: 'unknown',
};

/** Reads what the gateway finds on its machine; callers of other organizations than the root get nothing. */
export async function readMachine(signal: AbortSignal): Promise<readonly HealthCell[]> {
  const { findings } = await readReport(signal);
  return findings.flatMap((finding) => {
    const isIll = finding.state === 'warning' || finding.state === 'failed';
    const name = shown[finding.check] ?? (isIll ? others[finding.check] : undefined);
    return name === undefined ? [] : [cellOf(finding, name(), isIll)];
  });
}

function cellOf(finding: Finding, name: string, isIll: boolean): HealthCell {
  const measured = measuredOf(finding);
  return {
    name,
    value: measured ?? words[finding.state](),
    note: isIll ? [finding.seen, finding.advice].join(': ') : measured === null ? finding.seen : '',
    tone: tones[finding.state],
    next: { to: '../docs/operations', step: t('Guide') },
  };
}

const words: Readonly<Record<Finding['state'], () => string>> = {
  ok: () => t('Works'),
  warning: () => t('Needs attention'),
  failed: () => t('Does not work'),
  skipped: () => t('Not known'),
};

/** Returns what was measured, in words; null: nothing. */
function measuredOf({ evidence = {} }: Finding): string | null {
  const number = (name: string) => {
    const value: unknown = Object.entries(evidence).find(([key]) => key === name)?.[1];
    return typeof value === 'number' ? value : null;
  };
  const free = number('free_ratio');
  if (free !== null) return t('{n} % free', { n: Math.floor(free * 100) });
  const days = number('days');
  if (days !== null)
    return days < 0 ? t('has expired') : plural(days, 'expires in {n} day', 'expires in {n} days');
  const age = number('age_seconds');
  return age === null ? null : t('{duration} ago', { duration: formatDuration(age) });
}
