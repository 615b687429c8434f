import { readLanguages, type Languages } from '../../organization/languages.ts';
import type { ServedPage } from '../page/page-store.ts';
import { renderLogin, unknownGuest } from './login-view.ts';
import { StyleFiles } from './style-files.ts';
import { chooseLanguage, languageLinks, translatePage } from './texts.ts';

interface Guest {
  /** Code of the language that the guest has chosen; empty: none. */
  readonly language: string;
  /** True if the browser is given a cookie at the login. */
  readonly isRemembered: boolean;
}

/** Renders pages that nobody has been sent to, such as drafts. */
export class PagePreview {
  readonly #languages: Languages;
  readonly #styles = new StyleFiles();

  /** @param textsDir  folder with the texts of the site; empty: not used */
  constructor(textsDir: string) {
    this.#languages = readLanguages(textsDir);
  }

  /** Returns the HTML of a page as it opens for a guest, and the text of its style sheets in their order. */
  render(page: ServedPage, guest: Guest): { readonly html: string; readonly css: string } {
    const { languages: offered } = page;
    const choice = { chosen: guest.language, acceptLanguage: '', offered };
    const language = chooseLanguage(this.#languages, choice);
    const html = renderLogin({
      language,
      page: translatePage(page, language.code),
      languages: languageLinks(this.#languages, offered, ''),
      styles: [],
      nonce: '',
      ...unknownGuest,
      isRemembered: guest.isRemembered,
    });
    return { html, css: this.#styles.textFor(page) };
  }
}
