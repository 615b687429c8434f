import { render } from 'preact';
import { App } from './app/app.tsx';
import { followLinks } from './app/address.ts';
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
await loadLanguage();
const place = document.getElementById('app');
if (place) render(<App />, place);
await begin();
