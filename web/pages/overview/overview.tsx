import { useState } from 'preact/hooks';
import { control, gate, take } from '../../app/api.ts';
import { formatDuration } from '../../app/format.ts';
import { faultCount, keepOverview } from '../../app/first-page.ts';
import { useLoad } from '../../app/load.ts';
import { plural, t } from '../../app/texts.ts';
import { ButtonLink } from '../../design/button.tsx';
import { Icon } from '../../design/icon.tsx';
import { useTitle } from '../../design/layout.tsx';
import { Empty, Note, Skeleton, WhenLoaded } from '../../design/states.tsx';
import { DayCharts, type Counts } from './day-charts.tsx';
import { readFaults, sinceText, type Fault } from './faults.ts';
import { Health, type HealthCell } from './health.tsx';

const countOnly = { limit: 1 };

/** Reads with few requests, since a browser sends six at a time over HTTP/1.1. `web/early.ts` has the same. */
async function readAll(signal: AbortSignal) {
  const [{ faults, devicesDown }, { count: devices }, { count: online }] = await Promise.all([
    readFaults(signal),
    take(
      control.GET('/control/api/v1/inventory_device/', { params: { query: countOnly }, signal }),
    ),
    take(
      gate.GET('/gate/api/v1/aaa_accounting/', {
        params: { query: { ...countOnly, session_status: 'active' } },
        signal,
      }),
    ),
  ]);
  keepOverview();
  faultCount.value = faults.length;
  return { counts: { online, devices, devicesUp: devices - devicesDown }, faults };
}

/** Says in one sentence whether all is well, and shows what is not. */
export function View() {
  const loaded = useLoad('overview', readAll, ['device', 'alert', 'session']);
  const [ill, setIll] = useState<readonly HealthCell[] | null>(null);
  useTitle(t('Overview'));
  return (
    <div class="content">
      <WhenLoaded loaded={loaded} lines={4}>
        {({ counts, faults }) => (
          <>
            <Lead counts={counts} faults={faults} ill={ill} />
            {loaded.problem && <Note kind="bad">{t(loaded.problem.message)}</Note>}
            {faults.length > 0 && <Faults faults={faults} />}
            {counts.devices === 0 && <NoDevices />}
          </>
        )}
      </WhenLoaded>
      {loaded.data ? (
        <DayCharts {...loaded.data.counts} />
      ) : (
        loaded.problem === null && <Skeleton />
      )}
      {
        // Below the sentence, and so read after it.
        (loaded.data ?? loaded.problem) && <Health onRead={setIll} />
      }
    </div>
  );
}

interface LeadProps {
  readonly counts: Counts;
  readonly faults: readonly Fault[];
  /** Parts of the gateway that do not work; null: they are being read. */
  readonly ill: readonly HealthCell[] | null;
}

function Lead({ counts, faults, ill }: LeadProps) {
  const [worst, ...others] = faults;
  const guests = plural(counts.online, '{n} session is open', '{n} sessions are open');
  return (
    <div class="lead">
      {worst ? (
        <h1 tabIndex={-1}>
          {t('{guests}, but', { guests })}{' '}
          <span class="is-bad">
            {worst.since === null
              ? worst.title
              : t('{first}, {second}', { first: worst.title, second: sinceText(worst) })}
          </span>
          {t('.')}
        </h1>
      ) : (
        <Well guests={guests} ill={ill} />
      )}
      <p>
        {t('{up} of {all} devices answer.', { up: counts.devicesUp, all: counts.devices })}{' '}
        {worst &&
          others.length > 0 &&
          plural(others.length, 'One more thing is wrong.', '{n} more things are wrong.')}
      </p>
    </div>
  );
}

/** The sentence while no device and no alert is at fault. Before the gateway has examined itself, it does not say that all is well. */
function Well({ guests, ill }: Pick<LeadProps, 'ill'> & { readonly guests: string }) {
  const [first] = ill ?? [];
  if (!first)
    return (
      <h1 tabIndex={-1}>{ill === null ? `${guests}.` : t('All is well: {guests}.', { guests })}</h1>
    );
  return (
    <h1 tabIndex={-1}>
      {t('{guests}, but', { guests })}{' '}
      <span class="is-bad">
        {t('look at: {name} ({value})', { name: first.name, value: first.value })}
      </span>
      .
    </h1>
  );
}

function Faults({ faults }: { readonly faults: readonly Fault[] }) {
  return (
    <section class="card" aria-label={t('What is wrong')}>
      {faults.slice(0, 8).map((fault, index) => (
        <div
          key={fault.key}
          class={[
            'fault',
            fault.isCritical ? 'is-critical' : '',
            index === 0 ? 'is-worst' : '',
          ].join(' ')}
        >
          <Icon name={fault.isCritical ? 'fault' : 'warning'} />
          <div>
            <h3>{fault.title}</h3>
            <p>
              <bdi>{fault.text}</bdi>
            </p>
          </div>
          <div>
            <b>{plural(fault.affected, '{n} session', '{n} sessions')}</b>
            <div class="small soft">
              {fault.since !== null &&
                t('for {age}', {
                  age: formatDuration((Date.now() - Date.parse(fault.since)) / 1000),
                })}
            </div>
          </div>
          <div class="act">
            <ButtonLink to={fault.to} kind={index === 0 ? 'first' : undefined}>
              {fault.step}
            </ButtonLink>
          </div>
        </div>
      ))}
      {faults.length > 8 && (
        <div class="table-foot">
          <a href="devices?status=false">{t('Show all that is wrong')}</a>
        </div>
      )}
    </section>
  );
}

function NoDevices() {
  return (
    <section class="card">
      <Empty
        icon="device"
        title={t('No device yet')}
        actions={
          <ButtonLink kind="first" icon="plus" to="devices?edit=new">
            {t('Add a device')}
          </ButtonLink>
        }
      >
        {t(
          'Access points, switches and controllers belong here. The gateway reads and operates them.',
        )}
      </Empty>
    </section>
  );
}
