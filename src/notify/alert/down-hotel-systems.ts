import { findDownLinks } from '../../aaa/pms/link-store.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { noFields, type AlertKind } from './alert-kind.ts';
import { keepSubjects } from './subject-conditions.ts';

/** Rules about links to hotel systems that are not alive. */
export const hotelSystems: AlertKind = {
  description: 'the link to a hotel system of the organization or below is down',
  fields: noFields,
  refusalOfTenants: null,
  suppresses: null,
  alerts: {
    collector: (gateway) => (ofKind, rules) =>
      keepSubjects(gateway, { ofKind, rules, prefix: '', find: () => findDown(gateway) }),
    currentState: null,
    expiry: null,
    suppression: null,
    message: ({ condition }) => `${condition.subject}: the link is down`,
    endMessage: ({ condition }) => `${condition.subject}: the link is alive`,
  },
};

async function findDown({ store }: Gateway) {
  const found = await findDownLinks(store);
  return found.map(({ id, organization, name, last_error }) => {
    const subject = `hotel system ${name} (${id})`;
    const message = `${subject}: the link is down: ${last_error ?? ''}`;
    return { organization, subject, value: 0, message };
  });
}
