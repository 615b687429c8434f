import type { Gateway } from '../gateway/gateway.ts';
import { asFault } from '../contract/errors.ts';
import { RateLimiter } from '../runtime/rate-limiter.ts';
import { TtlCache } from '../runtime/cache.ts';
import { insertPortalLogEntry, type PortalLogEntry } from '../aaa/portal-log/portal-log.ts';

const onceMs = 60_000;
const maxKeys = 50_000;

/** What guests do before they are logged in, which anybody can repeat: a page view, and an attempt that is blocked. */
export interface GuestEvent extends Omit<PortalLogEntry, 'at'> {
  readonly type: 'pv' | 'ub';
  readonly mac: string;
  readonly ip: string;
}

/** Events that have been logged recently, and the limit of the addresses that they came from. */
export interface GuestLogLimits {
  readonly logged: TtlCache<true>;
  readonly ofHost: RateLimiter;
}

/** @param clock  returns milliseconds that never go backwards */
export function createGuestLogLimits(clock: () => number): GuestLogLimits {
  return {
    logged: new TtlCache<true>({ ttlMs: onceMs, maxEntries: maxKeys, clock }),
    ofHost: new RateLimiter({ burst: 60, refillMs: 1_000, maxKeys, clock }),
  };
}

/**
 * Logs what a guest does: once a minute for each device, page and name, and not more than 60 times a minute for each address.
 * The guest is served if the entry cannot be written.
 */
export async function logGuestEvent(gateway: Gateway, event: GuestEvent): Promise<void> {
  const { store, log, now } = gateway;
  const { logged, ofHost } = gateway.portal.guestLog;
  const key = JSON.stringify([
    event.type,
    event.organization,
    event.page,
    event.mac,
    event.username,
  ]);
  if (logged.get(key)) return;
  try {
    ofHost.take(event.ip);
    logged.set(key, true);
    await store.write([insertPortalLogEntry(store, { ...event, at: now() })]);
  } catch (error) {
    const fault = asFault(error);
    if (fault?.kind === 'throttled') return;
    logged.delete(key);
    log.warn({ type: event.type, reason: String(error) }, 'portal: cannot log an event of a guest');
  }
}

/** Logs that the login of a guest is blocked after too many wrong passwords. */
export function logBlockedGuest(
  gateway: Gateway,
  guest: Omit<GuestEvent, 'type' | 'status' | 'detail'>,
): Promise<void> {
  const detail = 'too many wrong passwords';
  return logGuestEvent(gateway, { ...guest, type: 'ub', status: 429, detail });
}
