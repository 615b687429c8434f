import { drawFromRight, isFromRight, type SheetDocument } from './sheet-font.ts';
import type { WordedVoucher } from './printed-voucher.ts';
import { millimetre as mm } from './sheet.ts';
import type { DrawnLook } from './voucher-sheet.ts';

/* Draws the card of a voucher: whose it is and its price, what it is for and its code, and how to connect between two QR codes. */

export interface QrCode {
  getModuleCount(): number;
  isDark(row: number, column: number): boolean;
}

interface Card {
  readonly voucher: WordedVoucher;
  readonly look: DrawnLook;
  /** Leads to the login with the code. */
  readonly qr: QrCode;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** True: it is cut out of a page. */
  readonly isCut: boolean;
}

/** The place of a part, in points. */
interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

const padding = 3 * mm;
const headHeight = 8.5 * mm;
const codeHeight = 13 * mm;
const captionHeight = 4 * mm;
const ink = '#1a1a1a';
const pale = '#4a4a4a';

export function drawCard(document: SheetDocument, card: Card): void {
  const { look, x, y, width, height, isCut } = card;
  if (isCut) document.rect(x, y, width, height).lineWidth(0.4).dash(2, { space: 3 }).stroke('#999');
  document.undash();
  const inner = { x: x + padding, y: y + padding, width: width - 2 * padding };
  const color = look.color ?? ink;
  drawHead(document, card, { ...inner, color });
  const rule = inner.y + headHeight;
  drawRule(document, { ...inner, y: rule }, color);
  drawCode(document, card, { ...inner, y: rule + 1.5 * mm });
  drawRule(document, { ...inner, y: rule + codeHeight }, color);
  const low = { ...inner, y: rule + codeHeight + 1.5 * mm };
  drawConnection(document, card, { ...low, bottom: y + height - padding / 2 });
}

function drawRule(document: SheetDocument, { x, y, width }: Box, color: string): void {
  document
    .moveTo(x, y)
    .lineTo(x + width, y)
    .lineWidth(0.7)
    .stroke(color);
}

/** Logo and title at the begin of the line, the price at its end: at the other sides if the title is written from right to left. */
function drawHead(
  document: SheetDocument,
  { voucher: { name, price }, look }: Card,
  { x, y, width, color }: Box & { readonly color: string },
): void {
  const title = look.title ?? name;
  const isMirrored = isFromRight(title);
  const logoWidth = drawLogo(look, { x, y, width }, isMirrored);
  document.font(look.bold).fontSize(11).fillColor(ink);
  const priceWidth = price === null ? 0 : Math.min(width / 2, document.widthOfString(price) + 2);
  const line = { y: y + 1.5 * mm, size: 11 };
  if (price !== null)
    drawLine(document, price, {
      ...line,
      x: isMirrored ? x : x + width - priceWidth,
      width: priceWidth,
      align: isMirrored ? 'left' : 'right',
    });
  document.fillColor(color);
  drawLine(document, title, {
    ...line,
    x: x + (isMirrored ? priceWidth + mm : logoWidth),
    width: width - priceWidth - logoWidth - mm,
  });
  document.fillColor(ink);
}

/** @returns the width that the logo takes, in points; 0: there is none */
function drawLogo({ picture }: DrawnLook, { x, y, width }: Box, isAtRight: boolean): number {
  if (!picture) return 0;
  const shown = picture.width * Math.min((26 * mm) / picture.width, (7 * mm) / picture.height);
  picture.draw({ x: isAtRight ? x + width - shown : x, y, width: shown });
  return shown + 2 * mm;
}

function drawCode(document: SheetDocument, { voucher, look }: Card, { x, y, width }: Box): void {
  const { terms } = wordsOf(look, voucher);
  document.font(look.text).fillColor(pale);
  drawLine(document, terms, { x, y, width, size: 8, align: 'center' });
  document.font('code').fillColor(ink);
  const needed = document.fontSize(17).widthOfString(voucher.code);
  const size = Math.min(17, (17 * width) / needed);
  drawLine(document, voucher.code, { x, y: y + 4 * mm, width, size, align: 'center' });
}

/** Below this width there is no room for a text between the codes. */
const narrow = 78 * mm;
const textHeight = 21 * mm;

