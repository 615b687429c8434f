import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Loaded } from '../app/load.ts';
import type { Problem } from '../app/problem.ts';
import { t } from '../app/texts.ts';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';

interface EmptyProps {
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ComponentChildren;
  /** The first step, as buttons. */
  readonly actions?: ComponentChildren;
}

/** Says what belongs here and how to begin. */
export function Empty({ icon, title, children, actions }: EmptyProps) {
  return (
    <div class="empty">
      <Icon name={icon} />
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {actions && <div class="wrap">{actions}</div>}
    </div>
  );
}

interface FailedProps {
  readonly problem: Problem;
  readonly onRetry: () => void;
}

/** Says in the words of the API why something could not be read. */
export function Failed({ problem, onRetry }: FailedProps) {
  return (
    <div class="empty is-failed" role="alert">
      <Icon name="fault" />
      <h2>
        {problem.status === 0 ? t('The gateway does not answer') : t('This could not be read')}
      </h2>
      <p>{t(problem.message)}</p>
      {problem.requestId !== null && (
        <p class="tiny">
          {t('Request')} <code>{problem.requestId}</code>
        </p>
      )}
      <div class="wrap">
        <Button icon="refresh" onPress={onRetry}>
          {t('Try again')}
        </Button>
      </div>
    </div>
  );
}

/** The shape of what is being read. */
export function Skeleton({ lines = 6 }: { readonly lines?: number }) {
  return (
    <div class="bones" role="status">
      <span class="hidden-text">{t('Loading')}</span>
      {Array.from({ length: lines }, (_, index) => (
        <i key={index} />
      ))}
    </div>
  );
}

interface LoadedProps<T> {
  readonly loaded: Loaded<T>;
  readonly lines?: number;
  readonly children: (data: T) => ComponentChildren;
}

/** Shows what was read, or that it is being read, or why it could not be. */
export function WhenLoaded<T>({ loaded, lines, children }: LoadedProps<T>) {
  const { data, problem, reload } = loaded;
  if (data !== null) return <>{children(data)}</>;
  if (problem) return <Failed problem={problem} onRetry={reload} />;
  return <Skeleton lines={lines ?? 6} />;
}

type NoteKind = 'info' | 'good' | 'warn' | 'bad';

const noteIcons: Readonly<Record<NoteKind, IconName>> = {
  info: 'info',
  good: 'check',
  warn: 'warning',
  bad: 'fault',
};

interface NoteProps {
  readonly kind?: NoteKind;
  /** True: it is brought into view, and read out. */
  readonly isUrgent?: boolean;
  readonly children: ComponentChildren;
}

/** A remark within a page. */
export function Note({ kind = 'info', isUrgent = kind === 'bad', children }: NoteProps) {
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isUrgent) note.current?.scrollIntoView({ block: 'nearest' });
  }, [isUrgent]);
  return (
    <div class={`note is-${kind}`} ref={note} role={isUrgent ? 'alert' : undefined}>
      <Icon name={noteIcons[kind]} />
      <div>{children}</div>
    </div>
  );
}
