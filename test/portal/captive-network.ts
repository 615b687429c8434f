import { createHash, randomBytes } from 'node:crypto';
import type { BrowserContext } from 'playwright-core';

/* The network of a phone at a hot spot of CoovaChilli, as far as a browser meets it, by the redirects of its public sources (redir.c). */

interface HotSpot {
  /** The address of the gateway, which the walled garden lets through. */
  readonly base: string;
  /** The address of the gateway for guests. */
  readonly publicUrl: string;
  /** Called-Station-Id of the access point. */
  readonly called: string;
  readonly secret: string;
  /** Asks RADIUS with the response of a browser, and the challenge as the NAS hashes it. */
  readonly authenticate: (
    station: string,
    chap: { readonly response: string; readonly challenge: string },
  ) => Promise<boolean>;
}

interface Device {
  /** With dashes. */
  readonly mac: string;
  readonly ip: string;
}

const nas = { uamip: '10.1.0.1', uamport: '3990' } as const;

export class CaptiveNetwork {
  readonly #spot: HotSpot;
  readonly #device: Device;
  readonly #challenge = randomBytes(16).toString('hex');
  /** True once RADIUS has let the device in. */
  isOnline = false;

  constructor(spot: HotSpot, device: Device) {
    this.#spot = spot;
    this.#device = device;
  }

  /** Answers what a browser asks of other hosts than the gateway: it is redirected until it is on line. */
  async attach(context: BrowserContext): Promise<void> {
    const { base, publicUrl } = this.#spot;
    await context.route(
      ({ origin }) => origin !== base,
      async (route) => {
        const url = new URL(route.request().url());
        const isPortal = url.origin === publicUrl;
        const location = isPortal ? `${base}${url.pathname}${url.search}` : await this.#answer(url);
        await (location === null
          ? route.fulfill({ contentType: 'text/html', body: '<h1>The Internet</h1>' })
          : route.fulfill({ status: 302, headers: { location } }));
      },
    );
  }

  /** @returns where the browser is sent; null: the page itself */
  async #answer(url: URL): Promise<string | null> {
    if (url.hostname !== nas.uamip)
      return this.isOnline ? null : this.#redirect({ res: 'notyet', userurl: url.href });
    if (url.pathname === '/logoff') {
      this.isOnline = false;
      return this.#redirect({ res: 'logoff' });
    }
    if (this.isOnline) return this.#redirect({ res: 'already' });
    const { username = '', response = '' } = Object.fromEntries(url.searchParams);
    const challenge = createHash('md5')
      .update(Buffer.from(this.#challenge, 'hex'))
      .update(this.#spot.secret)
      .digest('hex');
    this.isOnline = await this.#spot.authenticate(username, { response, challenge });
    return this.#redirect(
      this.isOnline ? { res: 'success' } : { res: 'failed', reply: 'No place is left' },
    );
  }

  #redirect(more: Readonly<Record<string, string>>): string {
    return `${this.#spot.base}/portal/?${this.redirect(more)}`;
  }

  /** The query that the access point sends a browser to the page with. */
  redirect(more: Readonly<Record<string, string>>): string {
    const { called } = this.#spot;
    const query = { ...more, ...nas, challenge: this.#challenge, called, ...this.#device };
    return new URLSearchParams(query).toString();
  }
}
