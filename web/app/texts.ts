import { signal } from '@preact/signals';

/*
 * The texts of the console. English stands in the code; a table of another language maps each English text to its own. A
 * language is a file of `web/texts` with such a table, and its line below.
 *
 * A text of the console is a literal that `t` or `plural` is called with, here or through a table of the code, and it is in
 * every file of `web/texts`. A text with a number that is counted is one of `plural`: its key is the English text for
 * several, and its value has the categories of `Intl.PluralRules` that the language knows. `test/console/texts.test.ts`
 * names what a file lacks.
 */

type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;
export type Texts = Readonly<Record<string, string | Forms>>;

interface Language {
  readonly name: string;
  readonly load: () => Promise<Texts>;
}

/** Languages by their code. */
export const languages: Readonly<Record<string, Language>> = {
  ar: { name: 'العربية', load: async () => (await import('../texts/ar.json')).default },
  de: { name: 'Deutsch', load: async () => (await import('../texts/de.json')).default },
  en: { name: 'English', load: () => Promise.resolve({}) },
  es: { name: 'Español', load: async () => (await import('../texts/es.json')).default },
  fr: { name: 'Français', load: async () => (await import('../texts/fr.json')).default },
  it: { name: 'Italiano', load: async () => (await import('../texts/it.json')).default },
  ja: { name: '日本語', load: async () => (await import('../texts/ja.json')).default },
  nl: { name: 'Nederlands', load: async () => (await import('../texts/nl.json')).default },
  pt: { name: 'Português', load: async () => (await import('../texts/pt.json')).default },
  zh: { name: '中文', load: async () => (await import('../texts/zh.json')).default },
};

const key = 'gatehouse.language';

/** Code of the language that is shown. */
export const language = signal('en');
/** Language and region by which numbers and times are written. */
export const locale = signal('en');
const table = signal<Texts>({});

/** Shows the language that was chosen in this browser, or else the first one of the browser's that the console has. */
export async function loadLanguage(): Promise<void> {
  // `web/early.ts` asks for the same one.
  const wanted = [localStorage.getItem(key), ...navigator.languages].map(codeOf);
  const code = wanted.find((one) => one in languages) ?? 'en';
  // The page says in English that the gateway is away.
  await showLanguage(code).catch(() => showLanguage('en'));
}

function codeOf(tag: string | null): string {
  return tag?.split('-')[0] ?? '';
}

/** Shows a language, and remembers it in this browser. */
export async function chooseLanguage(code: string): Promise<void> {
  localStorage.setItem(key, code);
  await showLanguage(code);
}

async function showLanguage(code: string): Promise<void> {
  table.value = (await languages[code]?.load()) ?? {};
  language.value = code;
  locale.value = localeOf(code);
  // Which forms of the shared characters a browser draws depends on the script.
  document.documentElement.lang = code === 'zh' ? 'zh-Hans' : code;
  document.documentElement.dir = isRightToLeft() ? 'rtl' : 'ltr';
}

function localeOf(code: string): string {
  const tag = navigator.languages.find((one) => codeOf(one) === code) ?? code;
  // Some regions count years by another calendar, and codes and addresses have the digits 0 to 9 anyway.
  return isRightToLeft() ? `${tag.split('-u-')[0]}-u-ca-gregory-nu-latn` : tag;
}

type Values = Readonly<Record<string, string | number>>;

/** Returns a text in the language that is shown. @param values  what stands for the names in braces */
export function t(english: string, values: Values = {}): string {
  const text = table.value[english];
  return fill(typeof text === 'string' ? text : english, values);
}

function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    if (typeof value === 'number') return formatNumber(value);
    // Names and addresses of another direction keep their own order.
    return isRightToLeft() ? `\u2068${value}\u2069` : value;
  });
}

/** True if lines of the language that is shown begin at the right. */
export function isRightToLeft(): boolean {
  return language.value === 'ar';
}

/** Returns the text for a number: for one, or for several, and in other languages by their rules. */
export function plural(count: number, one: string, several: string): string {
  const forms = table.value[several];
  const found = typeof forms === 'object' ? (forms[categoryOf(count)] ?? forms.other) : undefined;
  return fill(found ?? (count === 1 ? one : several), { n: count });
}

const pluralRules = new Map<string, Intl.PluralRules>();

function categoryOf(count: number): Intl.LDMLPluralRule {
  const code = language.value;
  const rules = pluralRules.get(code) ?? new Intl.PluralRules(code);
  pluralRules.set(code, rules);
  return rules.select(count);
}

/** Keeps formats by locale and options: making one takes milliseconds on a phone, and a list needs hundreds. */
export function keepFormats<Options, Format>(
  create: (locale: string, options: Options) => Format,
): (locale: string, options: Options) => Format {
  const kept = new Map<string, Format>();
  return (locale, options) => {
    const name = JSON.stringify([locale, options]);
    const format = kept.get(name) ?? create(locale, options);
    kept.set(name, format);
    return format;
  };
}

const numberFormat = keepFormats(
  (locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);

/** Returns a number with the separators of the language. */
export function formatNumber(value: number, maximumFractionDigits = 1): string {
  // Loading the tables of a format takes a phone a twelfth of a second.
  if (Number.isInteger(value) && value >= 0 && value < 1000) return String(value);
  return formatBy(value, { maximumFractionDigits });
}

/** Returns a number as the language writes it with a unit, such as 3 h or 1.9 GB. */
export function formatBy(value: number, options: Intl.NumberFormatOptions): string {
  return numberFormat(locale.value, options).format(value);
}
