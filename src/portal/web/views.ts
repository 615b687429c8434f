import type { Grant } from '../dialect/dialect.ts';
import type { LoginKind } from '../page/portal-page.ts';
import type { ServedPage } from '../page/page-store.ts';
import { html, type Html } from './html.ts';
import { styleOf } from './style.ts';
import type { Language } from '../../organization/languages.ts';

/** What each view of a visit shares. */
export interface View {
  readonly language: Language;
  /** Null: no page serves the access point. */
  readonly page: ServedPage | null;
  /** The languages that are offered, each with the address of this page in it. */
  readonly languages: readonly LanguageLink[];
  /** Allows one style and one script by the content security policy. */
  readonly nonce: string;
}

interface LanguageLink {
  readonly code: string;
  readonly name: string;
  readonly address: string;
}

/** Returns a text in the language of a view. */
export const t = ({ language }: View, key: string) => language.texts[key] ?? key;

interface DocumentParts {
  readonly heading: string;
  readonly body: readonly Html[];
  readonly head?: Html;
}

/** Returns a page with the look of its place. */
export function documentOf(view: View, { heading, body, head = html`` }: DocumentParts): string {
  const { language, page, nonce } = view;
  const look = page?.look ?? {};
  const logo =
    look.logo === undefined
      ? html``
      : html`<img class="logo" src="${look.logo}" alt="${look.logo_text ?? ''}" />`;
  // What follows a login is still a page of the place.
  const title = page?.title ?? null;
  const brand = title === null || title === heading ? html`` : html`<p class="brand">${title}</p>`;
  return html`<!DOCTYPE html>
    <html lang="${language.code}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${heading}</title>
        <style nonce="${nonce}">
          ${styleOf(look.color)}
        </style>
        ${head}
      </head>
      <body>
        <main>
          ${logo} ${brand}
          <h1>${heading}</h1>
          ${body} ${languageLinks(view)}
        </main>
      </body>
    </html> `.text;
}

function languageLinks(view: View): Html {
  const { languages, language } = view;
  if (languages.length < 2) return html``;
  const links = languages.map(({ code, name, address }) =>
    code === language.code
      ? html`<li>
          <a href="${address}" lang="${code}" hreflang="${code}" aria-current="true">${name}</a>
        </li>`
      : html`<li><a href="${address}" lang="${code}" hreflang="${code}">${name}</a></li>`,
  );
  return html`<nav aria-label="${t(view, 'choose_language')}">
    <ul>
      ${links}
    </ul>
  </nav>`;
}

export interface LoginView extends View {
  readonly page: ServedPage;
  /** The key of an error text; null: no error. */
  readonly problem: string | null;
  /** The form that was posted; null: none. */
  readonly posted: { readonly kind: string; readonly hasAccepted: boolean } | null;
  /** What the NAS says of the error; null: nothing. */
  readonly reason: string | null;
  /** True: the guest has just logged out. */
  readonly isLoggedOut: boolean;
  readonly username: string;
  readonly code: string;
  readonly isRandomMac: boolean;
  /** True if the browser is given a cookie at the login. */
  readonly isRemembered: boolean;
  /** The guest that the browser remembers, or null. */
  readonly recalled: { readonly name: string; readonly hasAccepted: boolean } | null;
  /** Hidden fields of each form. */
  readonly hidden: Readonly<Record<string, string>>;
}

/** The page with a form for each way to log in. */
export function renderLogin(view: LoginView): string {
  const { page } = view;
  const welcome = page.welcome === null ? html`` : html`<p>${page.welcome}</p>`;
  return documentOf(view, {
    heading: page.title ?? t(view, 'title'),
    body: [
      alertOf(view),
      welcome,
      ...(view.recalled ? [recallForm(view, view.recalled)] : []),
      ...page.loginKinds.map((kind) => formOf(view, kind)),
      ...notesOf(view).map((key) => html`<p class="note">${t(view, key)}</p>`),
    ],
  });
}

function alertOf(view: LoginView): Html {
  const { problem, reason, isLoggedOut } = view;
  if (isLoggedOut)
    return html`<div class="alert done" role="status"><p>${t(view, 'logged_out_text')}</p></div>`;
  if (problem === null) return html``;
  const said =
    reason === null ? html`` : html`<p>${t(view, 'network_says')} <q lang="">${reason}</q></p>`;
  return html`<div class="alert" role="alert">
    <p><strong>${t(view, 'problem')}</strong></p>
    <p id="problem">${t(view, problem)}</p>
    ${said}
  </div>`;
}

function notesOf({ isRandomMac, isRemembered }: LoginView): readonly string[] {
  const random = isRemembered ? 'random_mac_recall' : 'random_mac';
  return [...(isRandomMac ? [random] : []), ...(isRemembered ? ['cookie'] : [])];
}

/** The form of a guest who comes back: one button, and another for somebody else at this device. */
function recallForm(
  view: LoginView,
  { name, hasAccepted }: NonNullable<LoginView['recalled']>,
): Html {
  const hidden = hiddenFields({ ...view.hidden, kind: 'recall' });
  const terms = hasAccepted ? html`` : termsOf(view, 'recall');
  return html`<form class="card" method="post" aria-labelledby="h-recall">
    <h2 id="h-recall">${t(view, 'welcome_back')}</h2>
    <p>${t(view, 'continue_as')} <strong>${name}</strong></p>
    ${hidden} ${terms}
    <button type="submit">${t(view, 'connect')}</button>
    <button type="submit" class="plain" name="forget" value="yes" formnovalidate>
      ${t(view, 'forget')}
    </button>
  </form>`;
}

