import Database from 'better-sqlite3';
import type { Page } from 'playwright-core';
import { isRecord } from '../../src/contract/fields.ts';
import { percentile, print } from '../figures.ts';
import { sized } from '../scale.ts';
import { phone, type ConsoleSite } from './console-site.ts';
import type { Judged } from './first-view.ts';

const devices = sized(10_000, 300);
const rowsOfPage = 100;
/** Pixels of each frame: a quick swipe. */
const stepPixels = 60;
const scrollSeconds = sized(20, 2);
/** Frames of the list may take as many times those of an empty page. */
const maxRatio = 2;

/** Adds devices that are not polled, so that the gateway is quiet. */
export function addDevices(file: string): void {
  const store = new Database(file);
  try {
    store
      .prepare(
        `with recursive series(n) as (select 1 union all select n + 1 from series where n < ?)
         insert into inventory_device (organization, name, type, next_poll_at, created_at, updated_at)
         select 1, printf('ap-%05d', n), (select id from inventory_type where short_name = 'snmp'), ? * 2, ?, ? from series`,
      )
      .run(devices, Date.now(), Date.now(), Date.now());
  } finally {
    store.close();
  }
}

/** Scrolls the list of the devices at the size of a phone, and an empty page of the same height before and after it. */
export async function scroll({ browser, url, signedIn }: ConsoleSite): Promise<Judged> {
  const context = await browser.newContext({ viewport: phone, storageState: signedIn });
  try {
    const empty = await context.newPage();
    await empty.setContent('<!doctype html><body style="height: 600000px"></body>');
    const before = await framesOf(empty);
    const page = await context.newPage();
    const requested = watchRows(page);
    await page.goto(`${url}devices`);
    await page.locator('tbody tr:not(.space)').first().waitFor();
    const frames = await framesOf(page);
    const bare = [...before, ...(await framesOf(empty))];
    const [own, limit] = [percentile(frames, 0.95), percentile(bare, 0.95)];
    const most = Math.max(...requested);
    const table = print({
      title: `Scrolling through ${devices.toLocaleString('en')} devices at the size of a phone`,
      figures: [
        {
          name: 'frame, p95',
          samples: [own],
          unit: 'ms',
          decimals: 1,
          limits: [{ name: 'an empty page', samples: [limit] }],
        },
        { name: 'requests for rows', samples: [requested.length], unit: '' },
        { name: '  rows of the largest', samples: [most], unit: `of ${rowsOfPage}` },
      ],
      notes: [`limit: ${maxRatio} x an empty page`],
    });
    const exceeded = [
      ...(own > limit * maxRatio ? [`frames of ${own.toFixed(1)} ms while scrolling`] : []),
      ...(most > rowsOfPage ? [`a request for ${most} rows`] : []),
      ...(requested.length < 2 ? ['scrolling has read no further page'] : []),
    ];
    return { table, exceeded };
  } finally {
    await context.close();
  }
}

/** Notes how many rows each reply has. */
function watchRows(page: Page): number[] {
  const counts: number[] = [];
  page.on('response', (response) => {
    if (!response.url().includes('/inventory_device/')) return;
    response.json().then(
      (body: unknown) => {
        const rows = isRecord(body) ? body['results'] : null;
        if (Array.isArray(rows)) counts.push(rows.length);
      },
      () => undefined,
    );
  });
  return counts;
}

/** Scrolls a page for some seconds, as a finger that swipes. @returns the time between frames, in milliseconds */
async function framesOf(page: Page): Promise<readonly number[]> {
  await page.bringToFront();
  return page.evaluate<readonly number[]>(`new Promise((resolve) => {
    const frames = [];
    const began = performance.now();
    let last = began;
    const next = (time) => {
      frames.push(time - last);
      last = time;
      scrollBy(0, ${stepPixels});
      if (time - began < ${scrollSeconds * 1000}) requestAnimationFrame(next);
      else resolve(frames.slice(1));
    };
    requestAnimationFrame(next);
  })`);
}
