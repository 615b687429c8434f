import { signal } from '@preact/signals';

/** How many things are wrong now, as the overview has found. */
export const faultCount = signal(0);

const key = 'gatehouse.first';

/** Remembers in this browser that the overview can be read: the next visit begins with its requests. */
export function keepOverview(): void {
  localStorage.setItem(key, 'overview');
}

/** Forgets it, when nobody is signed in any more. */
export function forgetOverview(): void {
  localStorage.removeItem(key);
}
