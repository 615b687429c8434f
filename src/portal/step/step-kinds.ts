import type { SteppedKind } from '../page/portal-page.ts';
import type { StepKind } from './step-kind.ts';

/** The kinds of logins with a second step; each is loaded at its first login. */
const stepKinds: Readonly<Record<SteppedKind, () => Promise<StepKind>>> = {
  email: async () => (await import('./email.ts')).email,
  oidc: async () => (await import('./oidc.ts')).oidc,
  payment: async () => (await import('./payment.ts')).payment,
  room: async () => (await import('./room.ts')).room,
  sms: async () => (await import('./sms.ts')).sms,
  sponsor: async () => (await import('./sponsor.ts')).sponsor,
};

export function loadStepKind(kind: SteppedKind): Promise<StepKind> {
  return stepKinds[kind]();
}
