import { findWrongClocks } from '../../aaa/client/nas-clock-store.ts';
import { describeOffset } from '../../aaa/client/nas-clocks.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { noFields, type AlertKind } from './alert-kind.ts';
import { keepSubjects } from './subject-conditions.ts';

/** Rules about NASes whose clocks are wrong. */
export const nasClock: AlertKind = {
  description:
    'the clock of a NAS, of an AAA client of the organization or below, is wrong by more than a minute, so the times of its sessions are corrected',
  fields: noFields,
  refusalOfTenants: null,
  suppresses: null,
  alerts: {
    collector: (gateway) => (ofKind, rules) =>
      keepSubjects(gateway, { ofKind, rules, prefix: '', find: () => findWrong(gateway) }),
    currentState: null,
    expiry: null,
    suppression: null,
    message: ({ condition }) => `${condition.subject}: its clock is wrong`,
    endMessage: ({ condition }) => `${condition.subject}: its clock is right, or it is gone`,
  },
};

async function findWrong({ store }: Gateway) {
  const wrong = await findWrongClocks(store);
  return wrong.map(({ organization, client, client_name, nas, clock_offset }) => {
    const subject = `NAS ${nas} of client ${client_name} (${client})`;
    const message = `${subject}: its clock is ${describeOffset(clock_offset)}`;
    return { organization, subject, value: clock_offset, message };
  });
}
