import { SaxesParser, type SaxesTagPlain } from 'saxes';

/*
 * An SVG picture is a document with scripts, links and loads of its own. Only elements and attributes that draw are kept, and
 * references within the picture.
 */

const elements = new Set(
  `svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan textPath linearGradient
  radialGradient stop clipPath mask pattern marker filter feBlend feColorMatrix feComponentTransfer feComposite feFlood
  feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset feDropShadow switch`.split(
    /\s+/,
  ),
);

/** Attributes that do not draw, or that refer to another document. */
const refusedAttribute = /^(on|xml:base|xmlns:(?!xlink$)|src$|from$|to$|values$|begin$)/i;
const reference = /^(xlink:)?href$/i;
/** A load from elsewhere, in a style or an attribute of presentation. */
const load = /url\s*\(\s*["']?\s*(?!#)|@import|expression\s*\(|javascript:|\\/i;
const maxDepth = 100;

/**
 * Returns an SVG picture without scripts, styles of elsewhere, events and links.
 *
 * @throws Error if it is not well-formed XML with the root `svg`, or has a document type
 */
export function sanitizeSvg(text: string): string {
  const writer = new SvgWriter();
  const parser = new SaxesParser({ xmlns: false });
  const faults: string[] = [];
  parser.on('error', ({ message }) => faults.push(message));
  parser.on('doctype', () => faults.push('it has a document type'));
  parser.on('opentag', (tag) => {
    writer.open(tag);
  });
  parser.on('closetag', () => {
    writer.close();
  });
  parser.on('text', (part) => {
    writer.addText(part);
  });
  parser.on('cdata', (part) => {
    writer.addText(part);
  });
  parser.write(withoutDoctype(text)).close();
  const [fault] = faults;
  if (fault !== undefined) throw new Error(`it is not a plain SVG picture: ${fault}`);
  return writer.finish();
}

/** Removes the document type that drawing programs write; one with entities of its own is left, and refused. */
function withoutDoctype(text: string): string {
  return text.replace(/<!DOCTYPE\s+svg\s[^[>]*>/i, '');
}

const style = 'style';

class SvgWriter {
  readonly #parts: string[] = [];
  /** The open elements; null: within one that is left out. */
  readonly #open: (string | null)[] = [];
  #hasRoot = false;

  open({ name, attributes }: SaxesTagPlain): void {
    const isRoot = this.#open.length === 0;
    if (isRoot && name !== 'svg') throw new Error('its root is not svg');
    if (this.#open.length >= maxDepth) throw new Error('its elements are nested too deeply');
    this.#hasRoot ||= isRoot;
    const isKept = this.#open.at(-1) !== null && (elements.has(name) || name === style);
    this.#open.push(isKept ? name : null);
    if (!isKept) return;
    const kept = Object.entries(attributes).filter(([key, value]) => isSafe(key, value));
    const written = kept.map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
    this.#parts.push(`<${name}${written.join('')}>`);
  }

  close(): void {
    const name = this.#open.pop();
    if (name !== null && name !== undefined) this.#parts.push(`</${name}>`);
  }

  addText(text: string): void {
    const name = this.#open.at(-1);
    if (name === null || name === undefined) return;
    if (name !== style || !load.test(text)) this.#parts.push(escapeXml(text));
  }

  finish(): string {
    if (!this.#hasRoot) throw new Error('it has no element');
    return this.#parts.join('');
  }
}

function isSafe(name: string, value: string): boolean {
  if (refusedAttribute.test(name) || !/^[A-Za-z_][\w.:-]*$/.test(name)) return false;
  return reference.test(name) ? value.startsWith('#') : !load.test(value);
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

function escapeXml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (letter) => escapes[letter] ?? '');
}
