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
