import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** On a page with content so many rules hold at the least: fewer would mean that there was nothing to check. */
const fewestPasses = 8;
const shownOctets = 200;

/** Loads the rules into a page, unless it has them: half a megabyte of source. */
async function load(page: Page): Promise<void> {
  if (!(await page.evaluate<boolean>('typeof axe === "object"'))) await page.evaluate(axe);
}

/**
 * Checks a page by the rules of WCAG 2.2 A and AA.
 *
 * @param more  further sets of rules of axe-core, `best-practice` for one
 * @returns what breaks a rule, as `rule: element`
 */
export function accessibilityFaults(
  page: Page,
  more: readonly string[] = [],
): Promise<readonly string[]> {
  const rules = JSON.stringify([...wcag, ...more]);
  return load(page).then(() =>
    page.evaluate<readonly string[]>(
      `axe.run({ runOnly: ${rules}, resultTypes: ['violations'], selectors: false })
        .then(({ violations, passes }) => passes.length < ${fewestPasses}
          ? ['only ' + passes.length + ' rules hold']
          : violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, ${shownOctets}))))`,
    ),
  );
}
