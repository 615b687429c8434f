import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentStyle } from '../../src/http/page/document-style.ts';
import { guideNames } from './guides.ts';
import { renderMarkdown, titleOf } from './markdown.ts';

interface Page {
  readonly name: string;
  readonly title: string;
  readonly text: string;
}

/** Guides that come first. Others follow by name. */
const firstPages = ['install', 'operations'];

/**
 * Renders the guides of `docs/` as self-contained pages, in the folder `gateway/docs` of the output.
 *
 * @param root    folder of the checkout
 * @param output  folder of the compiled code
 */
export function writeDocumentPages({
  root,
  output,
}: {
  readonly root: string;
  readonly output: string;
}): void {
  const folder = join(output, 'gateway/docs');
  mkdirSync(folder, { recursive: true });
  const pages = readPages(root);
  for (const page of pages)
    writeFileSync(
      join(folder, `${page.name}.html`),
      shell(page.title, `${navigation(pages)}\n${renderMarkdown(page.text)}`),
    );
  const items = pages.map(({ name, title }) => `<li><a href="/docs/${name}/">${title}</a></li>`);
  writeFileSync(
    join(folder, 'index.html'),
    shell('Guides', `<h1>Guides</h1>\n<ul>\n${items.join('\n')}\n</ul>\n${front}`),
  );
}

const front = '<p><a href="/">Gatehouse</a></p>';

function readPages(root: string): readonly Page[] {
  const rank = ({ name }: Page) => {
    const position = firstPages.indexOf(name);
    return position === -1 ? firstPages.length : position;
  };
  return guideNames(root)
    .map((file) => {
      const text = readFileSync(join(root, 'docs', file), 'utf8');
      return { name: file.slice(0, -3), title: titleOf(text).replaceAll('&', '&amp;'), text };
    })
    .sort((one, other) => rank(one) - rank(other));
}

function navigation(pages: readonly Page[]): string {
  const items = pages.map(({ name, title }) => `<li><a href="/docs/${name}/">${title}</a></li>`);
  return `<nav><ul><li><a href="/">Gatehouse</a></li>${items.join('')}</ul></nav>`;
}

function shell(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} - Gatehouse</title>
<style>${documentStyle}</style>
</head>
<body>
${content}
</body>
</html>
`;
}