function formOf(view: LoginView, kind: LoginKind): Html {
  const hidden = hiddenFields({ ...view.hidden, kind });
  return html`<form class="card" method="post" aria-labelledby="h-${kind}">
    <h2 id="h-${kind}">${t(view, `with_${kind}`)}</h2>
    ${hidden} ${fieldsOf(view, kind)} ${termsOf(view, kind)}
    <button type="submit">${t(view, 'connect')}</button>
  </form>`;
}

function fieldsOf(view: LoginView, kind: LoginKind): Html {
  if (kind === 'terms') return html``;
  const first = focusOf(view, kind, view.problem !== 'accept_first');
  const plain = html`autocapitalize="none" autocorrect="off" spellcheck="false" maxlength="255"`;
  if (kind === 'voucher')
    return html`<label for="code">${t(view, 'code')}</label>
      <input
        id="code"
        name="code"
        type="text"
        autocomplete="off"
        required
        ${first}
        ${plain}
        value="${view.code}"
      />`;
  return html`<label for="username">${t(view, 'username')}</label>
    <input
      id="username"
      name="username"
      type="text"
      autocomplete="username"
      required
      ${first}
      ${plain}
      value="${view.username}"
    />
    <label for="password">${t(view, 'password')}</label>
    <input
      id="password"
      name="password"
      type="password"
      autocomplete="current-password"
      required
      maxlength="255"
    />`;
}

/** Leads to the field that an error is about, in the form that was posted. */
function focusOf({ posted, problem }: LoginView, kind: string, isAbout: boolean): Html {
  return posted?.kind === kind && problem !== null && isAbout
    ? html`autofocus aria-invalid="true" aria-describedby="problem"`
    : html``;
}

function termsOf(view: LoginView, kind: LoginKind | 'recall'): Html {
  const { terms } = view.page;
  if (terms === null) return html``;
  const { posted, problem } = view;
  const ticked = posted?.kind === kind && posted.hasAccepted ? html`checked` : html``;
  const focus = focusOf(view, kind, problem === 'accept_first');
  return html`<details>
      <summary>${t(view, 'terms')}</summary>
      <div class="terms" tabindex="0" role="region" aria-label="${t(view, 'terms')}">${terms}</div>
    </details>
    <label class="check"
      ><input
        type="checkbox"
        name="accept"
        value="yes"
        required
        ${ticked}
        ${focus}
        id="accept-${kind}"
      />
      <span>${t(view, 'accept')}</span></label
    >`;
}

export function hiddenFields(fields: Readonly<Record<string, string>>): readonly Html[] {
  return Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
}

export interface DoneView extends View {
  readonly grant: Grant;
  readonly isPending: boolean;
  /** The end of the session in local time; null: no limit. */
  readonly until: string | null;
  readonly originalUrl: string | null;
}

/** Asks after some seconds whether RADIUS has let the device in. */
function lookAgain({ page, language, nonce }: View): Html {
  const path = `/portal/${page === null ? '' : `${page.id}/`}status`;
  const address = `${path}?pending=yes&lang=${language.code}`;
  return html`<noscript><meta http-equiv="refresh" content="4;url=${address}" /></noscript>
    <script nonce="${nonce}" data-next="${address}">
      const { next } = document.currentScript.dataset;
      setTimeout(() => location.replace(next), 4000);
    </script>`;
}

/** The page after a login: the step that remains, which browsers with scripts take by themselves, or that all is done. */
export function renderDone(view: DoneView): string {
  const { grant, until, isPending } = view;
  const time = until === null ? html`` : html`<p>${t(view, 'until')} <strong>${until}</strong></p>`;
  if (grant.url !== null && grant.method !== 'none') return renderGrant(view, grant.url, time);
  const key = isPending ? 'pending' : 'connected';
  const { originalUrl } = view;
  const link =
    originalUrl === null || isPending
      ? html``
      : html`<a class="button" rel="noreferrer" href="${originalUrl}"
          >${t(view, 'open_site')} ${new URL(originalUrl).hostname}</a
        >`;
  return documentOf(view, {
    heading: t(view, key),
    head: isPending ? lookAgain(view) : html``,
    body: [
      html`<div class="alert done" role="status"><p>${t(view, `${key}_text`)}</p></div>`,
      time,
      link,
      ...(isPending ? [] : [html`<p><a href="/portal/status">${t(view, 'show_status')}</a></p>`]),
    ],
  });
}

function renderGrant(view: DoneView, url: string, time: Html): string {
  const { grant, nonce } = view;
  const text = html`<p>${t(view, 'almost_text')}</p>`;
  const heading = t(view, 'almost');
  if (grant.method === 'redirect')
    return documentOf(view, {
      heading,
      head: html`<meta http-equiv="refresh" content="1;url=${url}" />`,
      body: [
        text,
        time,
        html`<a class="button" rel="noreferrer" href="${url}">${t(view, 'go_on')}</a>`,
      ],
    });
  const form = html`<form id="grant" method="post" action="${url}">
      ${hiddenFields(grant.fields)}
      <button type="submit">${t(view, 'go_on')}</button>
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
      : [html`<a class="button" rel="noreferrer" href="${wayOn}">${t(view, 'go_on')}</a>`];
  return documentOf(view, {
    heading: t(view, 'problem'),
    body: [html`<div class="alert" role="alert"><p>${t(view, problem)}</p></div>`, ...link],
  });
}
