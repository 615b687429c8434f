import { createRequire } from 'node:module';
import Pdf from 'pdfkit';
import { isRecord } from '../../../contract/fields.ts';

/* The fonts of sheets, and texts from right to left. */

export type SheetDocument = InstanceType<typeof Pdf>;

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

export type FontName = keyof typeof fonts;

/** Creates a document with the fonts of sheets. */
export function createDocument(size: readonly [number, number]): SheetDocument {
  const document = new Pdf({ size: [...size], margin: 0, autoFirstPage: false });
  for (const [font, file] of Object.entries(fonts)) document.registerFont(font, file);
  return document;
}

/** Returns the characters of a text that a font lacks. */
export function lackedBy(document: SheetDocument, font: string, text: string): readonly string[] {
  document.font(font);
  const hasGlyph = glyphsOf(document);
  return [...new Set(text)].filter((letter) => !hasGlyph(letter.codePointAt(0) ?? 0));
}

/** Registers the font of a page. @returns false: it cannot be read */
export function registerFont(document: SheetDocument, name: string, font: Uint8Array): boolean {
  try {
    document.registerFont(name, Buffer.from(font)).font(name);
    return true;
  } catch {
    // A file that browsers read need not be one that this library reads: the sheet has its own fonts.
    return false;
  }
}

/** Returns whether the font in use has a character. PDFKit offers no other way than its own font object. */
function glyphsOf(document: SheetDocument): (codePoint: number) => boolean {
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

const fromRight = /[\u0590-\u08ff\ufb1d-\ufefc]/;
/** Words of one direction, spaces, and the punctuation at the end of a word, which goes with the line. */
const parts =
  /[\u0590-\u08ff\ufb1d-\ufefc]+|\s+|[:·.,!?]+(?=\s|$)|[^\s\u0590-\u08ff\ufb1d-\ufefc]+?(?=[:·.,!?]*(?:\s|$|[\u0590-\u08ff\ufb1d-\ufefc]))/g;

/** True for a text with letters that are written from right to left. */
export function isFromRight(text: string): boolean {
  return fromRight.test(text);
}

/** Features make PDFKit shape a word as a whole, in the direction of its letters. */
const shaped = { features: ['rlig' as const], lineBreak: false };
const unbroken = { lineBreak: false };

interface LineFromRight {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly size: number;
  readonly isCentred: boolean;
}

/**
 * Draws a line with letters from right to left: its words from the right end, and numbers and names among them from left to right.
 * A line that is too long is drawn smaller. The font must be set.
 */
export function drawFromRight(
  document: SheetDocument,
  text: string,
  { x, y, width, size, isCentred }: LineFromRight,
): void {
  const runs = runsOf(text);
  const optionsOf = (run: string) => (isFromRight(run) ? shaped : unbroken);
  const widthOf = (run: string) => document.widthOfString(run, optionsOf(run));
  const total = () => runs.reduce((sum, run) => sum + widthOf(run), 0);
  document.fontSize(size);
  document.fontSize(Math.min(size, (size * width) / Math.max(1, total())));
  let right = isCentred ? x + (width + total()) / 2 : x + width;
  for (const run of runs) {
    right -= widthOf(run);
    document.text(run, right, y, optionsOf(run));
  }
}

const isName = (run: string | undefined) =>
  run !== undefined && /[\p{L}\p{N}]/u.test(run) && !isFromRight(run);

/** Splits a line into its runs in the order of reading; names of several words are one run. */
function runsOf(text: string): readonly string[] {
  const runs: string[] = [];
  for (const part of text.match(parts) ?? []) {
    const isContinued = isName(part) && runs.at(-1) === ' ' && isName(runs.at(-2));
    if (isContinued) runs.push(`${runs.splice(-2).join('')}${part}`);
    else runs.push(part);
  }
  return runs;
}
