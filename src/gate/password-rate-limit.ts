import type { Gateway } from '../gateway.ts';
import type { Caller } from '../caller.ts';
import { RateLimiter } from '../runtime/rate-limiter.ts';

const throttles = new WeakMap<Gateway, RateLimiter>();

/** Ten wrong passwords at once, then one every six seconds. */
const allowed = { burst: 10, refillMs: 6_000, maxKeys: 100_000, clock: () => performance.now() };

/**
 * Tries a password that a person gave; wrong ones are bounded for each name that is tried.
 *
 * @param isRight  of what the work gives: whether the person was let in
 * @throws Fault `throttled`; what the work throws
 */
export async function limitPasswordAttempts<T>(
  {
    gateway,
    caller,
    name,
  }: { readonly gateway: Gateway; readonly caller: Caller; readonly name: string },
  work: () => Promise<T>,
  isRight: (result: T) => boolean,
): Promise<T> {
  const throttle = throttles.get(gateway) ?? new RateLimiter(allowed);
  throttles.set(gateway, throttle);
  const key = `${caller.organization} ${name.toLowerCase()}`;
  // taken before the work: many tries at once would all find the bucket as it was
  throttle.take(key);
  const result = await work();
  if (isRight(result)) throttle.refund(key);
  return result;
}
