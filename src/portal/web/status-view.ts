import { html } from './html.ts';
import { documentOf, hiddenFields, t, type View } from './views.ts';

export interface StatusView extends View {
  /** When the time of the guest ends, in local time; null: no limit. */
  readonly until: string | null;
  readonly seconds: number | null;
  /** Octets that are left; null: no limit. */
  readonly octets: number | null;
  /** The address of the login, for another code; null: not known. */
  readonly otherCode: string | null;
  /** Hidden fields of the form that logs out. */
  readonly hidden: Readonly<Record<string, string>>;
}

/** The state of the connection, with a button to log out. */
export function renderStatus(view: StatusView): string {
  const { until, seconds, octets, otherCode, hidden } = view;
  const rows = [
    ...(seconds === null ? [] : [[t(view, 'time_left'), durationOf(view, seconds)] as const]),
    ...(until === null ? [] : [[t(view, 'until'), until] as const]),
    ...(octets === null ? [] : [[t(view, 'data_left'), volumeOf(view, octets)] as const]),
  ].map(([name, value]) => html`<p>${name} <strong>${value}</strong></p>`);
  const extend =
    otherCode === null
      ? html``
      : html`<a class="button plain" href="${otherCode}">${t(view, 'other_code')}</a>`;
  return documentOf(view, {
    heading: t(view, 'connected'),
    body: [
      html`<div class="alert done" role="status"><p>${t(view, 'connected_text')}</p></div>`,
      html`<div class="card">${rows.length > 0 ? rows : html`<p>${t(view, 'no_limit')}</p>`}</div>`,
      html`<form method="post">
        ${hiddenFields(hidden)}
        <button type="submit">${t(view, 'log_out')}</button>
      </form>`,
      extend,
    ],
  });
}

function durationOf({ language }: View, seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  const format = (value: number, unit: string) =>
    new Intl.NumberFormat(language.code, { style: 'unit', unit, unitDisplay: 'long' }).format(
      value,
    );
  const days = Math.floor(hours / 24);
  if (days > 0) return `${format(days, 'day')} ${format(hours % 24, 'hour')}`;
  return hours > 0
    ? `${format(hours, 'hour')} ${format(minutes, 'minute')}`
    : format(minutes, 'minute');
}

function volumeOf({ language }: View, octets: number): string {
  const [unit, size] = octets >= 1e9 ? (['gigabyte', 1e9] as const) : (['megabyte', 1e6] as const);
  const options = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(language.code, options).format(octets / size);
}

/** The page after a log-off. @param login  the address of the login; null: not known */
export function renderLoggedOut(view: View, login: string | null): string {
  const link =
    login === null ? [] : [html`<a class="button" href="${login}">${t(view, 'connect')}</a>`];
  return documentOf(view, {
    heading: t(view, 'logged_out'),
    body: [
      html`<div class="alert done" role="status"><p>${t(view, 'logged_out_text')}</p></div>`,
      ...link,
    ],
  });
}
