import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import createQr from 'qrcode-generator';
import Pdf from 'pdfkit';
import { isRecord } from '../../../contract/fields.ts';
import { layouts, millimetre, type Layout, type PrintedVoucher, type Sheet } from './sheet.ts';

/* Draws sheets of vouchers to print: cards on A4, or one receipt for each. */

const { resolve } = createRequire(import.meta.url);

/**
 * Fonts with Latin, Greek, Cyrillic and more; the fourteen of PDF itself have the letters of Western Europe only. A document has
 * the glyphs that it uses.
 */
const fonts = {
  text: resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  title: resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
  code: resolve('dejavu-fonts-ttf/ttf/DejaVuSansMono-Bold.ttf'),
};

/** Letters that the fonts lack. */
export class MissingLetters extends Error {
  readonly letters: readonly string[];

  constructor(letters: readonly string[]) {
    super(`letters without a glyph: ${letters.join(' ')}`);
    this.letters = letters;
  }
}

/** Draws a sheet as PDF. @throws MissingLetters */
export function drawVoucherSheet({ vouchers, layout: name }: Sheet): Promise<Buffer> {
  const layout = layouts[name];
  const document = new Pdf({ size: [...layout.page], margin: 0, autoFirstPage: false });
  for (const [font, file] of Object.entries(fonts)) document.registerFont(font, file);
  checkLetters(document, vouchers);
  const perPage = layout.columns * layout.rows;
  for (const [index, voucher] of vouchers.entries()) {
    const position = index % perPage;
    if (position === 0) document.addPage();
    const qr = createQr(0, 'M');
    qr.addData(voucher.qrText);
    qr.make();
    drawCard(document, { voucher, qr, layout, ...cornerOf(layout, position) });
  }
  if (vouchers.length === 0) document.addPage();
  const drawn = buffer(document);
  document.end();
  return drawn;
}

const maxNamedLetters = 20;

/** @throws MissingLetters if a font lacks a letter of a voucher: it would be printed as a box */
function checkLetters(document: PDFKit.PDFDocument, vouchers: readonly PrintedVoucher[]): void {
  const texts = {
    text: vouchers.flatMap(({ lines }) => lines),
    title: vouchers.map((voucher) => voucher.name),
    code: vouchers.map(({ code }) => code),
  };
  const missing = new Set<string>();
  for (const [font, printed] of Object.entries(texts)) {
    document.font(font);
    const hasGlyph = glyphsOf(document);
    for (const letter of new Set(printed.join('')))
      if (!hasGlyph(letter.codePointAt(0) ?? 0)) missing.add(letter);
  }
  if (missing.size > 0) throw new MissingLetters([...missing].slice(0, maxNamedLetters));
}

/** Returns whether the font in use has a character. PDFKit offers no other way than its own font object. */
function glyphsOf(document: PDFKit.PDFDocument): (codePoint: number) => boolean {
  const embedded: unknown = Reflect.get(document, '_font');
  const font = isRecord(embedded) ? embedded['font'] : null;
  const hasGlyph = isRecord(font) ? font['hasGlyphForCodePoint'] : null;
  if (typeof hasGlyph !== 'function')
    throw new Error('the font of PDFKit does not tell its glyphs');
  return (codePoint) => {
    const isKnown: unknown = Reflect.apply(hasGlyph, font, [codePoint]);
    return isKnown === true;
  };
}

interface QrCode {
  getModuleCount(): number;
  isDark(row: number, column: number): boolean;
}

interface Card {
  readonly voucher: PrintedVoucher;
  readonly qr: QrCode;
  readonly layout: Layout;
  readonly x: number;
  readonly y: number;
}

function cornerOf({ page, columns, rows, margin }: Layout, position: number) {
  const [width, height] = [(page[0] - 2 * margin) / columns, (page[1] - 2 * margin) / rows];
  return {
    x: margin + (position % columns) * width,
    y: margin + Math.floor(position / columns) * height,
  };
}

const gap = 2 * millimetre;

function drawCard(document: PDFKit.PDFDocument, card: Card): void {
  const { voucher, layout, x, y } = card;
  drawQr(document, card);
  const left = x + layout.qr + gap;
  const width = (layout.page[0] - 2 * layout.margin) / layout.columns - layout.qr - 2 * gap;
  const options = { width, lineBreak: true, height: 24, ellipsis: true };
  document
    .font('title')
    .fontSize(9)
    .text(voucher.name, left, y + gap, options);
  const codeTop = y + gap + 26;
  document.font('code').fontSize(fittingSize(document, voucher.code, { layout, width }));
  document.text(voucher.code, left, codeTop, { width, lineBreak: false });
  document.font('text').fontSize(8);
  for (const [index, line] of voucher.lines.entries())
    document.text(line, left, codeTop + 20 + index * 11, { width, height: 11, ellipsis: true });
}

/** Returns the font size that fits a code into its line. The font must be set. */
function fittingSize(
  document: PDFKit.PDFDocument,
  code: string,
  { layout, width }: { readonly layout: Layout; readonly width: number },
): number {
  const needed = document.fontSize(layout.codeSize).widthOfString(code);
  return Math.min(layout.codeSize, (layout.codeSize * width) / needed);
}

/** Light modules around a code, which scanners need. */
const quietModules = 4;

function drawQr(document: PDFKit.PDFDocument, { qr, layout, x, y }: Card): void {
  const count = qr.getModuleCount();
  const size = layout.qr / (count + 2 * quietModules);
  for (let row = 0; row < count; row += 1)
    for (let column = 0; column < count; column += 1)
      if (qr.isDark(row, column))
        document.rect(
          x + (column + quietModules) * size,
          y + (row + quietModules) * size,
          size,
          size,
        );
  document.fill('black');
}
