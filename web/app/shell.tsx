import { useEffect, useState } from 'preact/hooks';
import { Button } from '../design/button.tsx';
import { Empty } from '../design/states.tsx';
import { address } from './address.ts';
import { asCurl, readAddresses } from './api.ts';
import { Banners } from './banners.tsx';
import { copyText } from './copy.ts';
import { formatTime, now } from './format.ts';
import { LazyView } from './lazy-view.tsx';
import { isLive } from './live.ts';
import { Brand, Family, isOpenTo, Navigation, PhoneBar } from './navigation.tsx';
import { pages } from './pages.ts';
import { firstPage } from './places.ts';
import { Search } from './search.tsx';
import type { Session } from './session.ts';
import { t } from './texts.ts';
import { chooseTheme, isDark } from './theme.ts';
import { UserMenu } from './user-menu.tsx';

/** Navigation, search and state around a page. */
export function Shell({ who }: { readonly who: Session }) {
  const [isMenuOpen, setMenuOpen] = useState(false);
  const asked = address.value.page;
  const page = asked === 'overview' && !isOpenTo(who, asked) ? firstPage[who.role] : asked;
  const current = pages[page]?.parent ?? page;
  useEffect(() => {
    setMenuOpen(false);
    readAddresses.value = [];
    document.querySelector('h1')?.focus({ preventScroll: true });
  }, [page]);
  return (
    <>
      <a class="skip" href="#main">
        {t('Skip to the page')}
      </a>
      <div class="shell">
        <div class={isMenuOpen ? 'side is-open' : 'side'}>
          <Brand who={who} />
          <Navigation who={who} current={current} />
          <div class="side-foot tiny muted">Gatehouse {builtVersion}</div>
        </div>
        <div class="main">
          <Top who={who} />
          <Banners />
          <main id="main">
            <Place who={who} page={page} />
          </main>
        </div>
      </div>
      <PhoneBar
        who={who}
        current={current}
        isMenuOpen={isMenuOpen}
        onMenu={() => {
          setMenuOpen(!isMenuOpen);
        }}
      />
    </>
  );
}

function Place({ who, page }: { readonly who: Session; readonly page: string }) {
  const entry = pages[page];
  if (entry && isOpenTo(who, page))
    return (
      <>
        <Family who={who} page={page} />
        {entry.View ? <entry.View key={page} /> : <LazyView key={page} load={entry.load} />}
      </>
    );
  return (
    <Empty
      icon="search"
      title={t('There is no such page')}
      actions={<a href="overview">{t('To the first page')}</a>}
    />
  );
}

function Top({ who }: { readonly who: Session }) {
  const [isSearching, setSearching] = useState(false);
  return (
    <header class="top">
      <div class="phone-only">
        <Brand who={who} />
      </div>
      <Search
        isOpen={isSearching}
        role={who.role}
        onClose={() => {
          setSearching(false);
        }}
      />
      <div class="top-end">
        <LiveMark />
        <span class="phone-only">
          <Button
            kind="quiet"
            icon="search"
            label={t('Search')}
            onPress={() => {
              setSearching(true);
            }}
          />
        </span>
        <span class="wide-only">
          <Button kind="quiet" icon="terminal" label={t('Copy as curl')} onPress={copyAsCurl} />
        </span>
        <Button
          kind="quiet"
          icon={isDark() ? 'sun' : 'moon'}
          label={isDark() ? t('Light') : t('Dark')}
          onPress={() => {
            chooseTheme(isDark() ? 'light' : 'dark');
          }}
        />
        <UserMenu who={who} />
      </div>
    </header>
  );
}

function LiveMark() {
  if (isLive.value === null) return null;
  const time = formatTime(now.value);
  return (
    <span class={isLive.value ? 'live wide-only' : 'live is-cut wide-only'}>
      {isLive.value ? t('Live, {time}', { time }) : t('Not live, {time}', { time })}
    </span>
  );
}

/** Copies the requests of the page that is shown. */
function copyAsCurl(): void {
  const lines = readAddresses.value.map(asCurl).join('\n');
  copyText(`${lines}\n`, t('The requests of this page were copied.'));
}
