import type { Gateway } from '../../gateway/gateway.ts';
import type { AlertBehaviour } from './alert-kind.ts';
import type { AlertRules, StoredRule } from './alert-rules.ts';
import type { ConditionDevice } from './device-conditions.ts';

/** Longest time that an alert waits until the devices that its device is connected through have been polled. */
const confirmMs = 120_000;

interface SuppressedCondition {
  readonly suppressed_by: string | null;
  readonly violated_since: number;
}

export interface Suppressed {
  /** Devices that must be polled before it is known. */
  readonly polled: readonly number[];
  /** New state of the condition. */
  readonly condition?: SuppressedCondition;
}

/** A condition of a device that would fire. */
export interface Candidate {
  readonly condition: SuppressedCondition;
  readonly rule: StoredRule;
  readonly device: ConditionDevice;
}

export interface World {
  readonly devices: ReadonlyMap<number, ConditionDevice>;
  readonly rules: AlertRules;
}

/**
 * Finds why the alert of a device does not fire: a maintenance, or a reason of its kind.
 *
 * @returns null: it fires
 */
export function findSuppression(
  gateway: Pick<Gateway, 'now' | 'config'>,
  { suppression, ...candidate }: Candidate & Pick<AlertBehaviour, 'suppression'>,
  world: World,
): Suppressed | null {
  const by = world.rules.suppressorOf(candidate.device, gateway.now().getTime());
  if (by) return suppressed(candidate.condition, `${by.kind} ${JSON.stringify(by.name)}`);
  return suppression && suppression(gateway, candidate, world);
}

/**
 * Finds why the alert of a device that is down does not fire: a device that it is connected through is down, was not
 * polled since, or has just come back.
 *
 * @returns null: it fires
 */
export function suppressByParents(
  gateway: Pick<Gateway, 'now' | 'config'>,
  { condition, rule, device }: Candidate,
  { devices }: Pick<World, 'devices'>,
): Suppressed | null {
  const now = gateway.now().getTime();
  const parents = parentsOf(device, devices);
  const dead = parents.find(({ state }) => state === 'Down');
  if (dead) return suppressed(condition, `parent ${JSON.stringify(dead.name)}`);
  if (condition.suppressed_by?.startsWith('parent ') === true)
    return pollAgain(gateway, rule, { device, now });
  const isWaitOver = now - condition.violated_since >= rule.seconds * 1000 + confirmMs;
  const since = device.last_status_change ?? now;
  const unconfirmed = parents.filter(({ last_connection }) => (last_connection ?? 0) <= since);
  if (isWaitOver || unconfirmed.length === 0) return null;
  return { polled: unconfirmed.map(({ id }) => id) };
}

/** Lists the devices that a device is connected through, the nearest first; none if it is among them, which says nothing. */
function parentsOf(
  device: ConditionDevice,
  devices: ReadonlyMap<number, ConditionDevice>,
): readonly ConditionDevice[] {
  const parents: ConditionDevice[] = [];
  let above = device.parent === null ? undefined : devices.get(device.parent);
  while (above !== undefined && above !== device && !parents.includes(above)) {
    parents.push(above);
    above = above.parent === null ? undefined : devices.get(above.parent);
  }
  return above === device ? [] : parents;
}

function suppressed(
  { suppressed_by, violated_since }: SuppressedCondition,
  by: string,
): Suppressed {
  if (suppressed_by === by) return { polled: [] };
  return { polled: [], condition: { suppressed_by: by, violated_since } };
}

/** The way to the device is back: it has the tolerance of its rule, and time for a poll, to be up again. */
function pollAgain(
  { config }: Pick<Gateway, 'config'>,
  rule: StoredRule,
  { device, now }: { readonly device: ConditionDevice; readonly now: number },
): Suppressed {
  const pollMs = 2000 * config.polling.timeout_seconds;
  const violated_since = now + Math.max(0, pollMs - rule.seconds * 1000);
  return { polled: [device.id], condition: { suppressed_by: null, violated_since } };
}
