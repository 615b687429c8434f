import { useEffect } from 'preact/hooks';
import { call, gate, take } from '../../app/api.ts';
import { formatAge } from '../../app/format.ts';
import { useLoad } from '../../app/load.ts';
import { isRecord, Problem, textOf } from '../../app/problem.ts';
import { plural, t } from '../../app/texts.ts';
import { readMachine } from './machine.ts';
import { Badge, type Tone } from '../../design/badge.tsx';
import { ButtonLink } from '../../design/button.tsx';
import { Card } from '../../design/layout.tsx';
import { WhenLoaded } from '../../design/states.tsx';

/** A part of what keeps the gateway well, and how it is. */
export interface HealthCell {
  readonly name: string;
  readonly value: string;
  readonly note: string;
  readonly tone: Tone;
  /** The next step, where something is wrong. */
  readonly next?: { readonly to: string; readonly step: string };
}

/** Hours after which a RADIUS client without packets counts as silent. */
const silentHours = 1;
const hourMs = 3_600_000;

const partNames: Readonly<Record<string, string>> = {
  store: 'Data store',
  runner: 'Work on devices',
  radius: 'RADIUS',
};

async function readParts(): Promise<readonly HealthCell[]> {
  // 503 says which part is not ready.
  const body = await call('/readyz').then(
    (reply) => reply.body,
    (error: unknown) => {
      if (error instanceof Problem && error.status === 503)
        return {
          parts: Object.fromEntries(
            [...error.fields].map(([name, text]) => [name.replace('parts.', ''), text]),
          ),
        };
      throw error;
    },
  );
  const parts = isRecord(body) && isRecord(body['parts']) ? body['parts'] : {};
  return Object.entries(parts).map(([name, value]) => {
    const state = isRecord(value) ? textOf(value['status'] ?? value['state']) : textOf(value);
    return {
      name: t(partNames[name] ?? name),
      value: state === 'ok' ? t('Works') : state,
      note: '',
      tone: state === 'ok' ? 'good' : 'bad',
    };
  });
}

async function readClients(signal: AbortSignal): Promise<HealthCell> {
  const query = { limit: 200, is_active: true };
  const { results } = await take(
    gate.GET('/gate/api/v1/aaa_client/', { params: { query }, signal }),
  );
  const silent = results.filter(
    ({ last_seen: seen }) => seen === null || Date.now() - Date.parse(seen) > silentHours * hourMs,
  );
  return {
    name: t('RADIUS clients'),
    value: t('{heard} of {all} heard', {
      heard: results.length - silent.length,
      all: results.length,
    }),
    note: silent
      .slice(0, 2)
      .map(
        ({ name, last_seen: seen }) =>
          `${name}: ${seen === null ? t('never heard') : formatAge(seen)}`,
      )
      .join(', '),
    tone: silent.length === 0 ? 'good' : 'warn',
    next: { to: 'clients', step: t('Show the clients') },
  };
}

/** Returns how a server is by its state. */
function answering(state: string): Pick<HealthCell, 'value' | 'tone'> {
  if (state === 'up') return { value: t('Answers'), tone: 'good' };
  return state === 'down'
    ? { value: t('Does not answer'), tone: 'bad' }
    : { value: t('Not asked yet'), tone: 'unknown' };
}

async function readUpstreams(signal: AbortSignal): Promise<readonly HealthCell[]> {
  const query = { limit: 20, is_active: true };
  const { results } = await take(
    gate.GET('/gate/api/v1/aaa_upstream/', { params: { query }, signal }),
  );
  return results.map(({ name, state, pending, last_error: error }) => ({
    name: t('Upstream {name}', { name }),
    ...answering(state),
    note:
      error ??
      (pending === 0 ? t('queue empty') : plural(pending, '{n} packet waits', '{n} packets wait')),
    next: { to: 'upstreams', step: t('Show the upstreams') },
  }));
}

async function readHotels(signal: AbortSignal): Promise<readonly HealthCell[]> {
  const query = { limit: 20, is_active: true };
  const { results } = await take(gate.GET('/gate/api/v1/pms_link/', { params: { query }, signal }));
  return results.map(({ name, state, last_error: error }) => ({
    name: t('Hotel system {name}', { name }),
    ...answering(state),
    note: error ?? '',
    next: { to: 'hotels', step: t('Show the hotel systems') },
  }));
}

async function readHealth(signal: AbortSignal): Promise<readonly HealthCell[]> {
  const [parts, clients, upstreams, hotels, machine] = await Promise.all([
    readParts(),
    readClients(signal),
    readUpstreams(signal),
    readHotels(signal),
    readMachine(signal),
  ]);
  return [...parts, ...machine, clients, ...upstreams, ...hotels];
}

interface HealthProps {
  /** Called with the parts that do not work, when they were read. */
  readonly onRead?: (ill: readonly HealthCell[]) => void;
}

/** How the gateway itself is, and what it depends on. */
export function Health({ onRead }: HealthProps) {
  const loaded = useLoad('health', readHealth, ['alert']);
  const age = loaded.readAt ? t('read {age}', { age: formatAge(loaded.readAt) }) : '';
  useEffect(() => {
    if (loaded.data) onRead?.(loaded.data.filter(({ tone }) => tone === 'bad'));
  }, [loaded.data]);
  return (
    <Card title={t('Gateway health')} aside={<span class="small soft">{age}</span>} isFlush>
      <WhenLoaded loaded={loaded} lines={3}>
        {(cells) => <HealthCells cells={cells} />}
      </WhenLoaded>
    </Card>
  );
}

/** Parts of the gateway with their states. */
function HealthCells({ cells }: { readonly cells: readonly HealthCell[] }) {
  return (
    <dl class="health">
      {cells.map(({ name, value, note, tone, next }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
          <dd class="mark-cell">
            <Badge tone={tone}>{t(words[tone])}</Badge>
          </dd>
          {note !== '' && <dd class="note-cell">{note}</dd>}
          {next && (tone === 'bad' || tone === 'warn') && (
            <dd class="note-cell">
              <ButtonLink size="small" to={next.to}>
                {next.step}
              </ButtonLink>
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

const words: Readonly<Record<Tone, string>> = {
  good: 'ok',
  bad: 'failed',
  warn: 'warning',
  wait: 'pending',
  idle: 'idle',
  unknown: 'unknown',
};
