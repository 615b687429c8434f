import type { SheetLook } from '../../../gateway/sheet-look.ts';
import {
  fallbackLanguage,
  readLanguages,
  textsIn,
  type Texts,
} from '../../../organization/languages.ts';
import type { PrintedVoucher, Sheet } from './sheet.ts';

/* The words of a sheet, in the language of its page and in English, for fonts that lack letters of that language. */

/** The words of a voucher in a language. */
interface VoucherWords {
  /** What it is sold for: time, octets, devices. */
  readonly terms: string;
  /** Small lines: how its time passes, and when it is valid. */
  readonly notes: readonly string[];
}

/** How to connect, in a language. */
interface SheetWords {
  readonly join: string;
  readonly scan: string;
  readonly logIn: string;
}

/** A voucher with its words. */
export interface WordedVoucher extends PrintedVoucher {
  readonly own: VoucherWords;
  readonly english: VoucherWords;
}

/** A look with its words. */
export interface WordedLook extends SheetLook {
  readonly own: SheetWords;
  readonly english: SheetWords;
}

/** Adds the words to a sheet. */
export function wordSheet({ vouchers, looks, textsDir }: Sheet): {
  readonly vouchers: readonly WordedVoucher[];
  readonly looks: readonly WordedLook[];
} {
  const languages = readLanguages(textsDir);
  const languageOf = (code: string | null): SheetLanguage => ({
    code: code ?? fallbackLanguage,
    texts: textsIn(languages, code),
  });
  const english = languageOf(null);
  const own = looks.map(({ language }) => languageOf(language));
  return {
    vouchers: vouchers.map((voucher) => ({
      ...voucher,
      own: voucherWords(voucher, own[voucher.look] ?? english),
      english: voucherWords(voucher, english),
    })),
    looks: looks.map((look, index) => ({
      ...look,
      own: sheetWords(own[index] ?? english),
      english: sheetWords(english),
    })),
  };
}

interface SheetLanguage {
  readonly code: string;
  readonly texts: Texts;
}

function sheetWords({ texts }: SheetLanguage): SheetWords {
  const { sheet_join: join = '', sheet_scan: scan = '', sheet_log_in: logIn = '' } = texts;
  return { join, scan, logIn };
}

function voucherWords(
  { terms: sold, timeZone }: PrintedVoucher,
  language: SheetLanguage,
): VoucherWords {
  const { time, octets, burn, devices, valid_from: from, expiration: end } = sold;
  const say = (key: string, value: string) => (language.texts[key] ?? '').replace('{value}', value);
  const terms = [
    ...(time === null ? [] : [formatSeconds(time, language.code)]),
    ...(octets === null ? [] : [formatOctets(octets, language.code)]),
    ...(devices === null ? [] : [say('sheet_devices', String(devices))]),
  ];
  const note = burn === 'first_use' ? 'sheet_from_first_login' : 'sheet_on_line';
  const at = (text: string) => formatTime(text, language.code, timeZone);
  return {
    terms: terms.join(' · '),
    notes: [
      ...(time === null ? [] : [say(note, '')]),
      ...(from === null ? [] : [say('sheet_from', at(from))]),
      ...(end === null ? [] : [say('sheet_until', at(end))]),
    ],
  };
}

function formatTime(text: string, language: string, timeZone: string | null): string {
  const zone = timeZone === null ? {} : { timeZone };
  const format = new Intl.DateTimeFormat(latin(language), {
    dateStyle: 'medium',
    timeStyle: 'short',
    ...zone,
  });
  return format.format(Date.parse(text));
}

/** Digits that stand in a line of either direction. */
const latin = (language: string) => `${language}-u-nu-latn`;

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

function formatSeconds(seconds: number, language: string): string {
  let rest = seconds;
  const parts = units.flatMap(([unit, size]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count > 0 ? [formatUnit(count, unit, language)] : [];
  });
  return parts.length > 0 ? parts.join(' ') : formatUnit(0, 'second', language);
}

function formatOctets(octets: number, language: string): string {
  if (octets >= 1e9) return formatUnit(octets / 1e9, 'gigabyte', language);
  return octets >= 1e6
    ? formatUnit(octets / 1e6, 'megabyte', language)
    : formatUnit(octets, 'byte', language);
}

function formatUnit(value: number, unit: string, language: string): string {
  const unitDisplay = unit.endsWith('byte') && unit !== 'byte' ? 'short' : 'long';
  const options = { style: 'unit', unit, unitDisplay, maximumFractionDigits: 2 } as const;
  return new Intl.NumberFormat(latin(language), options).format(value);
}
