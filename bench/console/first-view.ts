import { readdirSync, statSync } from 'node:fs';
import type { BrowserContext, CDPSession } from 'playwright-core';
import { packageRoot } from '../../src/runtime/package-root.ts';
import { median, print, type Figure, type Samples } from '../figures.ts';
import { sized } from '../scale.ts';
import { phone, type ConsoleSite } from './console-site.ts';

const rounds = sized(9, 1);
const octetsPerSecond = 1.6e6 / 8;
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: octetsPerSecond,
  uploadThroughput: octetsPerSecond,
};
const slowdown = 4;
const budget = { contentMs: 1000, firstKb: 60, allKb: 200 } as const;

/** A view, and what its first content is. */
interface View {
  readonly name: string;
  readonly isSignedIn: boolean;
  readonly content: string;
}

const views: readonly View[] = [
  { name: 'overview', isSignedIn: true, content: '.lead h1' },
  { name: 'page to sign in', isSignedIn: false, content: '.gate h1' },
];

/** A visit with an empty cache. */
interface Visit {
  /** Milliseconds until the shape of the page was drawn, and until its content was. */
  readonly paintMs: number;
  readonly contentMs: number;
  /** Octets received by then, with headers. */
  readonly kb: number;
  readonly requests: number;
}

export interface Judged {
  readonly table: string;
  /** Budgets that were exceeded. */
  readonly exceeded: readonly string[];
}

/** Measures visits with an empty cache on a slow link and a slow processor. */
export async function firstView(site: ConsoleSite, signal: AbortSignal): Promise<Judged> {
  const figures: Figure[] = [];
  const exceeded: string[] = [];
  for (const view of views) {
    const visits: Visit[] = [];
    for (let round = 0; round < rounds; round += 1) {
      signal.throwIfAborted();
      visits.push(await visit(site, view));
    }
    const of = (key: keyof Visit): Samples => visits.map((one) => one[key]);
    figures.push(
      { name: `${view.name}, first paint`, samples: of('paintMs'), unit: 'ms' },
      { name: '  content', samples: of('contentMs'), unit: `ms of ${budget.contentMs}` },
      { name: '  until then', samples: of('kb'), unit: `kB of ${budget.firstKb}`, decimals: 1 },
      { name: '  requests', samples: of('requests'), unit: '' },
    );
    if (median(of('contentMs')) > budget.contentMs)
      exceeded.push(`${view.name}: content after ${Math.round(median(of('contentMs')))} ms`);
    if (median(of('kb')) > budget.firstKb)
      exceeded.push(`${view.name}: ${median(of('kb')).toFixed(1)} kB before its content`);
  }
  const all = builtKb();
  figures.push({ name: 'all files but charts', samples: [all], unit: `kB of ${budget.allKb}` });
  if (all > budget.allKb) exceeded.push(`${all.toFixed(0)} kB in all`);
  const table = print({
    title: 'First view of the console at 1.6 Mbit/s and 150 ms, with a processor four times slower',
    figures,
    notes: ['each visit has an empty cache; a browser that runs already'],
  });
  return { table, exceeded };
}

/** Visits a view as a browser does that has never seen it. */
async function visit({ browser, url, signedIn }: ConsoleSite, view: View): Promise<Visit> {
  const context = await browser.newContext({
    viewport: phone,
    locale: 'en-GB',
    ...(view.isSignedIn ? { storageState: signedIn } : {}),
  });
  try {
    return await measure(context, url, view.content);
  } finally {
    await context.close();
  }
}

async function measure(context: BrowserContext, url: string, content: string): Promise<Visit> {
  const page = await context.newPage();
  // The process of the page runs, and knows nothing of the console.
  await page.goto(new URL('../healthz', url).href);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Runtime.enable');
  await devtools.send('Page.enable');
  await devtools.send('Network.emulateNetworkConditions', network);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const traffic = { octets: 0, requests: 0 };
  devtools.on('Network.requestWillBeSent', () => {
    traffic.requests += 1;
  });
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    traffic.octets += encodedDataLength;
  });
  await reportContent(devtools, content);
  const shown = payloadOf(devtools);
  await devtools.send('Page.navigate', { url });
  const [paintMs = NaN, contentMs = NaN] = (await shown).split(' ').map(Number);
  return { paintMs, contentMs, kb: traffic.octets / 1000, requests: traffic.requests };
}

const binding = 'contentIsShown';

/** Has the page report the times of its first paint and of its content: a question from here would cost it time. */
async function reportContent(devtools: CDPSession, selector: string): Promise<void> {
  await devtools.send('Runtime.addBinding', { name: binding });
  await devtools.send('Page.addScriptToEvaluateOnNewDocument', {
    source: `new MutationObserver((_, self) => {
      if (!document.querySelector(${JSON.stringify(selector)})) return;
      self.disconnect();
      requestAnimationFrame(() => setTimeout(() => {
        const paint = performance.getEntriesByName('first-contentful-paint')[0];
        ${binding}([paint?.startTime ?? performance.now(), performance.now()].join(' '));
      }));
    }).observe(document, { childList: true, subtree: true });`,
  });
}

function payloadOf(devtools: CDPSession): Promise<string> {
  return new Promise((resolve) => {
    devtools.once('Runtime.bindingCalled', ({ payload }) => {
      resolve(payload);
    });
  });
}

/** The texts of one language. */
const textFile = /^[a-z]{2}-\w{8}\.js$/;

/** Returns the size of all files as they are sent, without the library of charts and with the texts of the longest language. */
function builtKb(): number {
  const folder = new URL('dist/console/', packageRoot);
  const names = readdirSync(folder);
  const sizeOf = (name: string) => {
    const sent = names.includes(`${name}.br`) ? `${name}.br` : name;
    return statSync(new URL(sent, folder)).size;
  };
  const loadable = names.filter(
    (name) => /\.(?:js|css|html)$/.test(name) && !name.startsWith('plot-'),
  );
  const texts = loadable.filter((name) => textFile.test(name)).map(sizeOf);
  const others = loadable.filter((name) => !textFile.test(name)).map(sizeOf);
  return others.reduce((sum, size) => sum + size, Math.max(0, ...texts)) / 1000;
}
