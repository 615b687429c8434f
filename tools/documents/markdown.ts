/* Renders the part of Markdown that the guides use: headings, paragraphs, lists, tables, code, links and emphasis. */

/** Blocks that a line begins. */
type Block = (lines: readonly string[]) => { readonly html: string; readonly taken: number } | null;

/** Returns HTML. What is no Markdown is text: a page never has elements of its source. */
export function renderMarkdown(text: string): string {
  return renderBlocks(text.split('\n'));
}

/** Returns the text of the first heading. */
export function titleOf(text: string): string {
  return /^# (.*)$/m.exec(text)?.[1] ?? '';
}

function renderBlocks(lines: readonly string[]): string {
  const shown: string[] = [];
  for (let position = 0; position < lines.length;) {
    const rest = lines.slice(position);
    if (rest[0]?.trim() === '') {
      position += 1;
      continue;
    }
    const block = blocks.map((read) => read(rest)).find((found) => found !== null);
    const { html, taken } = block ?? paragraph(rest);
    shown.push(html);
    position += taken;
  }
  return shown.join('\n');
}

const heading: Block = ([line = '']) => {
  const [, marks = '', words = ''] = /^(#{1,6}) (.*)$/.exec(line) ?? [];
  if (marks === '') return null;
  const id = words
    .toLowerCase()
    .replaceAll(/[^\w]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  const level = `h${marks.length}`;
  return { html: `<${level} id="${id}">${inline(words)}</${level}>`, taken: 1 };
};

const code: Block = (lines) => {
  if (!lines[0]?.startsWith('```')) return null;
  const end = lines.findIndex((line, position) => position > 0 && line.trim() === '```');
  if (end === -1) throw new Error(`a block of code has no end: ${lines[1] ?? ''}`);
  return {
    html: `<pre><code>${escape(lines.slice(1, end).join('\n'))}</code></pre>`,
    taken: end + 1,
  };
};

const table: Block = (lines) => {
  if (!lines[0]?.startsWith('|') || !/^\|[\s:|-]+\|$/.test(lines[1] ?? '')) return null;
  const taken = countWhile(lines, (line) => line.startsWith('|'));
  const row = (line: string, cell: 'th' | 'td') =>
    `<tr>${cellsOf(line)
      .map((content) => `<${cell}>${inline(content)}</${cell}>`)
      .join('')}</tr>`;
  const [head = '', , ...body] = lines.slice(0, taken);
  const rows = body.map((line) => row(line, 'td')).join('\n');
  return {
    html: `<div><table><thead>${row(head, 'th')}</thead><tbody>\n${rows}\n</tbody></table></div>`,
    taken,
  };
};

const list: Block = (lines) => {
  const marker = /^(?:[-*]|(\d+)\.) +/.exec(lines[0] ?? '');
  if (!marker) return null;
  const isOrdered = marker[1] !== undefined;
  const begins = isOrdered ? /^\d+\. +/ : /^[-*] +/;
  const taken = countWhile(
    lines,
    (line, position) =>
      begins.test(line) ||
      /^ {2,}\S/.test(line) ||
      (line.trim() === '' && /^ {2,}\S/.test(lines[position + 1] ?? '')),
  );
  const items: string[][] = [];
  for (const line of lines.slice(0, taken))
    if (begins.test(line)) items.push([line.replace(begins, '')]);
    else items.at(-1)?.push(line.replace(/^ {2,3}/, ''));
  const name = isOrdered ? 'ol' : 'ul';
  const shown = items.map((item) => `<li>${renderItem(item)}</li>`);
  return { html: `<${name}>\n${shown.join('\n')}\n</${name}>`, taken };
};

/** Returns an item of one paragraph without the element of a paragraph. */
function renderItem(lines: readonly string[]): string {
  const html = renderBlocks(lines);
  return /^<p>(?:(?!<p>)[\s\S])*<\/p>$/.exec(html) ? html.slice(3, -4) : html;
}

const blocks: readonly Block[] = [heading, code, table, list];

function paragraph(lines: readonly string[]): { readonly html: string; readonly taken: number } {
  const taken = Math.max(
    1,
    countWhile(lines, (line) => line.trim() !== '' && !/^(?:```|#{1,6} )/.test(line)),
  );
  return { html: `<p>${inline(lines.slice(0, taken).join(' '))}</p>`, taken };
}

function countWhile(
  lines: readonly string[],
  isOf: (line: string, position: number) => boolean,
): number {
  const end = lines.findIndex((line, position) => !isOf(line, position));
  return end === -1 ? lines.length : end;
}

/** Divides a row at its bars, except those in code or after a backslash. */
function cellsOf(line: string): readonly string[] {
  const cells = line
    .replace(/^\|/, '')
    .replace(/\|\s*$/, '')
    .split(/(?<!\\)\|(?=(?:[^`]*`[^`]*`)*[^`]*$)/);
  return cells.map((cell) => cell.trim().replaceAll('\\|', '|'));
}

/** Renders code, links, strong and emphasized text of a line; code first, since nothing in it is Markdown. */
function inline(text: string): string {
  return text
    .split(/(`[^`]+`)/)
    .map((part) =>
      /^`[^`]+`$/.test(part) ? `<code>${escape(part.slice(1, -1))}</code>` : emphasis(part),
    )
    .join('');
}

function emphasis(text: string): string {
  return escape(text)
    .replaceAll(/\[([^\]]*)\]\(([^)\s]+)\)/g, (_found, words: string, target: string) => {
      const page = /^([a-z-]+)\.md(#[\w-]+)?$/.exec(target);
      const href = page ? `/docs/${page[1] ?? ''}/${page[2] ?? ''}` : target;
      if (!/^(?:https?:\/\/|\/|#)/.test(href)) throw new Error(`a link leads nowhere: ${target}`);
      return `<a href="${href}">${words}</a>`;
    })
    .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replaceAll(/(?<![\w])_([^_\s](?:[^_]*[^_\s])?)_(?![\w])/g, '<em>$1</em>');
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
