/** A voucher as it is printed. */
export interface PrintedVoucher {
  readonly code: string;
  /** The title; empty: no title. */
  readonly name: string;
  /** Lines that describe its limits. */
  readonly lines: readonly string[];
  readonly qrText: string;
}

/** Points of 1/72 inch. */
export interface Layout {
  readonly page: readonly [width: number, height: number];
  readonly columns: number;
  readonly rows: number;
  readonly margin: number;
  readonly qr: number;
  readonly codeSize: number;
}

export const millimetre = 72 / 25.4;

export const layouts = {
  a4: {
    page: [210 * millimetre, 297 * millimetre],
    columns: 2,
    rows: 7,
    margin: 12 * millimetre,
    qr: 28 * millimetre,
    codeSize: 13,
  },
  letter: {
    page: [612, 792],
    columns: 2,
    rows: 6,
    margin: 12 * millimetre,
    qr: 28 * millimetre,
    codeSize: 13,
  },
  /** A card of the size of a bank card (ISO/IEC 7810 ID-1), one on each page. */
  card: {
    page: [85.6 * millimetre, 53.98 * millimetre],
    columns: 1,
    rows: 1,
    margin: 4 * millimetre,
    qr: 28 * millimetre,
    codeSize: 11,
  },
  receipt: {
    page: [80 * millimetre, 60 * millimetre],
    columns: 1,
    rows: 1,
    margin: 4 * millimetre,
    qr: 28 * millimetre,
    codeSize: 10,
  },
} as const satisfies Readonly<Record<string, Layout>>;

export type LayoutName = keyof typeof layouts;

/** The PDF, or the letters that its fonts lack. */
export type Drawn = { readonly pdf: Uint8Array } | { readonly missing: readonly string[] };

/** A sheet to draw. */
export interface Sheet {
  readonly vouchers: readonly PrintedVoucher[];
  readonly layout: LayoutName;
}
