import type { Gateway } from '../../gateway/gateway.ts';
import type { Statement } from '../../store/store.ts';
import { noFields, type AlertKind } from './alert-kind.ts';
import type { StoredRule } from './alert-rules.ts';
import { gatewaySubject, goneMs } from './gateway-conditions.ts';
import { conditionKey, keepConditions, readConditionKeys } from './metric-conditions.ts';

/** Rules about gateways whose clock is implausible. */
export const clockImplausible: AlertKind = {
  description:
    'the clock of a gateway is implausible, so that nothing it has skipped is deleted, ended or begun; see gatehouse clock',
  fields: noFields,
  // The gateways serve all organizations.
  refusalOfTenants: 'Rules about the clock of the gateway are for the root organization.',
  suppresses: null,
  alerts: {
    collector: (gateway, id) => (rules) => keepClock(gateway, rules, gatewaySubject(id)),
    currentState: null,
    expiry: {
      afterMs: () => goneMs,
      message: ({ condition }) => `${condition.subject}: its gateway is gone`,
    },
    suppression: null,
    message: ({ condition }) => `${condition.subject} is implausible`,
    endMessage: ({ condition }) => `${condition.subject} is plausible`,
  },
};

/** Returns statements that keep a condition while the clock of this gateway is implausible. */
async function keepClock(
  gateway: Gateway,
  rules: readonly StoredRule[],
  gatewayName: string,
): Promise<readonly Statement[]> {
  if (rules.length === 0) return [];
  const subject = `clock of ${gatewayName}`;
  const keys = await readConditionKeys(gateway.store, rules);
  return rules.flatMap((rule) =>
    keepConditions(gateway, rule, {
      observations: observe(gateway, rule, subject),
      known: keys.filter((key) => key === conditionKey(rule.id, null, subject)),
    }),
  );
}

function observe({ trustedClock }: Gateway, { organization }: StoredRule, subject: string) {
  const { state, deviationMs } = trustedClock;
  if (state !== 'ahead' && state !== 'behind') return [];
  const hours = Math.round(Math.abs(deviationMs) / 3_600_000);
  const reference = state === 'ahead' ? 'the trusted time' : 'the accepted time';
  return [
    {
      device: { id: null, organization },
      subject,
      value: deviationMs / 1000,
      state: 'fulfilled' as const,
      message: `${subject}: ${hours} hours ${state === 'ahead' ? 'ahead of' : 'behind'} ${reference}; see gatehouse clock`,
    },
  ];
}
