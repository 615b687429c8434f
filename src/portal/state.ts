import type { AuthorizationServer } from 'oauth4webapi';
import type { CreateState } from '../gateway/module.ts';
import { KeyedLock } from '../runtime/keyed-lock.ts';
import { Semaphore } from '../runtime/limit/semaphore.ts';
import { TtlCache } from '../runtime/cache.ts';
import { RateLimiter } from '../runtime/rate-limiter.ts';
import { createLimitWarnings } from './carriage/limit-warnings.ts';
import { ConnectedDevices } from './controller/connected-devices.ts';
import { ControllerCalls } from './controller/controller-calls.ts';
import { createSheetLooks } from './page/sheet-look.ts';
import { createGuestLogLimits, type GuestLogLimits } from './guest-log.ts';
import { LoginGuesses } from './login-guesses.ts';

/** State that the logins of all portal pages of a gateway share. */
interface PortalState {
  readonly controllers: ControllerCalls;
  /** Devices that the controllers know. */
  readonly connected: ConnectedDevices;
  /** Limits of logins that need no password, by page, by address and by device. */
  readonly freeLogins: Readonly<Record<'ofPage' | 'ofHost' | 'ofDevice', RateLimiter>>;
  readonly guesses: LoginGuesses;
  readonly guestLog: GuestLogLimits;
  /** Limits the messages of logins that are sent at a time, and those that wait. */
  readonly messages: Semaphore;
  /** Limits the calls to issuers at a time, and those that wait. */
  readonly issuerCalls: Semaphore;
  /** What issuers say of themselves, by service and address. */
  readonly issuers: TtlCache<AuthorizationServer>;
  /** openNDS routers that have fetched their devices lately, by the hash of their names. */
  readonly routers: TtlCache<true>;
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
const maxConcurrentMessages = 8;
const maxWaitingMessages = 64;
const maxKeys = 100_000;
/** authmon asks every ten seconds, or every five. */
const routerMs = 60_000;
const maxRouters = 2_000;
const issuerMs = 3_600_000;
const maxIssuers = 200;
const maxIssuerCalls = 16;
const maxWaitingIssuerCalls = 64;

export const state: CreateState = ({
  store,
  deviceTypes,
  clock: { monotonicMs: clock, sleep },
}) => {
  const controllers = new ControllerCalls(store, deviceTypes, clock);
  return {
    limitWarnings: createLimitWarnings(store),
    sheetLooks: createSheetLooks(store),
    portal: {
      controllers,
      connected: new ConnectedDevices(controllers, clock),
      guesses: new LoginGuesses({ monotonicMs: clock, sleep }),
      freeLogins: {
        ofDevice: new RateLimiter({ burst: 10, refillMs: 60_000, maxKeys, clock }),
        // All guests of a site may have one address: 400 at a time.
        ofHost: new RateLimiter({ burst: 400, refillMs: 150, maxKeys, clock }),
        ofPage: new RateLimiter({ burst: 3_000, refillMs: 20, maxKeys, clock }),
      },
      guestLog: createGuestLogLimits(clock),
      messages: new Semaphore({
        max: maxConcurrentMessages,
        maxWaiting: maxWaitingMessages,
        name: 'messages of logins',
      }),
      issuerCalls: new Semaphore({
        max: maxIssuerCalls,
        maxWaiting: maxWaitingIssuerCalls,
        name: 'calls to issuers',
      }),
      issuers: new TtlCache<AuthorizationServer>({
        ttlMs: issuerMs,
        maxEntries: maxIssuers,
        clock,
      }),
      routers: new TtlCache<true>({ ttlMs: routerMs, maxEntries: maxRouters, clock }),
      loginGate: { lock: new KeyedLock(), limit: new Semaphore({ max: maxConcurrentLogins }) },
    },
  };
};
