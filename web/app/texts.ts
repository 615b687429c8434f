import { signal } from '@preact/signals';

/*
 * The texts of the console. English stands in the code; a table of another language maps each English text to its own. A
 * language is a file of `web/texts` with such a table, and its line below.
 */

export type Texts = Readonly<Record<string, string>>;

interface Language {
  readonly name: string;
  readonly load: () => Promise<Texts>;
}

/** Languages by their code. */
export const languages: Readonly<Record<string, Language>> = {
  en: { name: 'English', load: () => Promise.resolve({}) },
  de: { name: 'Deutsch', load: async () => (await import('../texts/de.json')).default },
};

const key = 'gatehouse.language';

/** Code of the language that is shown. */
export const language = signal('en');
/** Language and region by which numbers and times are written. */
export const locale = signal('en');
const table = signal<Texts>({});

/** Shows the language that was chosen in this browser, or else the browser's own. */
export async function loadLanguage(): Promise<void> {
  const wanted = localStorage.getItem(key) ?? navigator.language.slice(0, 2);
  await showLanguage(wanted in languages ? wanted : 'en');
}

/** Shows a language, and remembers it in this browser. */
export async function chooseLanguage(code: string): Promise<void> {
  localStorage.setItem(key, code);
  await showLanguage(code);
}

async function showLanguage(code: string): Promise<void> {
  table.value = (await languages[code]?.load()) ?? {};
  language.value = code;
  locale.value = navigator.language.startsWith(code) ? navigator.language : code;
  document.documentElement.lang = code;
}

/** Returns a text in the language that is shown. @param values  what stands for the names in braces */
export function t(english: string, values: Readonly<Record<string, string | number>> = {}): string {
  const text = table.value[english] ?? english;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === 'number' ? formatNumber(value) : value;
  });
}

/** Returns the text for one or for several. */
export function plural(count: number, one: string, several: string): string {
  return t(count === 1 ? one : several, { n: count });
}

function hasLatinDigits(): boolean {
  return !locale.value.startsWith('ar');
}

/** Formats by locale and decimals: making one takes milliseconds on a phone, and a list needs hundreds. */
const numberFormats = new Map<string, Intl.NumberFormat>();

/** Returns a number with the separators of the language. */
export function formatNumber(value: number, maximumFractionDigits = 1): string {
  // Loading the tables of a format takes a phone a twelfth of a second.
  if (Number.isInteger(value) && value >= 0 && value < 1000 && hasLatinDigits())
    return String(value);
  const key = `${locale.value} ${maximumFractionDigits}`;
  let format = numberFormats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(locale.value, { maximumFractionDigits });
    numberFormats.set(key, format);
  }
  return format.format(value);
}
