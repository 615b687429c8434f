import type { CreateState } from '../gateway/module.ts';
import { PasswordAttempts } from './password/password-attempts.ts';
import { VerifiedPasswordCache } from './password/password-verifier.ts';
import type { LoginContext } from './policy/login-decision.ts';
import { PatternMatcher } from './policy/pattern-matcher.ts';

declare module '../gateway/gateway.ts' {
  interface DomainState {
    /** RADIUS, portal and apps count wrong passwords and remember right ones together. */
    readonly logins: LoginContext;
  }
}

export const state: CreateState = ({ store, vault, clock }) => ({
  logins: {
    store,
    vault,
    verifiedPasswords: new VerifiedPasswordCache(vault),
    attempts: new PasswordAttempts(clock.monotonicMs),
    patterns: new PatternMatcher(),
  },
});
