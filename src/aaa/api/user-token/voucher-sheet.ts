import { buffer } from 'node:stream/consumers';
import createQr from 'qrcode-generator';
import { wifiText } from '../../wifi/profile/wifi-code.ts';
import { openPicture, type Picture } from './sheet-picture.ts';
import { drawCard, type QrCode } from './voucher-card.ts';
import { createDocument, lackedBy, registerFont, type SheetDocument } from './sheet-font.ts';
import type { WordedLook, WordedVoucher, wordSheet } from './printed-voucher.ts';
import { layouts, type Layout, type LayoutName } from './sheet.ts';

/* Draws sheets of vouchers to print: cards on A4, or one receipt for each. */

/** Letters that the fonts lack. */
export class MissingLetters extends Error {
  readonly letters: readonly string[];

  constructor(letters: readonly string[]) {
    super(`letters without a glyph: ${letters.join(' ')}`);
    this.letters = letters;
  }
}

/** A look with its fonts: those of the page where they have the letters. */
export interface DrawnLook extends WordedLook {
  /** Names of fonts. */
  readonly text: string;
  readonly bold: string;
  /** Null: none, or none that can be read. */
  readonly picture: Picture | null;
  /** Joins the network; null: its name is not known. */
  readonly wifi: QrCode | null;
  /** True if the fonts have the letters of its language. */
  readonly hasLanguage: boolean;
}

/** Draws a sheet as PDF. @throws MissingLetters */
export function drawVoucherSheet(
  { vouchers, looks }: ReturnType<typeof wordSheet>,
  name: LayoutName,
): Promise<Buffer> {
  const layout: Layout = layouts[name];
  const document = createDocument(layout.page);
  const drawn = looks.map((look, index) =>
    withFonts(
      document,
      { ...look, name: `page ${index}` },
      vouchers.filter((voucher) => voucher.look === index),
    ),
  );
  const perPage = layout.columns * layout.rows;
  for (const [index, voucher] of vouchers.entries()) {
    const position = index % perPage;
    if (position === 0) document.addPage();
    const look = drawn[voucher.look];
    if (!look) throw new Error(`a voucher has look ${voucher.look} of ${drawn.length}`);
    drawCard(document, { voucher, look, qr: codeOf(voucher.qrText), ...boxOf(layout, position) });
  }
  if (vouchers.length === 0) document.addPage();
  const written = buffer(document);
  document.end();
  return written;
}

function codeOf(text: string) {
  const qr = createQr(0, 'M');
  qr.addData(text, 'Byte');
  qr.make();
  return qr;
}

/** An open network, as cameras of phones read it. */
function openNetwork(ssid: string): string {
  const open = { isHidden: false, security: 'open', access: { kind: 'open' } } as const;
  return Buffer.from(wifiText({ ssid, ...open })).toString('latin1');
}

const maxNamedLetters = 20;

/**
 * Chooses the fonts of a look. Letters of the language that no font has are not printed, English is; those that the vouchers have
 * themselves are refused, since they would be printed as boxes.
 *
 * @throws MissingLetters
 */
function withFonts(
  document: SheetDocument,
  look: WordedLook & { readonly name: string },
  vouchers: readonly WordedVoucher[],
): DrawnLook {
  const given = [
    look.title ?? '',
    look.ssid ?? '',
    ...vouchers.map(({ name, price }) => name + (price ?? '')),
  ].join('');
  const language = [
    look.own.join,
    look.own.scan,
    look.own.logIn,
    ...vouchers.flatMap(({ own }) => [own.terms, ...own.notes]),
  ].join('');
  const isRegistered = look.font !== null && registerFont(document, look.name, look.font);
  const isOwn = isRegistered && lackedBy(document, look.name, given).length === 0;
  const [text, bold] = isOwn ? [look.name, look.name] : ['text', 'title'];
  const missing = [
    ...lackedBy(document, text, given),
    ...lackedBy(document, bold, given),
    ...lackedBy(document, 'code', vouchers.map(({ code }) => code).join('')),
  ];
  if (missing.length > 0) throw new MissingLetters([...new Set(missing)].slice(0, maxNamedLetters));
  const lacked = [...lackedBy(document, text, language), ...lackedBy(document, bold, language)];
  const picture = look.logo && openPicture(document, look.logo);
  const wifi = look.ssid === null ? null : codeOf(openNetwork(look.ssid));
  return { ...look, text, bold, picture, wifi, hasLanguage: lacked.length === 0 };
}

function boxOf({ page, columns, rows, margin }: Layout, position: number) {
  const [width, height] = [(page[0] - 2 * margin) / columns, (page[1] - 2 * margin) / rows];
  return {
    x: margin + (position % columns) * width,
    y: margin + Math.floor(position / columns) * height,
    width,
    height,
    isCut: columns > 1,
  };
}
