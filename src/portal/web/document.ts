import type { Language } from '../../organization/languages.ts';
import type { ServedPage } from '../page/page-store.ts';
import { html, type Html } from './html.ts';
import { icon } from './icons.ts';
import { directionOf } from './texts.ts';

/** What each view of a visit shares. */
export interface View {
  readonly language: Language;
  /** Null: no page serves the access point. */
  readonly page: ServedPage | null;
  /** The languages that are offered, each with the address of this page in it. */
  readonly languages: readonly LanguageLink[];
  /** The addresses of the style sheets, in their order. */
  readonly styles: readonly string[];
  /** Allows one script by the content security policy. */
  readonly nonce: string;
}

export interface LanguageLink {
  readonly code: string;
  readonly name: string;
  readonly address: string;
}

/** Returns a text in the language of a view. */
export const t = ({ language }: View, key: string) => language.texts[key] ?? key;

interface DocumentParts {
  readonly heading: string;
  /** Below the heading. */
  readonly lead?: string | null;
  readonly body: readonly Html[];
  readonly head?: Html;
  /** True: the page tells of an error. */
  readonly isError?: boolean;
  /** True: the page of the login, with the whole picture. */
  readonly isWelcome?: boolean;
  /** Small print at the foot. */
  readonly notes?: readonly string[];
}

/** Returns a page with the look of its place. */
export function documentOf(view: View, parts: DocumentParts): string {
  const { language, page } = view;
  const { heading, lead = null, body, isWelcome = false } = parts;
  const direction = directionOf(language.code);
  return html`<!DOCTYPE html>
    <html lang="${language.code}" dir="${direction}" data-scheme="${page?.scheme ?? 'auto'}">
      ${headOf(view, parts)}
      <body class="${isWelcome ? 'welcoming' : 'short'}">
        <header class="scene">
          <div class="bar">${brandOf(page, heading)} ${languageLinks(view)}</div>
          <div class="welcome">
            <h1><bdi>${heading}</bdi></h1>
            ${lead === null ? html`` : html`<p class="lead"><bdi>${lead}</bdi></p>`}
          </div>
        </header>
        <main class="panel">${body}</main>
        ${footOf(view, parts)}
      </body>
    </html> `.text;
}

function headOf(view: View, { heading, head = html``, isError = false }: DocumentParts): Html {
  const place = view.page?.title ?? null;
  const named = place === null || place === heading ? heading : `${heading} · ${place}`;
  const title = isError ? `${t(view, 'error')}: ${named}` : named;
  const sheets = view.styles.map((address) => html`<link rel="stylesheet" href="${address}" />`);
  return html`<head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="format-detection" content="telephone=no" />
    <title>${title}</title>
    ${sheets} ${head}
  </head>`;
}

/** The logo, or a sign; and the name of the place, unless the heading has it. */
function brandOf(page: ServedPage | null, heading: string): Html {
  const { logo, logo_text: text = '' } = page?.look ?? {};
  const title = page?.title ?? null;
  const name =
    title === null || title === heading ? html`` : html`<span><bdi>${title}</bdi></span>`;
  const sign =
    logo === undefined ? icon('wifi', 'sign') : html`<img src="${logo}" alt="${text}" />`;
  return html`<p class="logo">${sign} ${name}</p>`;
}

function languageLinks(view: View): Html {
  const { languages, language } = view;
  if (languages.length < 2) return html``;
  const links = languages.map(({ code, name, address }) => {
    const current = code === language.code ? html`aria-current="true"` : html``;
    return html`<li>
      <a href="${address}" lang="${code}" dir="${directionOf(code)}" hreflang="${code}" ${current}
        >${name}</a
      >
    </li>`;
  });
  return html`<nav class="lang" aria-label="${t(view, 'choose_language')}">
    <details>
      <summary>${icon('globe')}<span>${t(view, 'language')}</span></summary>
      <ul>
        ${links}
      </ul>
    </details>
  </nav>`;
}

function footOf({ page }: View, { notes = [] }: DocumentParts): Html {
  const links = page?.links ?? [];
  if (links.length + notes.length === 0) return html``;
  const list = links.map(({ text, url }) => html`<li><a href="${url}">${text}</a></li>`);
  return html`<footer class="foot">
    ${
      list.length > 0
        ? html`<ul>
            ${list}
          </ul>`
        : html``
    }
    ${notes.map((note) => html`<p>${note}</p>`)}
  </footer>`;
}

export function hiddenFields(fields: Readonly<Record<string, string>>): readonly Html[] {
  return Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
}

/** A notice at the top of a page. */
export function noticeOf(kind: 'good' | 'bad', body: readonly Html[]): Html {
  const role = kind === 'good' ? 'status' : 'alert';
  return html`<div class="notice ${kind}" role="${role}">
    ${icon(kind === 'good' ? 'check' : 'alert')}
    <div>${body}</div>
  </div>`;
}

/** What a page opens by itself after some time, in browsers without scripts as well. */
export function lookAgain(
  { nonce }: View,
  { address, seconds }: { readonly address: string; readonly seconds: number },
): Html {
  return html`<noscript><meta http-equiv="refresh" content="${seconds};url=${address}" /></noscript>
    <script nonce="${nonce}" data-next="${address}" data-seconds="${seconds}">
      const { next, seconds } = document.currentScript.dataset;
      setTimeout(() => location.replace(next), seconds * 1000);
    </script>`;
}
