import type { Browser, BrowserContext } from 'playwright-core';
import { GatewayProcess } from '../../test/gateway-process.ts';
import { startChromium } from '../../test/peers/chromium.ts';

const password = 'correct horse battery';
export const phone = { width: 390, height: 844 };

/** A gateway and a browser whose user has signed in. */
export interface ConsoleSite {
  readonly gateway: GatewayProcess;
  readonly browser: Browser;
  /** Address of the console. */
  readonly url: string;
  /** What a browser that has signed in keeps. */
  readonly signedIn: Awaited<ReturnType<BrowserContext['storageState']>>;
  readonly stop: () => Promise<void>;
}

/** Starts both, and signs an administrator in. @param maxSeconds  the browser is ended after this time */
export async function startConsoleSite(maxSeconds: number): Promise<ConsoleSite> {
  const gateway = await GatewayProcess.start({ GATEHOUSE_LOG_LEVEL: 'error' });
  const chromium = await startChromium({ maxSeconds }).catch(async (error: unknown) => {
    await gateway.remove();
    throw error;
  });
  const { browser } = chromium;
  const url = `http://127.0.0.1:${gateway.httpPort}/console/`;
  const stop = async () => {
    await chromium.stop();
    await gateway.remove();
  };
  try {
    const { status, text } = await gateway.gate('PATCH', '/user/1/', { password });
    if (status !== 200) throw new Error(`the administrator has no password: ${status} ${text}`);
    return { gateway, browser, url, signedIn: await signIn(browser, url), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function signIn(browser: Browser, url: string): Promise<ConsoleSite['signedIn']> {
  const context = await browser.newContext({ locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(url);
  await page.getByLabel('User name').fill('admin');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('.lead h1').waitFor();
  const state = await context.storageState();
  await context.close();
  return state;
}
