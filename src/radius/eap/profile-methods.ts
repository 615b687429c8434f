import type { CheckResult } from '../../aaa/policy/check-item.ts';
import { refuseAccepted, type LoginDecision } from '../../aaa/policy/login-decision.ts';
import type { ProfileMethods } from '../../aaa/policy/profile-lists.ts';
import type { OfferedMethods } from './conversation.ts';
import { shownMethod } from './permitted-methods.ts';

/** The method outside of the tunnel: `EAP-TTLS`, and those that the place of the device permits. */
interface UsedMethod {
  readonly method: string;
  readonly offered: Pick<OfferedMethods, 'names' | 'setting'>;
}

/**
 * Adds to the checks of an accept which settings permit the method, and refuses it if the profile of the user does not. Only the
 * login inside of the method names the user, so that its device may have to be set to another method.
 */
export function checkMethod(decision: LoginDecision, used: UsedMethod): LoginDecision {
  if (!decision.isAccepted) return decision;
  const { method, offered } = used;
  const ofPlace = checkOf(method, offered.names, offered.setting);
  // The last profile overrides the others.
  const limiting = decision.user.eapMethods.findLast(({ methods }) => methods.length > 0);
  const ofProfile = limiting && checkOfProfile(method, limiting);
  const checks = [...decision.checks, ofPlace, ...(ofProfile ? [ofProfile] : [])];
  if (!ofProfile || ofProfile.passed) return { ...decision, checks };
  const reason = `${method} is not permitted: ${ofProfile.note} has ${ofProfile.value}`;
  return refuseAccepted({ ...decision, checks }, { kind: 'check_item', reason });
}

function checkOfProfile(method: string, { profile, methods }: ProfileMethods) {
  const names = methods.map(shownMethod).join(', ');
  return checkOf(method, names, `eap_methods of the profile "${profile}"`);
}

/** @param names  of the permitted methods @param note  the setting that permits them */
function checkOf(method: string, names: string, note: string) {
  const passed = names.split(', ').includes(method);
  return {
    attribute: 'EAP-Type',
    op: '==',
    value: names,
    found: [method],
    passed,
    note,
  } satisfies CheckResult;
}