/** The QR codes at both sides, and between them or above them the steps and when the voucher is valid. */
function drawConnection(
  document: SheetDocument,
  card: Card,
  { x, y, width, bottom }: Box & { readonly bottom: number },
): void {
  const { wifi } = card.look;
  const isStacked = card.width < narrow;
  const top = isStacked ? y + textHeight : y;
  const size = Math.min(isStacked ? 26 * mm : width / 4.3, bottom - top - captionHeight);
  drawCodes(document, card, { x, y: top, width, size });
  const gap = size + 2 * mm;
  const left = wifi && !isStacked ? gap : 0;
  const right = isStacked ? 0 : gap;
  const steps = { x: x + left, y: y + 0.5 * mm, width: width - left - right };
  drawSteps(document, card, { ...steps, bottom: isStacked ? top : bottom });
}

function drawCodes(
  document: SheetDocument,
  { look, qr }: Card,
  { x, y, width, size }: Box & { readonly size: number },
): void {
  const { wifi } = look;
  const words = look.hasLanguage ? look.own : look.english;
  const caption = { y: y + size + 0.3 * mm, width: size, size: 7, align: 'center' } as const;
  const end = x + width - size;
  if (wifi) drawQr(document, wifi, { x, y, width: size });
  drawQr(document, qr, { x: end, y, width: size });
  document.font(look.text).fillColor(ink);
  if (wifi) drawLine(document, '1 · Wi-Fi', { x, ...caption });
  drawLine(document, (wifi ? '2 · ' : '') + words.logIn, { x: end, ...caption });
}

function drawSteps(
  document: SheetDocument,
  { look, voucher }: Card,
  { bottom, ...box }: Box & { readonly bottom: number },
): void {
  const { wifi } = look;
  const words = look.hasLanguage ? look.own : look.english;
  const { notes } = wordsOf(look, voucher);
  let { y } = box;
  const align = isFromRight(words.join) ? 'right' : 'left';
  const write = (text: string, size: number, font = look.text) => {
    if (y + size > bottom) return;
    document.font(font);
    y += drawParagraph(document, text, { ...box, y, size, align }) + 1;
  };
  document.fillColor(ink);
  if (look.ssid !== null) {
    write(`1 ${words.join}`, 7.5);
    write(look.ssid, 8, look.bold);
  }
  write(`${wifi ? '2 ' : ''}${words.scan}`, 7.5);
  y += mm;
  document.fillColor(pale);
  const isNamed = look.title !== null && voucher.name !== '';
  for (const note of [...(isNamed ? [voucher.name] : []), ...notes.toReversed()]) write(note, 6.5);
}

function wordsOf({ hasLanguage }: DrawnLook, { own, english }: WordedVoucher) {
  return hasLanguage ? own : english;
}

interface Line extends Box {
  readonly size: number;
  readonly align?: 'left' | 'center' | 'right';
}

/** Below this scale a line is broken. */
const leastScale = 0.65;

/** Draws one line, smaller where it does not fit, or as two. The font must be set. */
function drawLine(document: SheetDocument, text: string, line: Line): void {
  const { x, y, width, size, align = 'left' } = line;
  if (isFromRight(text)) {
    drawFromRight(document, text, { x, y, width, size, isCentred: align === 'center' });
    return;
  }
  const fitting = (width - 0.5) / Math.max(1, document.fontSize(size).widthOfString(text));
  const isOneLine = fitting >= leastScale;
  document.fontSize(size * (isOneLine ? Math.min(1, fitting) : leastScale));
  const height = document.currentLineHeight() * (isOneLine ? 1 : 2) + 1;
  const top = isOneLine ? y : y - 0.5 * mm;
  document.text(text, x, top, { width, height, align, ellipsis: true });
}

/** Draws a text of three lines at most. @returns its height */
function drawParagraph(document: SheetDocument, text: string, line: Line): number {
  const { x, y, width, size, align = 'left' } = line;
  if (isFromRight(text)) {
    drawFromRight(document, text, { x, y, width, size, isCentred: false });
    return size * 1.3;
  }
  document.fontSize(size);
  const height = Math.min(document.heightOfString(text, { width }), size * 3.8);
  document.text(text, x, y, { width, height: height + 1, align, ellipsis: true });
  return height;
}

/** Light modules around a code, which scanners need. */
const quietModules = 3;

function drawQr(document: SheetDocument, qr: QrCode, { x, y, width }: Box): void {
  const count = qr.getModuleCount();
  const size = width / (count + 2 * quietModules);
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
