import { Html } from './html.ts';

/** Outlines in a square of 24, drawn with a stroke of the colour of the text. */
const outlines = {
  account:
    '<circle cx="12" cy="8" r="3.75"/><path d="M4.75 20c.6-3.9 3.5-6 7.25-6s6.650 2.100 7.250 6"/>',
  alert: '<circle cx="12" cy="12" r="9"/><path d="M12 7.500v5.500M12 16.400v.1"/>',
  card: '<path d="M3 6h18v12H3zM3 10h18M6.500 14.500h4"/>',
  check: '<path d="M5 12.500l4.750 4.750L19 7.500"/>',
  chevron: '<path d="M6 9.500l6 6 6-6"/>',
  clock: '<circle cx="12" cy="12" r="9"/><path d="M12 7v5.250l3.250 2"/>',
  data: '<path d="M8 20V5M4.500 8.500L8 5l3.500 3.500M16 4v15M12.500 15.500L16 19l3.500-3.500"/>',
  globe:
    '<circle cx="12" cy="12" r="9"/><path d="M3 12h18M12 3c2.700 2.600 4 5.600 4 9s-1.300 6.400-4 9c-2.700-2.600-4-5.600-4-9s1.300-6.400 4-9z"/>',
  key: '<circle cx="8" cy="15.500" r="4"/><path d="M11 12.500L19.500 4M16 7.500l2.500 2.500"/>',
  leave: '<path d="M14 4H6v16h8M10.500 12H20M16.500 8.500L20 12l-3.500 3.500"/>',
  mail: '<path d="M3.500 6h17v12h-17zM4 6.500l8 6.500 8-6.500"/>',
  next: '<path d="M4.500 12h14.500M13 6l6 6-6 6"/>',
  phone:
    '<path d="M8 2.500h8a1 1 0 0 1 1 1v17a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1v-17a1 1 0 0 1 1-1zM11 18.500h2"/>',
  terms: '<path d="M4 13.500c2.200-4 5-6 8-6s5.800 2 8 6"/><circle cx="12" cy="13.500" r="3"/>',
  voucher:
    '<path d="M4 6.500h16a1 1 0 0 1 1 1v2a2.500 2.500 0 0 0 0 5v2a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1v-2a2.500 2.500 0 0 0 0-5v-2a1 1 0 0 1 1-1z"/><path d="M14.500 9.500v5"/>',
  wifi: '<path d="M2.500 9.250c5.500-5 13.500-5 19 0M6 13c3.500-3.100 8.500-3.100 12 0M9.400 16.600c1.600-1.300 3.600-1.300 5.200 0"/><path d="M12 19.800v.1"/>',
} as const;

export type IconName = keyof typeof outlines;

/** Returns an icon, which screen readers pass over. */
export function icon(name: IconName, className = 'icon'): Html {
  return new Html(
    `<svg class="${className}" viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round">${outlines[name]}</svg>`,
  );
}
