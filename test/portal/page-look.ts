import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import type { Test } from 'tap';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Checks the page by the rules of WCAG 2.2 AA, and keeps a picture of it where PORTAL_SHOTS names a folder. */
export async function checkLook(t: Test, opened: Page, name: string): Promise<void> {
  await opened.evaluate(axe);
  const broken = await opened.evaluate(
    `axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
      .then(({ violations, passes }) => passes.length < 10
        ? ['only ' + passes.length + ' rules hold']
        : violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html)))`,
  );
  t.same(broken, [], name);
  await keep(opened, name);
}

/** Keeps a picture of a page where PORTAL_SHOTS names a folder. */
export async function keep(opened: Page, name: string): Promise<void> {
  const folder = process.env['PORTAL_SHOTS'];
  if (folder === undefined) return;
  await opened.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}
