import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import tap, { test } from 'tap';
import { createServer } from '../../../src/runtime/node-http.ts';
import { eventually, results } from '../../gateway-process.ts';
import { startFakeStripe } from '../../peers/fake-stripe.ts';
import { GuestBrowser } from './guest-browser.ts';
import { startStepGateway } from './step-gateway.ts';

/*
 * Guests who pay, or enter a code, while the gateway is killed at any moment: whoever has paid or has the right code gets in,
 * now or after the start, and nobody else is in. PORTAL_KILLS is the number of kills.
 */

const kills = Number(process.env['PORTAL_KILLS'] ?? 1);
const guestsOfRound = 12;
/** Steps of all guests of a round: the page, the first step, the second one. */
const stepsOfRound = 3 * guestsOfRound;
/** A kill comes up to so much after a step. */
const latestKillMs = 30;

tap.setTimeout(120_000 + kills * 30_000);

const codes = new Map<string, string>();
const messages = createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? '', 'http://messages');
  codes.set(searchParams.get('to') ?? '', /\d{6}/.exec(searchParams.get('text') ?? '')?.[0] ?? '');
  response.end();
});
messages.listen(0, '127.0.0.1');
await once(messages, 'listening');
const { port } = messages.address() as AddressInfo;
const stripe = await startFakeStripe();
const { gateway, stop } = await startStepGateway('sqlite', {
  GATEHOUSE_PORTAL_PUBLIC_URL: 'http://portal.test',
  GATEHOUSE_HTTP_TRUSTED_PROXIES: '127.0.0.1',
});
tap.teardown(async () => {
  await stop();
  messages.closeAllConnections();
  messages.close();
  await stripe.stop();
});
const base = `http://127.0.0.1:${gateway.httpPort}`;
const gate = gateway.gate.bind(gateway);
await gate('POST', '/access_point/', { name: 'ap', mac: 'AA:BB:CC:00:00:01' });
await gate('POST', '/portal_service/', {
  name: 'texts',
  kind: 'sms',
  url: `http://127.0.0.1:${port}/?to={number}&text={text}`,
  settings: { method: 'GET' },
});
await gate('POST', '/portal_page/', {
  name: 'lobby',
  login_kinds: ['payment', 'sms'],
  login_options: {
    payment: { prices: [{ name: 'One hour', amount: 300, currency: 'EUR', time: 3600 }] },
    sms: { max_per_hour: 1_000 },
  },
  payment_url: stripe.url,
  payment_key: stripe.key,
});

let guests = 0;

/** A guest with a device and an address of its own. */
class Guest {
  readonly mac: string;
  readonly #browser: GuestBrowser;
  readonly #number: string;
  readonly #isHonest: boolean;
  readonly #pays: boolean;
  /** Takes the last step again, if there is one to take. */
  #finish: (() => Promise<{ readonly text: string }>) | null = null;
  /** True once it has paid, or has the code and enters it. */
  mayBeIn = false;
  /** True if a page has said so before the kill. */
  wasTold = false;
  /** Stripe's name of the payment. */
  reference = '';

  constructor() {
    guests += 1;
    const [high, low] = [guests >> 8, guests & 255];
    this.mac = `02-00-00-0D-${[high, low].map((octet) => octet.toString(16).padStart(2, '0').toUpperCase()).join('-')}`;
    this.#number = `+43664${String(1_000_000 + guests)}`;
    this.#isHonest = guests % 3 !== 0;
    this.#pays = guests % 2 === 0;
    this.#browser = new GuestBrowser(base, { 'x-forwarded-for': `10.7.${high}.${low}` });
  }

  /** Goes as far as the gateway lets it. @param stepped  called after each step */
  async come(stepped: () => void): Promise<void> {
    try {
      const query = new URLSearchParams({ ap_mac: 'AA:BB:CC:00:00:01', mac: this.mac });
      await this.#browser.open(`/portal/?${query.toString()}`);
      stepped();
      await (this.#pays ? this.#pay() : this.#enterCode());
      stepped();
      this.wasTold = /You are logged in/.test((await this.#finish?.())?.text ?? '');
      stepped();
    } catch (error) {
      // The gateway was killed.
      if (!(error instanceof TypeError)) throw error;
    }
  }

  async #pay(): Promise<void> {
    const sent = await this.#browser.post('name="price"', { price: '0', kind: 'payment' });
    const session = [...stripe.sessions.values()].find(
      ({ url }) => url !== null && sent.text.includes(url),
    );
    if (!session) throw new Error(sent.text);
    const { id, success_url, client_reference_id: reference } = session;
    this.reference = reference;
    this.#finish = () =>
      this.#browser.open(success_url.replace('http://portal.test', ''), {
        'sec-fetch-site': 'cross-site',
      });
    if (this.#isHonest) stripe.pay(id);
    this.mayBeIn = this.#isHonest;
  }

  async #enterCode(): Promise<void> {
    await this.#browser.post('name="phone"', { phone: this.#number, kind: 'sms' });
    const right = codes.get(this.#number) ?? '';
    const wrong = right === '111111' ? '222222' : '111111';
    const hidden = this.#browser.hiddenOf('name="code"');
    const code = this.#isHonest ? right : wrong;
    this.#finish = () => this.#browser.submit({ ...hidden, code });
    this.mayBeIn = this.#isHonest;
  }

  /** Tries until it is told that it is in. @returns what it is told in the end */
  async insist(): Promise<string> {
    const finish = this.#finish;
    if (!finish) return '';
    if (!this.mayBeIn) return (await finish()).text;
    return (
      await eventually(finish, ({ text }) => /You are logged in|This login is complete/.test(text))
    ).text;
  }
}

/** Kills the gateway after a random step of guests who come together. */
async function killAmid(round: readonly Guest[]): Promise<void> {
  let left = randomInt(1, stepsOfRound + 1);
  let stepped = (): void => undefined;
  const reached = new Promise<void>((resolve) => {
    stepped = () => {
      left -= 1;
      if (left === 0) resolve();
    };
  });
  const coming = Promise.all(round.map((guest) => guest.come(stepped)));
  await Promise.race([reached, coming]);
  await sleep(randomInt(0, latestKillMs));
  await gateway.signal('SIGKILL');
  await coming;
}

const readAll = async (path: string) => results(await gate('GET', `${path}limit=1000`));

test(`after each of ${kills} kills whoever has paid or has the code is in, and nobody else`, async (t) => {
  const all: Guest[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    const round = Array.from({ length: guestsOfRound }, () => new Guest());
    all.push(...round);
    await killAmid(round);
    const told = round.filter(({ wasTold }) => wasTold).length;
    const entitled = round.filter(({ mayBeIn }) => mayBeIn).length;
    t.comment(`kill ${kill + 1}: ${told} were in, ${entitled} had paid or the code`);
    await gateway.start();
    await Promise.all(round.map((guest) => guest.insist()));
  }
  const open = (await readAll('/aaa_accounting/?')).filter(
    ({ acctstoptime }) => acctstoptime === null,
  );
  t.same(
    open.map(({ callingstationid }) => String(callingstationid)).toSorted(),
    all
      .filter(({ mayBeIn }) => mayBeIn)
      .map(({ mac }) => mac)
      .toSorted(),
    'one session of each who may be in',
  );
  t.same(
    (await readAll('/user_token/?kind=network&')).map(({ external_id: id }) => id).toSorted(),
    all
      .filter(({ mayBeIn, reference }) => mayBeIn && reference !== '')
      .map(({ reference }) => reference)
      .toSorted(),
    'one voucher of each who has paid',
  );
});
