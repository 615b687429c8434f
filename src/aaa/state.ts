import type { CreateState } from '../gateway/module.ts';
import { createLoginTests } from './client/login-tests.ts';
import { WifiKeys } from './key/wifi-keys.ts';
import { codeRates, PasswordAttempts } from './password/password-attempts.ts';
import { VerifiedPasswordCache } from './password/password-verifier.ts';
import type { LoginContext } from './policy/login-decision.ts';
import { UserSources } from './source/user-sources.ts';
import { PatternMatcher } from './policy/pattern-matcher.ts';

declare module '../gateway/gateway.ts' {
  interface DomainState {
    /** RADIUS, portal and apps count wrong passwords and remember right ones together. */
    readonly logins: LoginContext;
    /** Limits wrong codes of second factors. */
    readonly secondFactors: PasswordAttempts;
    /** The directories that authenticate users. */
    readonly userSources: UserSources;
    /** The Wi-Fi keys of networks, for handshakes that access points report. */
    readonly wifiKeys: WifiKeys;
  }
}

export const state: CreateState = ({ store, vault, clock, log }) => ({
  loginTests: createLoginTests(),
  userSources: new UserSources({ store, vault, clock, log }),
  wifiKeys: new WifiKeys({ store, vault, clock }),
  secondFactors: new PasswordAttempts(clock.monotonicMs, codeRates),
  logins: {
    store,
    vault,
    verifiedPasswords: new VerifiedPasswordCache(vault),
    attempts: new PasswordAttempts(clock.monotonicMs),
    patterns: new PatternMatcher(),
  },
});
