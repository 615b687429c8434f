import type { Store } from './store.ts';

/** How exactly it is kept when a token was last used: a write for every request would cost more than the request. */
export const lastUsedPrecisionMs = 60_000;

/**
 * Notes that a bearer token was used, where the store does not already say so to the minute. Does not wait for the
 * write, and a write that fails is made up for by the next use.
 *
 * @param token  as the store has it: `last_used` in milliseconds, null where it was never used
 */
export function recordTokenUse(
  store: Store,
  token: { readonly id: number; readonly last_used: number | null },
  now: Date,
): void {
  const at = now.getTime();
  if (token.last_used !== null && at - token.last_used < lastUsedPrecisionMs) return;
  const note = store.db
    .updateTable('user_token')
    .set({ last_used: at })
    .where('id', '=', token.id)
    .where((where) =>
      where.or([
        where('last_used', 'is', null),
        where('last_used', '<=', at - lastUsedPrecisionMs),
      ]),
    );
  store.write([note]).catch(() => undefined);
}
