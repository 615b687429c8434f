import { findExhaustedPools } from '../../aaa/address/exhausted-pools.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { noFields, type AlertKind } from './alert-kind.ts';
import { keepSubjects } from './subject-conditions.ts';

/** Logins do not come every minute: a pool counts as exhausted for so long after one that got no address. */
const recentMs = 600_000;

/** Rules about address pools without a free address. */
export const addressPools: AlertKind = {
  description:
    'in the last ten minutes a login found no free address in an address pool of the organization or below',
  fields: noFields,
  refusalOfTenants: null,
  suppresses: null,
  alerts: {
    collector: (gateway) => (ofKind, rules) =>
      keepSubjects(gateway, { ofKind, rules, prefix: '', find: () => findExhausted(gateway) }),
    currentState: null,
    expiry: null,
    suppression: null,
    message: ({ condition }) => `${condition.subject}: no address is free`,
    endMessage: ({ condition }) => `${condition.subject}: logins get addresses`,
  },
};

async function findExhausted({ store, now }: Gateway) {
  const found = await findExhaustedPools(store, new Date(now().getTime() - recentMs));
  return found.map(({ id, organization, name }) => {
    const subject = `address pool ${name} (${id})`;
    return { organization, subject, value: 0, message: `${subject}: no address is free` };
  });
}
