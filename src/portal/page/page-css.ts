/** What loads something, with the name that an error message gives it. */
const loads: readonly (readonly [RegExp, string])[] = [
  [/@import/i, '@import'],
  [/@charset/i, '@charset'],
  [/@namespace/i, '@namespace'],
  [/(?:^|[^a-z-])src\s*\(/i, 'src()'],
  [/(?:^|[^a-z])(?:-webkit-)?image-set\s*\(/i, 'image-set()'],
  [/expression\s*\(/i, 'expression()'],
  [/-moz-binding|behavior\s*:/i, 'a binding'],
];
const address = /url\s*\(\s*(?:"([^"]*)"|'([^']*)'|([^)"'\s]*))\s*\)?/gi;
const allowedAddress =
  /^(?:data:image\/(?:png|jpeg|gif|webp|svg\+xml)[;,]|\/portal\/file\/[\w-]+\.\w+$|#)/i;

/**
 * Checks the style sheet of a page: it may load nothing but pictures in itself and files of the page. The policy of the page
 * holds that in any case; this says so to whoever writes it.
 *
 * @returns an error message; null: no objection
 */
export function checkCss(css: string): string | null {
  const text = decodeEscapes(withoutComments(css));
  const found = loads.find(([pattern]) => pattern.test(text));
  if (found) return `${found[1]} is not allowed: the page loads nothing from elsewhere.`;
  if (text.includes('</')) return '"</" is not allowed.';
  for (const [, double, single, bare] of text.matchAll(address)) {
    const target = double ?? single ?? bare ?? '';
    if (!allowedAddress.test(target.trim()))
      return `url(${target.slice(0, 80)}) is not allowed: the page loads only data:image and files of the page.`;
  }
  return openBraces(text) === 0 ? null : 'A brace is missing.';
}

function withoutComments(css: string): string {
  return css.replaceAll(/\/\*[^]*?(?:\*\/|$)/g, ' ');
}

/** Replaces the escapes of CSS (CSS Syntax 3, section 4.3.7), so that none hides a name. */
function decodeEscapes(css: string): string {
  return css.replaceAll(
    /\\(?:([0-9a-f]{1,6})\s?|([^]))/gi,
    (_match, hex?: string, letter?: string) => {
      const code = Number.parseInt(hex ?? '', 16);
      return hex === undefined
        ? (letter ?? '')
        : String.fromCodePoint(code > 0x10ffff ? 0xfffd : code);
    },
  );
}

/** Returns how many blocks are not closed, outside of strings. */
function openBraces(css: string): number {
  const plain = css.replaceAll(/"[^"\n]*"|'[^'\n]*'/g, '');
  return plain.split('{').length - plain.split('}').length;
}
