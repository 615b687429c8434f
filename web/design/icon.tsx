/** Outlines on a grid of 24 × 24, each a path. */
const outlines = {
  overview: 'M4 4h7v7H4zM15 4h5v4h-5zM15 12h5v8h-5zM4 15h7v5H4z',
  device: 'M4 14h16v6H4zM8 17h.01M12 14v-2M8.5 9.5a5 5 0 0 1 7 0M6 7a8.5 8.5 0 0 1 12 0',
  alert: 'M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 20.5h4',
  work: 'M4 8h14l-3-3M20 16H6l3 3',
  session: 'M3 12h4l3-7 4 14 3-7h4',
  ask: 'M4 4h16v13h-7l-4 4v-4H4zM9.8 9a2.3 2.3 0 1 1 3.2 2.2c-.7.3-1 .7-1 1.3M12 14.8h.01',
  voucher: 'M3 7h18v3a2 2 0 0 0 0 4v3H3v-3a2 2 0 0 0 0-4zM15 7v2M15 11v2M15 15v2',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM5 20a7 7 0 0 1 14 0',
  client: 'M4 5h16v6H4zM4 13h16v6H4zM8 8h.01M8 16h.01M12 8h4M12 16h4',
  upstream: 'M12 20V5M6 11l6-6 6 6',
  profile: 'M5 4h14v16H5zM9 9h6M9 13h6M9 17h3',
  globe: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18',
  portal: 'M7 3h10v18H7zM11 18h2',
  report: 'M4 20h16M7 20v-7M12 20V6M17 20v-11',
  building: 'M5 21V4h9v17M14 9h5v12M8 8h3M8 12h3M8 16h3M3 21h18',
  gateway: 'M4 21V11a8 8 0 0 1 16 0v10M9 21v-9a3 3 0 0 1 6 0v9',
  place:
    'M12 21s7-6.5 7-12a7 7 0 0 0-14 0c0 5.500 7 12 7 12zM12 11.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5z',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM20 20l-4-4',
  close: 'M6 6l12 12M18 6L6 18',
  check: 'M5 12.500l4.500 4.500L19 7.500',
  minus: 'M6 12h12',
  plus: 'M12 5v14M5 12h14',
  down: 'M6 9l6 6 6-6',
  up: 'M6 15l6-6 6 6',
  right: 'M9 6l6 6-6 6',
  warning: 'M12 4l9 16H3zM12 10v4M12 17h.01',
  fault: 'M8.500 3h7L21 8.500v7L15.500 21h-7L3 15.500v-7zM12 8v5M12 16h.01',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5M12 8h.01',
  moon: 'M20 14.500A8 8 0 1 1 9.500 4a6.500 6.500 0 0 0 10.500 10.500z',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 3v2M12 19v2M3 12h2M19 12h2M5.600 5.600L7 7M17 17l1.400 1.400M5.600 18.400L7 17M17 7l1.400-1.400',
  power: 'M12 4v8M7.500 6.500a7 7 0 1 0 9 0',
  refresh: 'M20 11a8 8 0 0 0-14-4L4 9M4 5v4h4M4 13a8 8 0 0 0 14 4l2-2M20 19v-4h-4',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  print: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z',
  edit: 'M4 20h4L19 9l-4-4L4 16zM13 7l4 4',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
  stop: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM8 12h8',
  terminal: 'M4 5h16v14H4zM8 10l2.500 2L8 14M13 15h3',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  menu: 'M4 7h16M4 12h16M4 17h16',
  key: 'M9 15a4 4 0 1 1 3.500-6H21v3h-2v3h-3v-3h-3.500A4 4 0 0 1 9 15zM8.500 11h.01',
  exit: 'M14 4H5v16h9M10 12h11M17 8l4 4-4 4',
  filter: 'M4 5h16l-6 8v6l-4-2v-4z',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3 2',
} as const;

export type IconName = keyof typeof outlines;

/** Outlines that point onward or out, and turn with the direction of the language. */
const directed: ReadonlySet<IconName> = new Set(['right', 'exit']);

/** An outline beside a word, or alone in a control that has a label. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg
      class={directed.has(name) ? 'icon is-directed' : 'icon'}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path d={outlines[name]} />
    </svg>
  );
}
