import { mkdirSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { fallbackLanguage, readLanguages } from '../src/organization/languages.ts';
import type { ServedPage } from '../src/portal/page/page-store.ts';
import { themes, type Theme } from '../src/portal/page/portal-page.ts';
import type { View } from '../src/portal/web/document.ts';
import { renderLogin, unknownGuest } from '../src/portal/web/login-view.ts';
import { StyleFiles } from '../src/portal/web/style-files.ts';

/* Takes the pictures of the themes in docs/portal: `node tools/portal-pictures.ts`, with Chromium. */

const folder = new URL('../docs/portal/', import.meta.url);
const places: Readonly<Record<Theme, string>> = {
  plain: 'our Wi-Fi',
  hotel: 'Hotel Aurora',
  cafe: 'Café Lume',
  campus: 'Riverside College',
  transport: 'Coastline Rail',
};
const styles = new StyleFiles();
const language = readLanguages('').get(fallbackLanguage) ?? { code: 'en', texts: {} };

function pageOf(theme: Theme): ServedPage {
  return {
    id: 1,
    organization: 1,
    location: null,
    title: `Welcome to ${places[theme]}`,
    welcome: 'With our compliments.',
    languages: ['en', 'fr'],
    loginKinds: theme === 'cafe' ? ['terms', 'voucher', 'user'] : ['voucher', 'user', 'terms'],
    terms: 'Be kind.',
    termsVersion: '1',
    termsUser: null,
    theme,
    scheme: 'auto',
    guestProfile: null,
    options: {},
    look: {},
    background: null,
    css: null,
    links: [{ text: 'Privacy', url: '/privacy' }],
    translations: [],
  };
}

function render(theme: Theme): string {
  const page = pageOf(theme);
  const languages = ['en', 'fr'].map((code) => ({ code, name: code, address: `?lang=${code}` }));
  const view: View = { language, page, languages, styles: styles.addressesFor(page), nonce: '' };
  return renderLogin({
    ...view,
    page,
    ...unknownGuest,
  });
}

const browser = await chromium.launch({
  executablePath: '/usr/lib/chromium/chromium-headless-shell',
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
});
const opened = await browser.newPage();
await opened.route('**/*', (route) => {
  const path = new URL(route.request().url()).pathname;
  const file = styles.find(path.replace('/portal/style/', ''));
  const theme = themes.find((name) => path === `/${name}`);
  const body = file?.body ?? (theme && render(theme)) ?? '';
  return route.fulfill({ body, contentType: file?.type ?? 'text/html; charset=utf-8' });
});
const devtools = await opened.context().newCDPSession(opened);
mkdirSync(folder, { recursive: true });
for (const theme of themes)
  for (const [size, viewport] of Object.entries({
    phone: { width: 390, height: 780 },
    desk: { width: 1280, height: 780 },
  })) {
    await opened.setViewportSize(viewport);
    await opened.goto(`http://portal.example/${theme}`);
    const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 82 });
    writeFileSync(new URL(`${theme}-${size}.webp`, folder), Buffer.from(data, 'base64'));
  }
await browser.close();
