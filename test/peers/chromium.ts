import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { startChild } from './child.ts';
import { freeTcpPort } from './port.ts';

/** Chromium without the windows and menus of a desktop, which take as much processor time as its pages. */
const program = '/usr/lib/chromium/chromium-headless-shell';

const flags = [
  '--headless',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-dev-shm-usage',
  // Resolves no name, so that no other machine is reached.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  // Chromium's sandbox does not work for root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/** A running Chromium with a profile of its own. */
export interface Chromium {
  readonly browser: Browser;
  readonly stop: () => Promise<void>;
}

/** @param maxSeconds  it is ended after this time, whatever happens to the run */
export async function startChromium({ maxSeconds = 240 } = {}): Promise<Chromium> {
  const profile = mkdtempSync(join(tmpdir(), 'chromium-'));
  const port = await freeTcpPort();
  const remove = () => {
    rmSync(profile, { recursive: true, force: true, maxRetries: 10 });
  };
  const child = await startChild({
    // Ends it even if the run itself is killed.
    command: '/usr/bin/timeout',
    args: [
      // In the process group of the test, which is killed with it.
      '--foreground',
      `${maxSeconds}`,
      program,
      ...flags,
      `--user-data-dir=${profile}`,
      `--remote-debugging-port=${port}`,
      'about:blank',
    ],
    env: { HOME: profile },
    ready: async () => (await fetch(`http://127.0.0.1:${port}/json/version`)).ok,
    within: 30_000,
  }).catch((error: unknown) => {
    remove();
    throw error;
  });
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const stop = async () => {
    await browser.close();
    await child.stop();
    remove();
  };
  return { browser, stop };
}
