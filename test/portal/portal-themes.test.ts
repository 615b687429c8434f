import tap, { test, type Test } from 'tap';
import { readLanguages } from '../../src/organization/languages.ts';
import { themes } from '../../src/portal/page/portal-page.ts';
import { GatewayProcess, type Json } from '../gateway-process.ts';
import { startChromium } from '../peers/chromium.ts';
import { ContactSheet } from './contact-sheet.ts';
import { checkLook, faults } from './page-look.ts';

/* Every theme, in every language, by day and by night, at the size of a phone and of a desk: a sample of all states. */

tap.setTimeout(process.env['PORTAL_SHEETS'] === undefined ? 200_000 : 1_800_000);

const languages = readLanguages('');
const codes = [...languages.keys()];

test('every language has all texts, and each text is its own', (t) => {
  const english = Object.entries(languages.get('en')?.texts ?? {});
  t.ok(english.length > 50);
  t.same(codes, ['ar', 'de', 'en', 'es', 'fr', 'it', 'ja', 'nl', 'pt', 'zh']);
  // A word that some languages share with English.
  const shared = new Set(['password', 'error', 'code', 'sent_code']);
  for (const code of codes.filter((one) => one !== 'en'))
    for (const [key, text] of english) {
      const translated = languages.get(code)?.texts[key] ?? '';
      t.ok(translated.trim() !== '' && (translated !== text || shared.has(key)), `${code}: ${key}`);
      const places = (one: string) => (one.match(/\{\w+\}/g) ?? []).sort().join();
      t.equal(places(translated), places(text), `${code}: ${key} names the same values`);
    }
  t.end();
});

const gateway = await GatewayProcess.start({ GATEHOUSE_POLLING_ENABLED: 'false' });
const { browser, stop } = await startChromium({ maxSeconds: 1_800 });
const opened = await browser.newPage();
opened.setDefaultTimeout(30_000);
tap.teardown(async () => {
  await stop();
  await gateway.remove();
});
const make = async (path: string, body: Json) => (await gateway.gate('POST', path, body)).body;
const base = `http://127.0.0.1:${gateway.httpPort}`;
await make('/access_point/', { name: 'ap', mac: 'AA:BB:CC:00:00:01' });
const visitor = (await make('/user/', { username: 'visitors' }))['id'];
const title = 'Hôtel Děčín Łódź';
const { id } = await make('/portal_page/', {
  name: 'lobby',
  title,
  welcome: 'In every room, by the pool and on the roof.',
  terms: 'Be kind.',
  terms_user: visitor,
  login_kinds: ['voucher', 'user', 'terms'],
  links: [{ text: 'Privacy', url: 'https://example.com/' }],
});
const mac = '02-00-00-00-03-01';
const sold = { kind: 'network', time: 7_260, octets: 5e6, devices: 2 };
const { code } = await make('/user_token/', sold);
const device = { ap_mac: 'AA:BB:CC:00:00:01', mac, ip: '127.0.0.1' };

/** A NAS names the access point and the device as its vendor does. */
const query = (more: Readonly<Record<string, string>>) =>
  new URLSearchParams({ ip: device.ip, mac: '02-00-00-00-03-02', ...more }).toString();
const redirect = query({ ap_mac: device.ap_mac });

const paths = {
  login: `/portal/?${redirect}`,
  status: `/portal/status?${redirect}`,
  connected: `/portal/?${query({ called: device.ap_mac, uamip: '10.1.0.1', challenge: '00', res: 'success' })}`,
  refused: `/portal/?${query({ 'ap-mac': device.ap_mac, 'link-login-only': 'http://10.5.50.1/login', error: 'full' })}`,
  elsewhere: '/portal/99999/?x=1',
} as const;
type State = keyof typeof paths;
const states: readonly State[] = ['login', 'status', 'connected', 'refused', 'elsewhere'];

/** The heading of a state: the name of the place, or a text. */
const headings: Readonly<Record<State, string | null>> = {
  login: null,
  status: 'connected',
  connected: 'connected',
  refused: null,
  elsewhere: 'problem',
};

