import { Marked } from 'marked';

/** Renders the guides. HTML in their source is shown as text: a page never has elements of its source. */
const guides = new Marked({
  renderer: {
    heading({ tokens, depth, text }) {
      const id = text
        .toLowerCase()
        .replaceAll(/[^\w]+/g, '-')
        .replaceAll(/^-|-$/g, '');
      return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    link({ href, tokens }) {
      return `<a href="${addressOf(href)}">${this.parser.parseInline(tokens)}</a>`;
    },
    image() {
      // The pages of the gateway have no files beside them.
      return '';
    },
    html({ text }) {
      return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    },
  },
});

/** Returns HTML. @throws Error if a link leads neither to a guide nor into the page, the gateway or the web */
export function renderMarkdown(text: string): string {
  return guides
    .parse(text, { async: false })
    .replaceAll('<table>', '<div><table>')
    .replaceAll('</table>', '</table></div>');
}

/** Returns the text of the first heading. */
export function titleOf(text: string): string {
  return /^# (.*)$/m.exec(text)?.[1] ?? '';
}

function addressOf(target: string): string {
  const page = /^([a-z-]+)\.md(#[\w-]+)?$/.exec(target);
  const address = page ? `/docs/${page[1] ?? ''}/${page[2] ?? ''}` : target;
  if (!/^(?:https?:\/\/|\/|#)/.test(address)) throw new Error(`a link leads nowhere: ${target}`);
  return address.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}
