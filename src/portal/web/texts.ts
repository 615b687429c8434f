import {
  fallbackLanguage as fallback,
  type Language,
  type Languages,
} from '../../organization/languages.ts';
import type { LanguageLink } from './document.ts';
import type { ServedPage } from '../page/page-store.ts';

/** Returns a page with its texts in a language, as far as it has them. */
export function translatePage(page: ServedPage, language: string): ServedPage {
  const textsIn = (code?: string) => page.translations.find((one) => one.language === code);
  const found = textsIn(language) ?? textsIn(language.split('-')[0]);
  if (!found) return page;
  const { title, welcome, terms } = found;
  return {
    ...page,
    title: title ?? page.title,
    welcome: welcome ?? page.welcome,
    terms: page.terms === null ? null : (terms ?? page.terms),
  };
}

interface LanguageRequest {
  /** The language that the guest has chosen; empty: no choice. */
  readonly chosen: string;
  readonly acceptLanguage: string;
  /** Languages of the page; empty: all. */
  readonly offered: readonly string[];
}

/** Chooses a language: the guest's choice, else by Accept-Language (RFC 9110 section 12.5.4), else the first of the page. */
export function chooseLanguage(
  languages: Languages,
  { chosen, acceptLanguage, offered }: LanguageRequest,
): Language {
  const codes = offeredLanguages(languages, offered);
  const find = (tag: string) =>
    codes.find((code) => code.toLowerCase() === tag) ??
    codes.find((code) => code.toLowerCase() === tag.split('-')[0]);
  const wanted = [chosen.toLowerCase(), ...tagsOf(acceptLanguage)];
  const first = offered.length > 0 ? codes[0] : fallback;
  const code = wanted.flatMap((tag) => find(tag) ?? [])[0] ?? first ?? fallback;
  return languages.get(code) ?? { code: fallback, texts: {} };
}

/** Returns the languages of a page with the address of each. @param offered  by the page; empty: all */
export function languageLinks(
  languages: Languages,
  offered: readonly string[],
  query: string,
): readonly LanguageLink[] {
  return offeredLanguages(languages, offered).map((code) => {
    const parameters = new URLSearchParams(query);
    parameters.set('lang', code);
    const name = languages.get(code)?.texts['language'] ?? code;
    return { code, name, address: `?${parameters.toString()}` };
  });
}

function offeredLanguages(languages: Languages, offered: readonly string[]): readonly string[] {
  const known = offered.filter((code) => languages.has(code));
  return known.length > 0 ? known : [...languages.keys()];
}

/** Returns the tags of an Accept-Language header, the most wanted first. */
function tagsOf(header: string): readonly string[] {
  return header
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', quality = 'q=1'] = part.split(';').map((text) => text.trim());
      return { tag: tag.toLowerCase(), weight: Number(quality.replace(/^q=/, '')) };
    })
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag);
}

/** Languages that are written from right to left. */
const fromRight = new Set(['ar', 'dv', 'fa', 'he', 'ps', 'ur', 'yi']);

/** Returns the direction that a language is written in. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return fromRight.has(language.split('-')[0] ?? '') ? 'rtl' : 'ltr';
}
