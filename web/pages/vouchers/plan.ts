/* What vouchers are made for. */

export type SheetKind = 'a4' | 'receipt';

/** Entries of the three steps. */
export interface Plan {
  readonly duration: string;
  /** Devices at a time with one code. */
  readonly devices: number;
  readonly count: number;
  readonly name: string;
  /** Id of an AAA profile, or empty. */
  readonly profile: string;
  readonly price: string;
  readonly sheet: SheetKind;
}

interface Duration {
  readonly text: string;
  readonly sub: string;
  readonly body: () => Readonly<Record<string, unknown>>;
}

const hour = 3600;
const day = 24 * hour;

/** How long a voucher is valid. */
export const durations: Readonly<Record<string, Duration>> = {
  h3: { text: '3 hours', sub: 'while online', body: () => ({ time: 3 * hour, burn: 'online' }) },
  d1: {
    text: '1 day',
    sub: 'from the first login',
    body: () => ({ time: day, burn: 'first_use' }),
  },
  d3: {
    text: '3 days',
    sub: 'from the first login',
    body: () => ({ time: 3 * day, burn: 'first_use' }),
  },
  d7: {
    text: '1 week',
    sub: 'from the first login',
    body: () => ({ time: 7 * day, burn: 'first_use' }),
  },
};

export const maxVouchers = 500;

export const firstPlan: Plan = {
  duration: 'd1',
  devices: 1,
  count: 10,
  name: '',
  profile: '',
  price: '',
  sheet: 'a4',
};

/** Returns the body of the request that makes them. */
export function bodyOf(plan: Plan): Readonly<Record<string, unknown>> {
  return {
    kind: 'network',
    count: plan.count,
    ...durations[plan.duration]?.body(),
    devices: plan.devices,
    ...(plan.name === '' ? {} : { name: plan.name }),
    ...(plan.profile === '' ? {} : { profile: Number(plan.profile) }),
    ...(plan.price === '' ? {} : { price: plan.price }),
  };
}
