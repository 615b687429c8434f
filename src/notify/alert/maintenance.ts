import type { AlertKind } from './alert-kind.ts';

/** Rules that keep others from firing for a time. */
export const maintenance: AlertKind = {
  description: 'other rules do not fire from `starts_at` to `ends_at`',
  fields: {
    metric: 'refused',
    operator: 'refused',
    threshold: 'refused',
    clear_threshold: 'refused',
    labels: 'refused',
    location: 'optional',
    type: 'optional',
    device: 'optional',
    starts_at: 'optional',
    ends_at: 'optional',
    polls: 'refused',
  },
  refusalOfTenants: null,
  suppresses: ({ starts_at, ends_at }, now) =>
    (starts_at ?? now) <= now && now < (ends_at ?? Infinity),
  alerts: null,
};