/** Language, heading, whether there is an error, and the style sheet of the theme. */
const shown = `[
  document.documentElement.lang,
  document.querySelector('h1').textContent,
  document.querySelector('.notice.bad, [role=alert]') !== null,
  /([a-z]+\\.css)\\?/.exec([...document.styleSheets].at(-1).href)?.[1],
]`;

/** What `shown` finds in a state. */
function shownIn(
  state: State,
  { theme, language }: Readonly<Record<'theme' | 'language', string>>,
) {
  const key = headings[state];
  const heading = key === null ? title : languages.get(language)?.texts[key];
  const isError = state === 'refused' || state === 'elsewhere';
  return [language, heading, isError, state === 'elsewhere' ? 'plain.css' : `${theme}.css`];
}

// Each theme meets every language, and each state both sizes and both times of the day.
for (const [nth, theme] of themes.entries())
  test(`${theme}: languages and states hold the rules of accessibility, and nothing overflows`, async (t) => {
    await gateway.gate('PATCH', `/portal_page/${String(id)}/`, { theme });
    for (const [at, state] of states.entries()) {
      // Whoever has a session sees it at every address.
      if (state === 'status')
        t.equal(
          (await gateway.gate('POST', '/portal_login/', { ...device, token: code })).status,
          201,
        );
      for (const half of [0, 1]) {
        const language = codes[(2 * at + half) % codes.length] ?? 'en';
        const colorScheme = (nth + at) % 2 === half ? 'light' : 'dark';
        await opened.setViewportSize({ width: (nth + half) % 2 === 0 ? 390 : 1440, height: 844 });
        await opened.emulateMedia({ colorScheme });
        await opened.goto(`${base}${paths[state]}&lang=${language}`);
        for (const fold of await opened.locator('details.way > summary').all()) await fold.click();
        const name = `${theme}-${state}-${language}-${colorScheme}`;
        t.same(await opened.evaluate(shown), shownIn(state, { theme, language }), name);
        t.same(await opened.evaluate(faults), [], name);
        if (half === nth % 2) await checkLook(t, opened, name);
      }
      if (state === 'status')
        t.equal((await gateway.gate('POST', '/portal_logout/', { mac })).status, 200);
    }
  });

/** A folder for sheets of pictures of every theme in every language, size and scheme: for a person to look at, with PORTAL_SHEETS. */
const sheets = process.env['PORTAL_SHEETS'];
const sizes = {
  phone: { viewport: { width: 390, height: 844 }, width: 195, columns: 10 },
  desk: { viewport: { width: 1440, height: 900 }, width: 400, columns: 4 },
} as const;
const pictures = codes.flatMap((language) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ language, colorScheme })),
);

async function drawSheet(
  t: Test,
  { theme, state, size }: { theme: string; state: State; size: keyof typeof sizes },
): Promise<void> {
  const { viewport, ...look } = sizes[size];
  await opened.setViewportSize(viewport);
  const sheet = new ContactSheet();
  for (const { language, colorScheme } of pictures) {
    await opened.emulateMedia({ colorScheme });
    await opened.goto(`${base}${paths[state]}&lang=${language}`);
    const name = `${theme}-${state}-${size}-${language}-${colorScheme}`;
    t.same(await opened.evaluate(shown), shownIn(state, { theme, language }), name);
    t.same(await opened.evaluate(faults), [], name);
    await checkLook(t, opened, name);
    await sheet.take(opened, `${language} ${colorScheme}`);
  }
  await sheet.write(browser, `${sheets ?? ''}/${theme}-${state}-${size}.png`, look);
}

if (sheets !== undefined)
  test('each theme in each language, at both sizes, by day and by night', async (t) => {
    for (const state of ['login', 'status'] as const) {
      if (state === 'status')
        await gateway.gate('POST', '/portal_login/', { ...device, token: code });
      for (const theme of themes) {
        await gateway.gate('PATCH', `/portal_page/${String(id)}/`, { theme });
        for (const size of ['phone', 'desk'] as const) await drawSheet(t, { theme, state, size });
      }
    }
    await gateway.gate('POST', '/portal_logout/', { mac });
  });
