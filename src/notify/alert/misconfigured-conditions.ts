import type { Gateway } from '../../gateway/gateway.ts';
import {
  findMisconfiguredDevices,
  type MisconfiguredDevice,
} from '../../inventory/device/misconfigured-devices.ts';
import { groupBy } from '../../runtime/group-by.ts';
import type { Statement } from '../../store/store.ts';
import type { AlertKind } from './alert-kind.ts';
import type { AlertRules, StoredRule } from './alert-rules.ts';
import {
  conditionKey,
  keepConditions,
  readConditionKeys,
  type Observation,
} from './metric-conditions.ts';

/**
 * Rules about devices whose type, connection profile, address or credentials do not fit. Devices of one profile have one
 * alert, since the fault is mostly in the profile.
 */
export const deviceMisconfigured: AlertKind = {
  description:
    'devices that are Misconfigured, such as by a wrong password; one alert for each connection profile',
  fields: {
    metric: 'refused',
    operator: 'refused',
    threshold: 'refused',
    clear_threshold: 'refused',
    labels: 'refused',
    location: 'optional',
    type: 'optional',
    device: 'optional',
    starts_at: 'refused',
    ends_at: 'refused',
    polls: 'refused',
  },
  refusalOfTenants: null,
  suppresses: null,
  alerts: {
    collector: (gateway) => (misconfiguredRules, rules) =>
      keepMisconfigured(gateway, { misconfiguredRules, rules }),
    currentState: null,
    expiry: null,
    suppression: null,
    message: ({ condition }) => `${condition.subject}: devices are misconfigured`,
    endMessage: ({ condition }) => `${condition.subject}: no device is misconfigured`,
  },
};

interface MisconfiguredRules {
  readonly misconfiguredRules: readonly StoredRule[];
  readonly rules: AlertRules;
}

/** Returns statements that keep a condition for each connection profile with misconfigured devices. */
async function keepMisconfigured(
  gateway: Gateway,
  { misconfiguredRules, rules }: MisconfiguredRules,
): Promise<readonly Statement[]> {
  if (misconfiguredRules.length === 0) return [];
  const devices = await findMisconfiguredDevices(gateway.store);
  const keys = await readConditionKeys(gateway.store, misconfiguredRules);
  return misconfiguredRules.flatMap((rule) =>
    keepConditions(gateway, rule, {
      observations: observe(
        rule,
        devices.filter((device) => rules.holdsFor(rule, device)),
      ),
      known: keys.filter((key) => key.startsWith(conditionKey(rule.id, null, ''))),
    }),
  );
}

function observe(
  { organization }: StoredRule,
  devices: readonly MisconfiguredDevice[],
): readonly Observation[] {
  return [...groupBy(devices, subjectOf)].map(([subject, same]) => ({
    device: { id: null, organization },
    subject,
    value: same.length,
    state: 'fulfilled',
    message: messageOf(subject, same),
  }));
}

function subjectOf({
  connection_profile: profile,
  profile_name: name,
  type_name: type,
}: MisconfiguredDevice): string {
  return profile === null
    ? `devices of type ${type} without a connection profile`
    : `connection profile ${name ?? ''} (${profile})`;
}

function messageOf(subject: string, [first, ...more]: readonly MisconfiguredDevice[]): string {
  const others = more.length === 0 ? '' : ` and ${more.length} more`;
  const reason = first?.last_error ?? 'no ip_address';
  return `${subject}: ${first?.name ?? ''}${others} misconfigured: ${reason}`;
}
