import { findPortalErrors } from '../../aaa/portal-log/portal-errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { noFields, type AlertKind } from './alert-kind.ts';
import { keepSubjects } from './subject-conditions.ts';

/** Guests do not come every minute: an access point counts as failing for so long after an error. */
const recentMs = 600_000;

/** Rules about access points that do not let guests in. */
export const portalErrors: AlertKind = {
  description:
    'in the last ten minutes guests could not be let in at an access point of the organization or below (entries of type `er` in the portal log)',
  fields: noFields,
  refusalOfTenants: null,
  suppresses: null,
  alerts: {
    collector: (gateway) => (ofKind, rules) =>
      keepSubjects(gateway, { ofKind, rules, prefix: '', find: () => findErrors(gateway) }),
    currentState: null,
    expiry: null,
    suppression: null,
    message: ({ condition }) => `${condition.subject}: guests cannot be let in`,
    endMessage: ({ condition }) => `${condition.subject}: no errors in the last ten minutes`,
  },
};

async function findErrors({ store, now }: Gateway) {
  const found = await findPortalErrors(store, new Date(now().getTime() - recentMs));
  return found.map(({ organization, access_point, name, errors, detail }) => {
    const place = access_point === null ? '' : ` at access point ${name ?? ''} (${access_point})`;
    const subject = `portal${place}`;
    const message = `${subject}: guests cannot be let in: ${detail}`;
    return { organization, subject, value: errors, message };
  });
}
