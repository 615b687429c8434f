/*
 * Asks for what is shown first while the console is still on its way: on a slow link each turn counts. The overview makes the
 * same requests, and the browser answers them with these; `web/app/texts.ts` loads the texts. It stands alone, so that it is
 * there before everything else.
 */

/** As `web/app/first-page.ts` keeps it. */
const isOverviewNext = localStorage.getItem('gatehouse.first') === 'overview';
const requests = [
  'control/api/v1/inventory_device/?limit=200&status=false&sessions=true',
  'control/api/v1/alert/?limit=50&state=firing',
  'control/api/v1/inventory_device/?limit=1',
  'gate/api/v1/aaa_accounting/?limit=1&session_status=active',
];

if (isOverviewNext && /\/(?:overview)?$/.test(location.pathname))
  for (const path of requests) {
    const link = preload('preload', `../../${path}`);
    link.as = 'fetch';
    link.crossOrigin = 'anonymous';
    document.head.append(link);
  }

/** The files of texts, such as de-JDJJMEKT.js, which the build names. English has none. */
const files = document.documentElement.dataset['texts']?.split(' ') ?? [];
// As `web/app/texts.ts` chooses.
const codes = [localStorage.getItem('gatehouse.language'), ...navigator.languages]
  .map((tag) => tag?.split('-')[0] ?? '')
  .map((code) => (code === 'en' ? code : files.find((name) => name.startsWith(`${code}-`))));
const wanted = codes.find((name) => name !== undefined);
if (wanted !== undefined && wanted !== 'en')
  document.head.append(preload('modulepreload', `./${wanted}`));

function preload(rel: string, path: string): HTMLLinkElement {
  const link = document.createElement('link');
  link.rel = rel;
  link.href = new URL(path, import.meta.url).href;
  return link;
}
