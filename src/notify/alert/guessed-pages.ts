import type { Gateway } from '../../gateway/gateway.ts';
import type { Statement } from '../../store/store.ts';
import type { AlertKind } from './alert-kind.ts';
import type { AlertRules, StoredRule } from './alert-rules.ts';
import { gatewaySubject, goneMs } from './gateway-conditions.ts';
import { conditionKey, keepConditions, readConditionKeys } from './metric-conditions.ts';

/** Rules about portal pages at which codes or passwords are being guessed. */
export const portalGuesses: AlertKind = {
  description:
    'codes or passwords are being guessed at a portal page of the organization or below, where logins are delayed therefore',
  fields: {
    metric: 'refused',
    operator: 'refused',
    threshold: 'refused',
    clear_threshold: 'refused',
    labels: 'refused',
    location: 'refused',
    type: 'refused',
    device: 'refused',
    starts_at: 'refused',
    ends_at: 'refused',
    polls: 'refused',
  },
  refusalOfTenants: null,
  suppresses: null,
  alerts: {
    collector: (gateway, id) => (guessRules, rules) =>
      keepGuesses(gateway, { guessRules, rules, gatewayName: gatewaySubject(id) }),
    currentState: null,
    expiry: {
      afterMs: () => goneMs,
      message: ({ condition }) => `${condition.subject}: its gateway is gone`,
    },
    suppression: null,
    message: ({ condition }) => `${condition.subject}: codes or passwords are being guessed`,
    endMessage: ({ condition }) => `${condition.subject}: no more guesses`,
  },
};

interface GuessRules {
  readonly guessRules: readonly StoredRule[];
  readonly rules: AlertRules;
  readonly gatewayName: string;
}

/** Returns statements that keep a condition for each page at which this gateway delays logins. */
async function keepGuesses(
  gateway: Gateway,
  { guessRules, rules, gatewayName }: GuessRules,
): Promise<readonly Statement[]> {
  if (guessRules.length === 0) return [];
  const pages = gateway.portal.guesses.guessedPages();
  const keys = await readConditionKeys(gateway.store, guessRules);
  return guessRules.flatMap((rule) => {
    const prefix = `portal at ${gatewayName}, page `;
    return keepConditions(gateway, rule, {
      observations: pages
        .filter(({ organization }) => rules.reaches(rule, organization))
        .map(({ page, excess }) => ({
          device: { id: null, organization: rule.organization },
          subject: `${prefix}${page}`,
          value: excess,
          state: 'fulfilled' as const,
        })),
      known: keys.filter((key) => key.startsWith(conditionKey(rule.id, null, prefix))),
    });
  });
}
