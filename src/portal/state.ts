import type { CreateState } from '../gateway/module.ts';
import { KeyedLock } from '../runtime/keyed-lock.ts';
import { Semaphore } from '../runtime/limit/semaphore.ts';
import { RateLimiter } from '../runtime/rate-limiter.ts';
import { ControllerCalls } from './controller/controller-calls.ts';
import { createGuestLogLimits, type GuestLogLimits } from './guest-log.ts';

/** State that the logins of all portal pages of a gateway share. */
interface PortalState {
  readonly controllers: ControllerCalls;
  /** Limits of logins that need no password, by device and by address. */
  readonly freeLogins: { readonly ofDevice: RateLimiter; readonly ofHost: RateLimiter };
  readonly guestLog: GuestLogLimits;
  /** Serializes the logins of a user and of a device, and limits concurrent logins. */
  readonly loginGate: { readonly lock: KeyedLock; readonly limit: Semaphore };
}

declare module '../gateway/gateway.ts' {
  interface DomainState {
    readonly portal: PortalState;
  }
}

/** A few for each connection of PostgreSQL: with more, logins would wait for a connection until that fails. */
const maxConcurrentLogins = 32;
const maxKeys = 100_000;

export const state: CreateState = ({ store, deviceTypes, clock: { monotonicMs: clock } }) => ({
  portal: {
    controllers: new ControllerCalls(store, deviceTypes, clock),
    freeLogins: {
      ofDevice: new RateLimiter({ burst: 10, refillMs: 60_000, maxKeys, clock }),
      ofHost: new RateLimiter({ burst: 100, refillMs: 600, maxKeys, clock }),
    },
    guestLog: createGuestLogLimits(clock),
    loginGate: { lock: new KeyedLock(), limit: new Semaphore({ max: maxConcurrentLogins }) },
  },
});
