import { render } from 'preact';
import { App } from './app/app.tsx';
import { address, followLinks } from './app/address.ts';
import { pages } from './app/pages.ts';
import { loadSession } from './app/session.ts';
import { loadLanguage } from './app/texts.ts';
import { silentSince } from './app/api.ts';

const retryMs = 3000;

async function begin(): Promise<void> {
  await loadSession().catch(() => {
    silentSince.value ??= new Date();
    setTimeout(() => void begin(), retryMs);
  });
}

followLinks();
// Of another page than the first one, while the gateway says who is signed in.
pages[address.value.page]?.load().catch(() => null);
await Promise.all([loadLanguage(), begin()]);
const place = document.getElementById('app');
if (place) {
  // It has the shape of a page until now.
  place.replaceChildren();
  place.removeAttribute('aria-busy');
  render(<App />, place);
}
