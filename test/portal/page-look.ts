import type { Page } from 'playwright-core';
import type { Test } from 'tap';
import { accessibilityFaults } from '../accessibility.ts';

/** Checks the page by the rules of WCAG 2.2 AA, and keeps a picture of it where PORTAL_SHOTS names a folder. */
export async function checkLook(t: Test, opened: Page, name: string): Promise<void> {
  t.same(await accessibilityFaults(opened, ['best-practice']), [], name);
  await keep(opened, name);
}

/** Keeps a picture of a page where PORTAL_SHOTS names a folder. */
export async function keep(opened: Page, name: string): Promise<void> {
  const folder = process.env['PORTAL_SHOTS'];
  if (folder === undefined) return;
  await opened.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

/** An expression of the browser: what stands out sideways, or is too small to touch. */
export const faults = `[
  ...(document.documentElement.scrollWidth > document.documentElement.clientWidth ? ['sideways'] : []),
  ...[...document.querySelectorAll('button:not(.enter), .button, summary, nav a, .tick, input:not([type=hidden])')]
    .filter((one) => one.offsetParent !== null && !one.matches('.tick input') && one.getBoundingClientRect().height < 44)
    .map((one) => one.outerHTML),
]`;
