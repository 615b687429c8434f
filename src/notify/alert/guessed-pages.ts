import { noFields, type AlertKind } from './alert-kind.ts';
import { gatewaySubject, goneMs } from './gateway-conditions.ts';
import { keepSubjects } from './subject-conditions.ts';

/** Rules about portal pages at which codes or passwords are being guessed. */
export const portalGuesses: AlertKind = {
  description:
    'codes or passwords are being guessed at a portal page of the organization or below, where logins are delayed therefore',
  fields: noFields,
  refusalOfTenants: null,
  suppresses: null,
  alerts: {
    collector: (gateway, id) => {
      const prefix = `portal at ${gatewaySubject(id)}, page `;
      const find = () =>
        gateway.portal.guesses.guessedPages().map(({ organization, page, excess }) => ({
          organization,
          subject: `${prefix}${page}`,
          value: excess,
        }));
      return (ofKind, rules) => keepSubjects(gateway, { ofKind, rules, prefix, find });
    },
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
