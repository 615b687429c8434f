/* Style sheets of a page of guests, as they hold in a shadow tree that has the size of their screen. */

/** A screen in CSS pixels. */
export interface Screen {
  readonly width: number;
  readonly height: number;
}

/** A font of a page, which only a document can load. */
interface SheetFont {
  readonly family: string;
  readonly source: string;
}

/**
 * Returns the style sheet of a page for a shadow tree with its `html` in it: `:root` is that element, nothing selects the host, and
 * the size of the window is that of the screen.
 */
export function sheetFor(css: string, screen: Screen): CSSStyleSheet {
  const sheet = parsed(css);
  // As the browser writes them, rules have no comments and no escapes of names.
  const text = [...sheet.cssRules].map((rule) => rule.cssText).join('\n');
  sheet.replaceSync(
    text.replaceAll(tokens, (token, length?: string, unit?: string) =>
      length === undefined || unit === undefined
        ? replaced(token, screen)
        : `${(Number(length) * sideOf(unit, screen)) / 100}px`,
    ),
  );
  return sheet;
}

/** Returns the fonts that a style sheet loads. */
export function fontsIn(css: string): readonly SheetFont[] {
  return [...parsed(css).cssRules].flatMap((rule) => {
    if (!(rule instanceof CSSFontFaceRule)) return [];
    const family = rule.style.getPropertyValue('font-family').replaceAll(/^["']|["']$/g, '');
    return [{ family, source: rule.style.getPropertyValue('src') }];
  });
}

function parsed(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
}

/** Addresses and strings, which stay; conditions of `@media`; selectors of the root and the host; lengths of the window. */
const tokens =
  /url\("[^"]*"\)|url\([^)]*\)|"[^"\\]*(?:\\.[^"\\]*)*"|'[^'\\]*(?:\\.[^'\\]*)*'|@media[^{]+|:root\b|:host(?:-context)?\b(?:\([^)]*\))?|(?<![\w.-])(-?\d*\.?\d+)[sld]?v(w|h|i|b|min|max)\b/gi;

function replaced(token: string, screen: Screen): string {
  if (token.startsWith('@media')) return conditionsFor(token, screen);
  // As much as before: a class.
  if (token === ':root') return ':is(html, :root)';
  return token.startsWith(':host') ? ':not(*)' : token;
}

function sideOf(unit: string, { width, height }: Screen): number {
  if (unit === 'min') return Math.min(width, height);
  if (unit === 'max') return Math.max(width, height);
  return unit === 'w' || unit === 'i' ? width : height;
}

const features =
  /\((?:(min|max)-(width|height):|(width|height) ([<>])=?)\s*([\d.]+)(px|em|rem)\)|\(orientation: (portrait|landscape)\)/g;
const pixelsOfEm = 16;

/** Decides what a condition asks of the size of the window. What it asks of the system is left to the browser. */
function conditionsFor(media: string, screen: Screen): string {
  return media.replaceAll(features, (...found: readonly (string | undefined)[]) => {
    const [, bound, side, comparedSide, sign, length, unit, orientation] = found;
    const shape = screen.width > screen.height ? 'landscape' : 'portrait';
    if (orientation !== undefined) return verdict(orientation === shape);
    const size = (side ?? comparedSide) === 'width' ? screen.width : screen.height;
    const limit = Number(length) * (unit === 'px' ? 1 : pixelsOfEm);
    return verdict(bound === 'min' || sign === '>' ? size >= limit : size <= limit);
  });
}

/** A condition that always holds, or never. */
const verdict = (holds: boolean) => (holds ? '(min-width: 0px)' : '(max-width: 0px)');
