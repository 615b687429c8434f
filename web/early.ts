/*
 * Asks for what the overview shows while the console is still on its way: on a slow link each turn counts. The overview makes
 * the same requests, and the browser answers them with these. It stands alone, so that it is there before everything else.
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
    const link = document.createElement('link');
    link.rel = 'preload';
    link.as = 'fetch';
    link.crossOrigin = 'anonymous';
    link.href = new URL(`../../${path}`, import.meta.url).href;
    document.head.append(link);
  }
