import { EventEmitter, once } from 'node:events';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import type { Test } from 'tap';
import { loadApis } from '../../src/modules/load-modules.ts';
import { createOpenApiDocument } from '../../src/http/openapi/document.ts';
import { accessibilityFaults } from '../accessibility.ts';

/* A visitor of the console who notes what it asks for and complains of. */

const maxTabs = 150;
const maxArrows = 60;
/** Everything that the console reads but the session. */
const rowRequests = /\/(?:control|gate)\/api\/v1\/(?!session\/|events\/)|\/readyz$/;

export interface View {
  readonly size: 'phone' | 'desk';
  readonly theme: 'light' | 'dark';
  /** True: everything is done with the keyboard alone. Default: by touch or mouse. */
  readonly byKeyboard?: boolean;
}

/** The views in which the console must do. */
export const allViews: readonly View[] = (['phone', 'desk'] as const).flatMap((size) =>
  (['light', 'dark'] as const).map((theme) => ({ size, theme })),
);

const nameOfView = ({ size, theme, byKeyboard }: View) =>
  `${size}-${theme}${byKeyboard === true ? '-keys' : ''}`;

const sizes = { phone: { width: 390, height: 844 }, desk: { width: 1440, height: 900 } } as const;

const apis = await loadApis();
const documented = [apis.control, apis.gate].flatMap((api) =>
  Object.entries(createOpenApiDocument(api).paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({
      method: method.toUpperCase(),
      pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
    })),
  ),
);
/** Read by everybody, without a document. */
const open = /^\/(?:healthz|readyz|metrics)$|^\/(?:console|portal\/(?:file|style))\//;

const isDocumented = (method: string, path: string) =>
  open.test(path) || documented.some((one) => one.method === method && one.pattern.test(path));

