import { html, type Html } from './html.ts';
import { documentOf, hiddenFields, noticeOf, t, type View } from './document.ts';
import { secureLink } from './done-view.ts';
import { icon } from './icons.ts';

/** A device that is on line with the same code or account. */
export interface GuestDevice {
  /** Id of its session. */
  readonly session: string;
  /** The end of its MAC address. */
  readonly ending: string;
  /** The time of its login, in local time. */
  readonly since: string;
  /** True for the device that asks. */
  readonly isOwn: boolean;
}

export interface StatusView extends View {
  /** When the time of the guest ends, in local time; null: no limit. */
  readonly until: string | null;
  readonly seconds: number | null;
  /** Octets that are left; null: no limit. */
  readonly octets: number | null;
  readonly devices: {
    readonly count: number;
    /** How many may be on line at a time; null: no limit. */
    readonly most: number | null;
    /** Empty: too many to be those of one guest. */
    readonly shown: readonly GuestDevice[];
  };
  /** What the guest types to come back; null: not known. */
  readonly name: string | null;
  /** True if the place has networks that the guest may join without the portal. */
  readonly isSecure: boolean;
  /** The address of the login, for another code; null: not known. */
  readonly otherCode: string | null;
  /** Hidden fields of the forms that log out. */
  readonly hidden: Readonly<Record<string, string>>;
}

/** The state of the connection, with a button to log out. */
export function renderStatus(view: StatusView): string {
  const { otherCode, hidden, isSecure } = view;
  const extend =
    otherCode === null
      ? html``
      : html`<a class="button" href="${otherCode}">${icon('voucher')}${t(view, 'other_code')}</a>`;
  return documentOf(view, {
    heading: t(view, 'connected'),
    lead: t(view, 'connected_text'),
    body: [
      leftOf(view),
      devicesOf(view),
      isSecure ? secureLink(view) : html``,
      extend,
      html`<form method="post">
        ${hiddenFields(hidden)}
        <button class="second" name="logout" value="${logOutOwn}">
          ${icon('leave')}${t(view, 'log_out')}
        </button>
      </form>`,
      nameOf(view),
    ],
  });
}

function nameOf(view: StatusView): Html {
  const { name } = view;
  if (name === null) return html``;
  return html`<p class="hint center">${t(view, 'come_back')} <b dir="ltr">${name}</b></p>`;
}

/** The value of the button that logs out the device itself; those of others have the ids of their sessions. */
export const logOutOwn = 'yes';

/** The devices of a guest who has several, or may have. */
function devicesOf(view: StatusView): Html {
  const { devices, hidden } = view;
  const { count, most, shown } = devices;
  if (Math.max(count, most ?? 1) < 2) return html``;
  const rows = shown.map((device) => deviceOf(view, device));
  const list = html`<form method="post">
    ${hiddenFields(hidden)}
    <ul class="devices">
      ${rows}
    </ul>
  </form>`;
  return html`<section aria-labelledby="devices">
    <h2 id="devices">
      ${t(view, 'devices')} <bdi>${most === null ? count : `${count}/${most}`}</bdi>
    </h2>
    ${rows.length === 0 ? html`` : list}
  </section>`;
}

function deviceOf(view: StatusView, { session, ending, since, isOwn }: GuestDevice): Html {
  const address = html`<bdi dir="ltr">…${ending}</bdi>`;
  const name = isOwn ? html`${t(view, 'this_device')} (${address})` : address;
  const end = isOwn
    ? html``
    : html`<button
        class="second"
        name="logout"
        value="${session}"
        aria-label="${t(view, 'log_out')} …${ending}"
      >
        ${icon('leave')}${t(view, 'log_out')}
      </button>`;
  return html`<li>
    ${icon('phone')}
    <div>
      <b>${name}</b>
      <p class="hint">${t(view, 'since').replace('{value}', since)}</p>
    </div>
    ${end}
  </li>`;
}

/** What the guest has left. */
function leftOf(view: StatusView): Html {
  const { until, seconds, octets } = view;
  const rows = [
    ...(seconds === null ? [] : [['time_left', durationOf(view, seconds)] as const]),
    ...(until === null ? [] : [['until', until] as const]),
    ...(octets === null ? [] : [['data_left', volumeOf(view, octets)] as const]),
  ];
  if (rows.length === 0) return html`<p>${t(view, 'no_limit')}</p>`;
  return html`<dl class="figures">
    ${rows.map(
      ([name, value]) =>
        html`<div>
          <dt>${t(view, name)}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
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
    body: [noticeOf('good', [html`<p>${t(view, 'logged_out_text')}</p>`]), ...link],
  });
}
