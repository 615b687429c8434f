import { callForFile } from '../../app/api.ts';
import { formatDuration } from '../../app/format.ts';
import { useLoad } from '../../app/load.ts';
import { Problem } from '../../app/problem.ts';
import { plural, t } from '../../app/texts.ts';
import { Card } from '../../design/layout.tsx';
import { WhenLoaded } from '../../design/states.tsx';
import { HealthCells, type HealthCell } from '../overview/health.tsx';

const daySeconds = 86_400;
const fewFree = { bad: 0.05, warn: 0.15 };
const fewDays = 14;
const maxDeviationSeconds = 60;
const maxBackupDays = 2;

/** Returns the value of each metric, the least one of a metric with several series. */
function valuesIn(text: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const [, name = '', value = ''] of text.matchAll(/^(gatehouse_\w+)(?:\{.*\})? (\S+)$/gm)) {
    const number = Number(value);
    if (Number.isFinite(number)) found.set(name, Math.min(found.get(name) ?? number, number));
  }
  return found;
}

/** Reads the metrics of the machine, which are for administrators of the root organization. */
async function readMachine(): Promise<readonly HealthCell[]> {
  const text = await callForFile('/metrics', 'text/plain').then(
    (file) => file.text(),
    (error: unknown) => {
      if (error instanceof Problem && error.status === 403) return '';
      throw error;
    },
  );
  const values = valuesIn(text);
  const cells = Object.entries(kinds).map(([metric, describe]) => {
    const value = values.get(metric);
    return value === undefined ? [] : [{ note: '', ...describe(value) }];
  });
  return cells.flat();
}

const kinds: Readonly<Record<string, (value: number) => Omit<HealthCell, 'note'>>> = {
  gatehouse_disk_free_ratio: (free) => ({
    name: t('Disk'),
    value: t('{n} % free', { n: Math.floor(free * 100) }),
    tone: free < fewFree.bad ? 'bad' : free < fewFree.warn ? 'warn' : 'good',
  }),
  gatehouse_clock_deviation_seconds: (seconds) => ({
    name: t('Clock'),
    value: t('{n} s off the accepted time', { n: Math.round(Math.abs(seconds)) }),
    tone: Math.abs(seconds) > maxDeviationSeconds ? 'bad' : 'good',
  }),
  gatehouse_certificate_expires_seconds: (seconds) => ({
    name: t('Certificate'),
    value:
      seconds <= 0
        ? t('has expired')
        : plural(Math.floor(seconds / daySeconds), 'expires in {n} day', 'expires in {n} days'),
    tone: seconds <= 0 ? 'bad' : seconds < fewDays * daySeconds ? 'warn' : 'good',
  }),
  gatehouse_backup_age_seconds: (seconds) => ({
    name: t('Last good backup'),
    value: t('{duration} ago', { duration: formatDuration(seconds) }),
    tone: seconds > maxBackupDays * daySeconds ? 'warn' : 'good',
  }),
};

/** Disk, clock, certificate and backup of the machine. */
export function Machine() {
  const loaded = useLoad('machine', readMachine);
  if (loaded.data?.length === 0) return null;
  return (
    <Card title={t('This machine')} isFlush>
      <WhenLoaded loaded={loaded} lines={2}>
        {(cells) => <HealthCells cells={cells} />}
      </WhenLoaded>
    </Card>
  );
}
