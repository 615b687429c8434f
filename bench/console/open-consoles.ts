import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext } from 'playwright-core';
import { exchangesOf, packetsOfSession } from '../../tools/accounting-packets.ts';
import { percentile, print, type Figure } from '../figures.ts';
import { cpuSecondsOf, memoryOf } from '../proc.ts';
import { addClient, secret } from '../radius-gateway.ts';
import { sendRequests } from '../radius-load.ts';
import { sized } from '../scale.ts';
import type { ConsoleSite } from './console-site.ts';

const consoles = sized(20, 2);
const rounds = sized(3, 1);
const seconds = sized(20, 2);
const packetsPerSecond = 60;
/** Pages that were opened read their first rows. */
const settleMs = 1000;
/** What the users of a site have open. */
const pages = ['overview', 'devices', 'sessions', 'alerts'];

/** A load of accounting, and what the gateway used for it. */
interface Use {
  readonly p99Ms: number;
  /** Percent of a core. */
  readonly processor: number;
  readonly residentMb: number;
}

/** Measures the gateway and its accounting with twenty open consoles, each of a browser of its own, and with none. */
export async function openConsoles(site: ConsoleSite, signal: AbortSignal): Promise<string> {
  await addClient(site.gateway);
  await accounting(site); // warms up
  const alone: Use[] = [];
  const beside: Use[] = [];
  for (let round = 0; round < rounds; round += 1) {
    signal.throwIfAborted();
    alone.push(await accounting(site));
    const opened = await open(site);
    beside.push(await accounting(site));
    for (const context of opened) await context.close();
  }
  const figure = (name: string, key: keyof Use, unit: string): Figure => ({
    name,
    samples: beside.map((use) => use[key]),
    unit,
    decimals: 1,
    limits: [{ name: 'without', samples: alone.map((use) => use[key]) }],
  });
  return print({
    title: `${consoles} open consoles during accounting of ${packetsPerSecond} packets a second`,
    figures: [
      figure('packet answered within, p99', 'p99Ms', 'ms'),
      figure('processor of the gateway', 'processor', '% of a core'),
      figure('memory of the gateway', 'residentMb', 'MB'),
    ],
    notes: ['the browsers run on the same machine; each console follows the events of sessions'],
  });
}

async function open({ browser, url, signedIn }: ConsoleSite): Promise<readonly BrowserContext[]> {
  const contexts: BrowserContext[] = [];
  for (let number = 0; number < consoles; number += 1) {
    const context = await browser.newContext({ storageState: signedIn });
    contexts.push(context);
    const page = await context.newPage();
    await page.goto(`${url}${pages[number % pages.length] ?? ''}`);
    await page.locator('#main h1').waitFor();
  }
  return contexts;
}

async function accounting({ gateway }: ConsoleSite): Promise<Use> {
  const sessions = Math.ceil((packetsPerSecond * seconds) / packetsOfSession);
  const exchanges = exchangesOf({ sessions, name: randomUUID().slice(0, 8), secret });
  const load = { port: gateway.acctPort, window: 64, perSecond: packetsPerSecond };
  await sleep(settleMs);
  const before = cpuSecondsOf(gateway.pid);
  const { latenciesMs, seconds: took } = await sendRequests({ ...load, exchanges });
  return {
    p99Ms: percentile(latenciesMs, 0.99),
    processor: ((cpuSecondsOf(gateway.pid) - before) / took) * 100,
    residentMb: memoryOf(gateway.pid).resident / 1e6,
  };
}
