import type { Grant } from '../dialect/dialect.ts';
import { documentOf, hiddenFields, lookAgain, noticeOf, t, type View } from './document.ts';
import { html, type Html } from './html.ts';
import { icon } from './icons.ts';

export interface DoneView extends View {
  readonly grant: Grant;
  readonly isPending: boolean;
  /** The end of the session in local time; null: no limit. */
  readonly until: string | null;
  readonly originalUrl: string | null;
  /** The key of a further text; null: none. */
  readonly note: string | null;
  /** True if the place has networks that the guest may join without the portal. */
  readonly isSecure: boolean;
}

/** Asks after some seconds whether RADIUS has let the device in. */
function askAgain(view: View): Html {
  const { page, language } = view;
  const path = `/portal/${page === null ? '' : `${page.id}/`}status`;
  return lookAgain(view, { address: `${path}?pending=yes&lang=${language.code}`, seconds: 4 });
}

const wait = html`<svg
  class="wait"
  viewBox="0 0 72 72"
  aria-hidden="true"
  fill="none"
  stroke-width="6"
>
  <circle class="track" cx="36" cy="36" r="30" />
  <path class="run" d="M36 6a30 30 0 0 1 30 30" stroke-linecap="round" />
</svg>`;

/** Leads to the networks that a guest may join without the portal. */
export function secureLink(view: View): Html {
  return html`<a class="button second" href="/portal/secure?lang=${view.language.code}"
    >${icon('key')}${t(view, 'secure')}</a
  >`;
}

/** The page after a login: the step that remains, which browsers with scripts take by themselves, or that all is done. */
export function renderDone(view: DoneView): string {
  const { grant, isPending } = view;
  const time = timeOf(view);
  if (grant.url !== null && grant.method !== 'none') return renderGrant(view, grant.url, time);
  const { originalUrl, isSecure } = view;
  const secure = isSecure ? secureLink(view) : html``;
  const link =
    originalUrl === null || isPending
      ? html``
      : html`<a class="button" rel="noreferrer" href="${originalUrl}"
          >${t(view, 'open_site')} <bdi>${new URL(originalUrl).hostname}</bdi></a
        >`;
  const status = html`<a class="button second" href="/portal/status">${t(view, 'show_status')}</a>`;
  const key = isPending ? 'pending' : 'connected';
  return documentOf(view, {
    heading: t(view, key),
    head: isPending ? askAgain(view) : html``,
    body: [
      isPending
        ? html`${wait}
            <p class="center" role="status">${t(view, 'pending_text')}</p>`
        : noticeOf('good', [html`<p>${t(view, 'connected_text')}</p>`]),
      time,
      link,
      ...(isPending ? [] : [secure, status]),
    ],
  });
}

/** The end of the session, and the note. */
function timeOf(view: DoneView): Html {
  const { until, note } = view;
  const limit =
    until === null ? html`` : html`<p>${t(view, 'until')} <strong>${until}</strong></p>`;
  return note === null
    ? limit
    : html`<p>${t(view, note)}</p>
        ${limit}`;
}

function renderGrant(view: DoneView, url: string, time: Html): string {
  const { grant, nonce } = view;
  const text = html`<p>${t(view, 'almost_text')}</p>`;
  const heading = t(view, 'almost');
  if (grant.method === 'redirect')
    return documentOf(view, {
      heading,
      head: html`<meta
        http-equiv="refresh"
        content="${String(grant.delaySeconds ?? 1)};url=${url}"
      />`,
      body: [
        text,
        time,
        html`<a class="button" rel="noreferrer" href="${url}"
          >${t(view, 'go_on')}${icon('next')}</a
        >`,
      ],
    });
  const form = html`<form id="grant" method="post" action="${url}">
      ${hiddenFields(grant.fields)}
      <button type="submit">${t(view, 'go_on')}${icon('next')}</button>
    </form>
    <script nonce="${nonce}">
      document.getElementById('grant').submit();
    </script>`;
  return documentOf(view, { heading, body: [text, time, form] });
}

/** A page with only an error text, and a link onward if there is one. */
export function renderProblem(view: View, problem: string, wayOn: string | null): string {
  const link =
    wayOn === null
      ? []
      : [
          html`<a class="button" rel="noreferrer" href="${wayOn}"
            >${t(view, 'go_on')}${icon('next')}</a
          >`,
        ];
  return documentOf(view, {
    heading: t(view, 'problem'),
    isError: true,
    body: [noticeOf('bad', [html`<p>${t(view, problem)}</p>`]), ...link],
  });
}