/** A browser with its own cookies, at one size and in one theme. */
export class Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Errors of the page and its policy. */
  readonly complaints: string[] = [];
  /** Requests that no document has. */
  readonly undocumented: string[] = [];
  readonly #base: string;
  readonly #view: View;

  private constructor(of: { context: BrowserContext; page: Page; base: string; view: View }) {
    this.context = of.context;
    this.page = of.page;
    this.#base = of.base;
    this.#view = of.view;
  }

  static async open(browser: Browser, base: string, view: View): Promise<Visitor> {
    const { size, theme } = view;
    const context = await browser.newContext({
      viewport: sizes[size],
      colorScheme: theme,
      locale: 'en-GB',
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    const visitor = new Visitor({ context, page, base, view });
    visitor.#watch();
    return visitor;
  }

  get #name(): string {
    return nameOfView(this.#view);
  }

  get isPhone(): boolean {
    return this.#view.size === 'phone';
  }

  #watch(): void {
    this.page.on('console', (message) => {
      const text = message.text();
      const isExpected =
        /status of 4|status of 500|ERR_INTERNET_DISCONNECTED|ERR_INCOMPLETE|ERR_CONNECTION|ERR_EMPTY/.test(
          text,
        );
      if (message.type() === 'error' && !isExpected) this.complaints.push(text);
    });
    this.page.on('pageerror', ({ message }) => this.complaints.push(message));
    this.page.on('request', (request) => {
      const { protocol, pathname, origin } = new URL(request.url());
      if (protocol === 'blob:' || protocol === 'data:') return;
      if (origin !== this.#base || !isDocumented(request.method(), pathname))
        this.undocumented.push(`${request.method()} ${request.url()}`);
    });
  }

  /** Opens a page of the console, and waits until it has shown something. */
  async go(address: string): Promise<void> {
    await this.page.goto(`${this.#base}/console/${address}`);
    // The kit shows for ever how a page looks while it is loaded.
    if (address !== '_kit') await this.settled();
  }

  /** Waits until nothing is being loaded. */
  async settled(): Promise<void> {
    await this.page.locator('h1, .empty h2').first().waitFor();
    await this.page.locator('.bones').first().waitFor({ state: 'detached' });
  }

  /** Waits until the page, not the frame around it, shows a word. */
  async shows(word: string): Promise<void> {
    const place = this.page.locator('#main').getByText(word);
    await place.filter({ visible: true }).first().waitFor();
  }

  /**
   * Checks the page by the rules of WCAG 2.2 AA, its width, and keeps a picture where CONSOLE_SHOTS names a folder. By keyboard
   * a page looks as by mouse, and is not checked again.
   */
  async check(t: Test, name: string): Promise<void> {
    if (this.#view.byKeyboard === true) return;
    // What is half behind the head of the page is none of its faults.
    await this.page.evaluate('scrollTo(0, 0)');
    t.same(await accessibilityFaults(this.page), [], `${name} ${this.#name}`);
    const excess = await this.page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    t.equal(excess, 0, `${name} ${this.#name} does not scroll sideways`);
    const folder = process.env['CONSOLE_SHOTS'];
    if (folder === undefined) return;
    await this.page.screenshot({ path: `${folder}/${name}-${this.#name}.png` });
  }

  /** Moves the focus to something by the Tab key alone. @throws Error if it cannot be reached */
  async #tabTo(target: Locator): Promise<void> {
    await target.waitFor();
    const focused = target.and(this.page.locator(':focus'));
    for (let presses = 0; (await focused.count()) === 0; presses += 1) {
      if (presses === maxTabs)
        throw new Error(`${maxTabs} presses of Tab do not lead to ${String(target)}`);
      await this.page.keyboard.press('Tab');
    }
  }

  /** Presses a button, or follows a link. */
  async press(target: Locator): Promise<void> {
    if (this.#view.byKeyboard !== true) return target.click();
    await this.#tabTo(target);
    await this.page.keyboard.press('Enter');
  }

  /** Enters a text into a field, in place of what is there. */
  async enter(target: Locator, text: string): Promise<void> {
    if (this.#view.byKeyboard !== true) return target.fill(text);
    await this.#tabTo(target);
    await this.page.keyboard.press('Control+A');
    await this.page.keyboard.type(text);
  }

  /** Chooses an option of a list by its value. */
  async choose(target: Locator, value: string): Promise<void> {
    if (this.#view.byKeyboard !== true) {
      await target.selectOption(value);
      return;
    }
    await this.#tabTo(target);
    await this.page.keyboard.press('Home');
    await this.#arrowsTo(async () => (await target.inputValue()) === value);
  }

  /** Picks one of a few large choices. */
  async pick(target: Locator): Promise<void> {
    if (this.#view.byKeyboard !== true) return target.locator('xpath=..').click();
    const name = (await target.getAttribute('name')) ?? '';
    await this.#tabTo(this.page.locator(`input[name="${name}"]:checked`));
    await this.#arrowsTo(() => target.isChecked());
  }

  async #arrowsTo(isThere: () => Promise<boolean>): Promise<void> {
    for (let presses = 0; !(await isThere()); presses += 1) {
      if (presses === maxArrows) throw new Error(`${maxArrows} arrows do not lead to the choice`);
      await this.page.keyboard.press('ArrowDown');
    }
  }

  /** Sends the form of the field that was entered last. */
  async submit(button: Locator): Promise<void> {
    if (this.#view.byKeyboard === true) await this.page.keyboard.press('Enter');
    else await button.click();
  }

  /** Holds the replies of lists, as a slow gateway does. @returns a function that lets them go */
  async hold(): Promise<() => Promise<void>> {
    const gate = new EventEmitter();
    const opened = once(gate, 'open');
    await this.page.route(rowRequests, async (route) => {
      await opened;
      await route.continue().catch(() => undefined);
    });
    return async () => {
      gate.emit('open');
      // A request that its page has given up is never answered: its route is not waited for.
      await this.page.unrouteAll({ behavior: 'ignoreErrors' });
    };
  }

  /** Does something while every list is refused. */
  async failing(work: () => Promise<void>): Promise<void> {
    await this.page.route(rowRequests, (route) =>
      route.fulfill({ status: 500, json: { detail: 'The store does not answer.' } }),
    );
    await work();
    await this.page.unrouteAll({ behavior: 'ignoreErrors' });
  }

  async signIn(username: string, password: string): Promise<void> {
    await this.page.goto(`${this.#base}/console/`);
    await this.sendSignIn(username, password);
    await this.page.locator('#main').waitFor();
    await this.settled();
  }

  /** Fills in and sends the sign-in that is shown, whatever comes of it. */
  async sendSignIn(username: string, password: string): Promise<void> {
    await this.enter(this.page.getByLabel('User name'), username);
    await this.enter(this.page.getByLabel('Password'), password);
    await this.submit(this.page.getByRole('button', { name: 'Sign in' }));
  }

  /** Closes the browser. What it has noted must be nothing. */
  async close(t: Test): Promise<void> {
    await this.context.close();
    t.same(this.complaints, [], `${this.#name}: no error and no violation of the policy`);
    t.same(this.undocumented, [], `${this.#name}: every request is documented`);
  }
}
