import { signal } from '@preact/signals';

/*
 * The address of what is shown: a page is one segment below /console/, everything else is in its query. So every relative
 * address of the console holds on each page, whatever path a proxy puts before it.
 */

export interface Address {
  readonly page: string;
  readonly query: URLSearchParams;
}

/** Folder of the console, such as https://gate.example/console/. */
export const home = new URL('./', import.meta.url);
/** Root of the gateway, without a slash at the end. */
export const root = new URL('../', home).href.slice(0, -1);

/** The address that is shown. */
export const address = signal<Address>(read());

/** Called before another page is shown; false keeps the present one. */
let leaveGuard: (() => boolean) | null = null;

addEventListener('popstate', () => {
  address.value = read();
});

function read(): Address {
  const path = decodeURIComponent(location.pathname.slice(home.pathname.length));
  return {
    page: path.replace(/\/$/, '') || 'overview',
    query: new URLSearchParams(location.search),
  };
}

/** Returns the relative address of a page, or a path of the gateway, with its query. @param query  parameters; those without a value are left out */
export function linkTo(
  page: string,
  query: Readonly<Record<string, string | number>> = {},
): string {
  const entries = Object.entries(query).filter(([, value]) => value !== '');
  const search = new URLSearchParams(
    entries.map(([key, value]) => [key, String(value)]),
  ).toString();
  return search === '' ? page : `${page}?${search}`;
}

/** Shows another page. @param isNew  false replaces the present entry of the history */
export function go(link: string, isNew = true): void {
  const target = new URL(link, home);
  const isOtherPage = target.pathname !== location.pathname;
  if (isOtherPage && leaveGuard && !leaveGuard()) return;
  if (isNew) history.pushState(null, '', target);
  else history.replaceState(null, '', target);
  address.value = read();
  if (isOtherPage) scrollTo(0, 0);
}

/** Returns the present address with other parameters; an empty value removes one. */
export function linkWith(changes: Readonly<Record<string, string>>): string {
  return linkTo(address.value.page, { ...Object.fromEntries(address.value.query), ...changes });
}

/** Changes parameters of the present address; an empty value removes one. */
export function setQuery(changes: Readonly<Record<string, string>>): void {
  go(linkWith(changes), false);
}

/** Asks before the page with unsaved entries is left. */
export function guardLeaving(guard: (() => boolean) | null): void {
  leaveGuard = guard;
}

/** Follows links of the console without loading it again. */
export function followLinks(): void {
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || link.target !== '' || link.hasAttribute('download')) return;
    if (!link.href.startsWith(home.href)) return;
    event.preventDefault();
    go(link.href);
  });
}
