const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** HTML that may be part of other HTML as it is. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | null | readonly Html[];

/** Builds HTML: every value that is not HTML itself is escaped, for text and for attributes in double quotes. */
export function html(strings: TemplateStringsArray, ...values: readonly Part[]): Html {
  const parts = strings.map((text, index) => `${text}${serialize(values[index] ?? null)}`);
  return new Html(parts.join(''));
}

function serialize(value: Part): string {
  if (value === null) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(({ text }) => text).join('\n');
  return escapeHtml(String(value));
}

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? '');
}
