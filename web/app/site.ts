import { signal } from '@preact/signals';

/** How many things are wrong now. */
export const faultCount = signal(0);
