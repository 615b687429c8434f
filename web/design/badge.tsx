import { t } from '../app/texts.ts';

/** What a state means; each has a colour and a shape. */
export type Tone = 'good' | 'bad' | 'warn' | 'wait' | 'idle' | 'unknown';

const shapes: Readonly<Record<Tone, string>> = {
  good: 'M5 0a5 5 0 1 1 0 10A5 5 0 0 1 5 0z',
  bad: 'M0 0h10v10H0z',
  warn: 'M5 0l5 10H0z',
  wait: 'M5 0l5 5-5 5-5-5z',
  idle: 'M0 3.5h10v3H0z',
  unknown: 'M5 1a4 4 0 1 1 0 8 4 4 0 0 1 0-8z',
};

/** Tones of the states that the APIs name. */
const tones: Readonly<Record<string, Tone>> = {
  up: 'good',
  active: 'good',
  accept: 'good',
  completed: 'good',
  done: 'good',
  ok: 'good',
  synced: 'good',
  yes: 'good',
  resolved: 'good',
  delivered: 'good',
  posted: 'good',
  down: 'bad',
  reject: 'bad',
  refused: 'bad',
  failed: 'bad',
  dead: 'bad',
  critical: 'bad',
  firing: 'bad',
  misconfigured: 'warn',
  warning: 'warn',
  drifted: 'warn',
  expired: 'warn',
  acknowledged: 'warn',
  stale: 'warn',
  unconfirmed: 'warn',
  scheduled: 'wait',
  running: 'wait',
  pending: 'wait',
  verifying: 'wait',
  sent: 'wait',
  queued: 'wait',
  due: 'wait',
  unknown: 'unknown',
};

/** Returns the tone of a state of the APIs. */
function toneOf(state: string): Tone {
  return tones[state.toLowerCase()] ?? 'idle';
}

interface BadgeProps {
  readonly tone: Tone;
  readonly children: string;
}

/** A state: its shape says it without the colour, its word without either. */
export function Badge({ tone, children }: BadgeProps) {
  return (
    <span class={`badge is-${tone}`}>
      <svg viewBox="0 0 10 10" aria-hidden="true">
        <path d={shapes[tone]} />
      </svg>
      {children}
    </span>
  );
}

interface StateBadgeProps {
  readonly state: string;
  /** In place of what the state usually means. */
  readonly tone?: Tone | undefined;
}

/** A state as the API names it. */
export function StateBadge({ state, tone }: StateBadgeProps) {
  const words = state.toLowerCase().replace(/_/g, ' ');
  return <Badge tone={tone ?? toneOf(state)}>{t(words)}</Badge>;
}
