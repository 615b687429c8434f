import type { Static } from 'typebox';
import type { SheetLook } from '../../../gateway/sheet-look.ts';
import type { userToken } from '../../account/user-token.ts';

/** What a voucher is sold for. */
export type SoldTerms = Pick<
  Static<typeof userToken.schema>,
  'time' | 'octets' | 'burn' | 'devices' | 'valid_from' | 'expiration'
>;

/** A voucher as it is printed. */
export interface PrintedVoucher {
  readonly code: string;
  /** Empty: no name. */
  readonly name: string;
  readonly price: string | null;
  readonly terms: SoldTerms;
  /** IANA name of the place where the guest reads it; null: time zone of the gateway. */
  readonly timeZone: string | null;
  readonly qrText: string;
  /** Index of its look. */
  readonly look: number;
}

/** Points of 1/72 inch. */
export interface Layout {
  readonly page: readonly [width: number, height: number];
  readonly columns: number;
  readonly rows: number;
  readonly margin: number;
}

export const millimetre = 72 / 25.4;

export const layouts = {
  a4: {
    page: [210 * millimetre, 297 * millimetre],
    columns: 2,
    rows: 5,
    margin: 12 * millimetre,
  },
  letter: {
    page: [612, 792],
    columns: 2,
    rows: 5,
    margin: 12 * millimetre,
  },
  /** A card of the size of a bank card (ISO/IEC 7810 ID-1), one on each page. */
  card: {
    page: [85.6 * millimetre, 53.98 * millimetre],
    columns: 1,
    rows: 1,
    margin: 1 * millimetre,
  },
  receipt: {
    page: [80 * millimetre, 84 * millimetre],
    columns: 1,
    rows: 1,
    margin: 3 * millimetre,
  },
} as const satisfies Readonly<Record<string, Layout>>;

export type LayoutName = keyof typeof layouts;

/** The PDF, or the letters that its fonts lack. */
export type Drawn = { readonly pdf: Uint8Array } | { readonly missing: readonly string[] };

/** A sheet to draw. */
export interface Sheet {
  readonly vouchers: readonly PrintedVoucher[];
  readonly looks: readonly SheetLook[];
  /** Folder of the site's own texts; empty: none. */
  readonly textsDir: string;
  readonly layout: LayoutName;
}
