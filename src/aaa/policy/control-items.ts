import type { CheckItem } from './check-item.ts';
import type { QuotaPeriod } from './limit/quota-period.ts';

/*
 * Control items: check items that are not compared with a request but set a limit or a rule. Their names are the names of
 * FreeRADIUS and its sqlcounter.
 */

/** A quota: `Max-Daily-Session` in seconds, `Max-Daily-Octets` in octets of both directions. */
export interface Quota {
  readonly name: string;
  readonly period: QuotaPeriod;
  readonly unit: 'seconds' | 'octets';
}

const periods = { All: 'all', Daily: 'daily', Weekly: 'weekly', Monthly: 'monthly' } as const;

export const quotas: readonly Quota[] = Object.entries(periods).flatMap(([word, period]) => [
  { name: `Max-${word}-Session`, period, unit: 'seconds' as const },
  { name: `Max-${word}-Octets`, period, unit: 'octets' as const },
]);

/** Finds the quota of a name; undefined: not the name of a quota. */
export function findQuota(name: string): Quota | undefined {
  return quotas.find((quota) => quota.name === name);
}

const controlNames = new Map(
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

/** Finds the canonical spelling of a control's name; null: the attribute is no control. */
export function findControlName(attribute: string): string | null {
  return controlNames.get(attribute.toLowerCase()) ?? null;
}

/** The values of control items by name. */
export type ControlItems = ReadonlyMap<string, string>;

/** The rules that the check items of a profile and then of its user set for a login. */
export interface LoginRules {
  /** The control items; a text names the item that cannot be evaluated, which rejects every login. */
  readonly controls: ControlItems | string;
  /** Auth-Type in lower case: `accept` skips the credential check, `reject` fails it. */
  readonly authType: string | undefined;
  /** The items that are compared with a request. */
  readonly compared: readonly CheckItem[];
}

/** Reads the rules from the check items of a profile and then of its user. */
export function readLoginRules(lists: readonly (readonly CheckItem[])[]): LoginRules {
  const controls = collectControlItems(lists);
  const authType =
    typeof controls === 'string' ? undefined : controls.get('Auth-Type')?.toLowerCase();
  const compared = lists.flatMap((list) => list.filter((item) => !isControlItem(item)));
  return { controls, authType, compared };
}

/** The rules of a user without check items. */
export const noLoginRules: LoginRules = { controls: new Map(), authType: undefined, compared: [] };

/**
 * Collects the control items of a profile and then of its user, whose own win. `=` sets a control unless an earlier item of
 * the same list did, and of several `+=` the last counts, except that login times are added up.
 *
 * @returns a text that names the item whose operator cannot set a value
 */
export function collectControlItems(
  lists: readonly (readonly CheckItem[])[],
): ControlItems | string {
  const controls = new Map<string, string>();
  for (const list of lists) {
    const setInList = new Set<string>();
    for (const item of list) {
      const name = findControlName(item.attribute);
      if (name === null) continue;
      const op = item.op ?? '==';
      if (!settingOperators.has(op)) return `${name} ${op}: expected :=, =, == or +=`;
      if (op !== '=' || !setInList.has(name))
        controls.set(
          name,
          op === '+=' ? addValue(name, controls.get(name), item.value) : item.value,
        );
      setInList.add(name);
    }
  }
  return controls;
}

const settingOperators = new Set(['=', ':=', '==', '+=']);

function addValue(name: string, before: string | undefined, value: string): string {
  return name === 'Login-Time' && before !== undefined ? `${before},${value}` : value;
}
