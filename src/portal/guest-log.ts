import type { Gateway } from '../gateway/gateway.ts';
import { asFault } from '../contract/errors.ts';
import { customerKey } from '../runtime/ip-address.ts';
import { RateLimiter } from '../runtime/rate-limiter.ts';
import { TtlCache } from '../runtime/cache.ts';
import { insertPortalLogEntry, type PortalLogEntry } from '../aaa/portal-log/portal-log.ts';

const onceMs = 60_000;
const maxKeys = 50_000;

/** What guests do before they are logged in, which anybody can repeat: a page view, and an attempt that is blocked. */
export interface GuestEvent extends Omit<PortalLogEntry, 'at'> {
  readonly type: 'pv' | 'ub';
  /** Null: not known. */
  readonly mac: string | null;
  readonly ip: string;
}

/** Events that have been logged recently, and the limits of a page and of the addresses that its requests came from. */
export interface GuestLogLimits {
  readonly logged: TtlCache<true>;
  readonly ofHost: RateLimiter;
  readonly ofPage: RateLimiter;
}

/** @param clock  returns milliseconds that never go backwards */
export function createGuestLogLimits(clock: () => number): GuestLogLimits {
  return {
    logged: new TtlCache<true>({ ttlMs: onceMs, maxEntries: maxKeys, clock }),
    // All guests of a site may have one address.
    ofHost: new RateLimiter({ burst: 300, refillMs: 1_000, maxKeys, clock }),
    ofPage: new RateLimiter({ burst: 3_000, refillMs: 100, maxKeys, clock }),
  };
}

/**
 * Logs what a guest does: once a minute for each device, page and name, and 60 times a minute for each address. What the guest
 * says of itself, such as MAC and IP address in the redirect, counts for no limit. The guest is served if the entry cannot be
 * written.
 *
 * @param peer  address that the request came from
 */
export async function logGuestEvent(
  gateway: Gateway,
  event: GuestEvent,
  peer: string,
): Promise<void> {
  const { store, log, now } = gateway;
  const { logged, ofHost, ofPage } = gateway.portal.guestLog;
  const key = JSON.stringify([
    event.type,
    event.organization,
    event.page,
    event.mac,
    event.username,
  ]);
  if (logged.get(key)) return;
  try {
    const page = `${event.organization} ${event.page ?? ''}`;
    ofHost.take(`${page} ${customerKey(peer)}`);
    ofPage.take(page);
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
  peer: string,
): Promise<void> {
  const detail = 'too many wrong passwords';
  return logGuestEvent(gateway, { ...guest, type: 'ub', status: 429, detail }, peer);
}
