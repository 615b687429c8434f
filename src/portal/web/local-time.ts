import type { Gateway } from '../../gateway/gateway.ts';
import { readTimeZone } from '../../organization/time-zone.ts';
import type { View } from './document.ts';

/** Formats a time in the time zone of a site. */
export async function formatTime(
  { store }: Pick<Gateway, 'store'>,
  at: Date,
  {
    site,
    language,
  }: Pick<View, 'language'> & { readonly site: Parameters<typeof readTimeZone>[1] },
): Promise<string> {
  const timeZone = await readTimeZone(store, site);
  return new Intl.DateTimeFormat(language.code, {
    dateStyle: 'medium',
    timeStyle: 'short',
    ...(timeZone !== null && { timeZone }),
  }).format(at);
}
