/** XML that may be part of other XML as it is. */
export class Xml {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Xml | string | readonly Xml[] | null;

/** Builds XML: every value that is not XML itself is escaped, for the text of elements. */
export function xml(strings: TemplateStringsArray, ...values: readonly Part[]): Xml {
  const parts = strings.map((text, index) => `${text}${serialize(values[index] ?? null)}`);
  return new Xml(parts.join(''));
}

function serialize(value: Part): string {
  if (value === null) return '';
  if (value instanceof Xml) return value.text;
  if (typeof value === 'object') return value.map(({ text }) => text).join('');
  return value.replaceAll(forbidden, '').replaceAll(/[&<>\r]/g, (found) => escapes[found] ?? '');
}

/** A carriage return would be read as the end of a line. */
const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\r': '&#13;',
};

/** What no document has (XML 1.0 section 2.2). */
const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
