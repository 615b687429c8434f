import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { t } from '../app/texts.ts';
import { Icon } from './icon.tsx';

interface PageProps {
  readonly title: string;
  readonly lead?: ComponentChildren;
  /** Buttons beside the title. */
  readonly actions?: ComponentChildren;
  /** Beside the title. */
  readonly badge?: ComponentChildren;
  readonly back?: { readonly to: string; readonly text: string };
  /** A page that is read rather than worked in has shorter lines. */
  readonly isReading?: boolean;
  readonly children: ComponentChildren;
}

/** A page with its heading. */
export function Page(props: PageProps) {
  const { title, lead, actions, badge, back, isReading, children } = props;
  useTitle(title);
  return (
    <div class={isReading === true ? 'content is-reading' : 'content'}>
      <div class="head">
        <div>
          {back && (
            <nav class="crumb" aria-label={t('You are here')}>
              <a href={back.to}>{back.text}</a>
              <Icon name="right" />
            </nav>
          )}
          <div class="wrap">
            <h1 tabIndex={-1}>{title}</h1>
            {badge}
          </div>
          {lead && <p>{lead}</p>}
        </div>
        {actions && <div class="wrap">{actions}</div>}
      </div>
      {children}
    </div>
  );
}

/** Names the window after what it shows. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Gatehouse`;
  }, [title]);
}

interface GateProps {
  readonly title: string;
  readonly isWide?: boolean;
  readonly children: ComponentChildren;
}

/** A page outside the shell, for those who are not signed in. */
export function Gate({ title, isWide, children }: GateProps) {
  useTitle(title);
  return (
    <main class="gate">
      <div class={isWide === true ? 'gate-in is-wide' : 'gate-in'}>
        <span class="mark">
          <Icon name="gateway" />
        </span>
        {children}
      </div>
    </main>
  );
}

interface CardProps {
  readonly title?: string;
  readonly aside?: ComponentChildren;
  /** Content that reaches the edges, such as a table. */
  readonly isFlush?: boolean;
  readonly children: ComponentChildren;
}

/** A part of a page. Cards are not nested. */
export function Card({ title, aside, isFlush, children }: CardProps) {
  return (
    <section class="card">
      {title !== undefined && (
        <header>
          <h2>{title}</h2>
          {aside}
        </header>
      )}
      {isFlush === true ? children : <div class="card-body">{children}</div>}
    </section>
  );
}

type Fact = readonly [string, ComponentChildren];

/** Names and values; a value that is missing is left out. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  const shown = facts.filter(
    ([, value]) => value !== null && value !== undefined && value !== '' && value !== false,
  );
  return (
    <dl class="facts">
      {shown.map(([name, value]) => (
        <>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </>
      ))}
    </dl>
  );
}

interface TableBoxProps {
  /** What the table lists, for readers who cannot see it. */
  readonly label: string;
  readonly children: ComponentChildren;
}

/** A table that scrolls sideways where it is wider than the page. */
export function TableBox({ label, children }: TableBoxProps) {
  return (
    <div class="table-box" role="region" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}

interface BulkProps {
  readonly label: string;
  readonly count: number;
  readonly children: ComponentChildren;
}

/** What can be done with the rows that are chosen. */
export function Bulk({ label, count, children }: BulkProps) {
  return (
    <div class="bulk" role="region" aria-label={label}>
      <b>{t('{n} chosen', { n: count })}</b>
      {children}
    </div>
  );
}
