import type { CheckItem } from './check-item.ts';

/*
 * Check items that are not compared with a request: they set what the gateway decides by. Their names are those of
 * FreeRADIUS and its sqlcounter.
 */

/** How far back a counter counts. */
export type QuotaPeriod = 'all' | 'daily' | 'weekly' | 'monthly';

/** A counter with a bound: `Max-Daily-Session` seconds, `Max-Daily-Octets` octets in both directions. */
export interface Quota {
  readonly name: string;
  readonly period: QuotaPeriod;
  readonly unit: 'seconds' | 'octets';
}

export const quotas: readonly Quota[] = (['All', 'Daily', 'Weekly', 'Monthly'] as const).flatMap(
  (word) => [
    { name: `Max-${word}-Session`, period: periodOf(word), unit: 'seconds' as const },
    { name: `Max-${word}-Octets`, period: periodOf(word), unit: 'octets' as const },
  ],
);

function periodOf(word: 'All' | 'Daily' | 'Weekly' | 'Monthly'): QuotaPeriod {
  return ({ All: 'all', Daily: 'daily', Weekly: 'weekly', Monthly: 'monthly' } as const)[word];
}

/** The bound of a name; undefined where it is another control, or none. */
export function findQuota(name: string): Quota | undefined {
  return quotas.find((bound) => bound.name === name);
}

const names = new Map(
  [
    ...quotas.map(({ name }) => name),
    'Auth-Type',
    'Expiration',
    'Login-Time',
    'Simultaneous-Use',
  ].map((name) => [name.toLowerCase(), name]),
);

export function isControlItem({ attribute }: CheckItem): boolean {
  return findControlName(attribute) !== null;
}

/** The name of a control in its own spelling; null where it is none. */
export function findControlName(attribute: string): string | null {
  return names.get(attribute.toLowerCase()) ?? null;
}

/** By name: what was set. */
export type ControlItems = ReadonlyMap<string, string>;

/**
 * What the check items of a profile and then of its user set; the user's win. `=` sets what nothing before it in the
 * same list has set, and of `+=` the last counts, except that times are added.
 *
 * @returns or in words which item sets nothing
 */
export function collectControlItems(
  lists: readonly (readonly CheckItem[])[],
): ControlItems | string {
  const controls = new Map<string, string>();
  for (const list of lists) {
    const here = new Set<string>();
    for (const item of list.filter(isControlItem)) {
      const name = names.get(item.attribute.toLowerCase()) ?? item.attribute;
      const op = item.op ?? '==';
      if (!setting.has(op)) return `${name} ${op}: expected :=, =, == or +=`;
      if (op !== '=' || !here.has(name))
        controls.set(name, op === '+=' ? added(name, controls.get(name), item.value) : item.value);
      here.add(name);
    }
  }
  return controls;
}

function added(name: string, before: string | undefined, value: string): string {
  return name === 'Login-Time' && before !== undefined ? `${before},${value}` : value;
}

const setting = new Set(['=', ':=', '==', '+=']);
