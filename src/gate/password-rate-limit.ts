import type { Gateway } from '../gateway.ts';
import type { Caller } from '../caller.ts';
import { RateLimiter } from '../runtime/rate-limiter.ts';

const limiters = new WeakMap<Gateway, RateLimiter>();

/** Ten wrong passwords at once, then one every six seconds. */
const limits = { burst: 10, refillMs: 6_000, maxKeys: 100_000, clock: () => performance.now() };

/**
 * Limits failed password attempts for each user name.
 *
 * @param work        checks the password
 * @param isAccepted  true if the result of `work` is a success, which is not counted
 * @throws Fault `throttled`; errors of `work`
 */
export async function limitPasswordAttempts<T>(
  {
    gateway,
    caller,
    name,
  }: { readonly gateway: Gateway; readonly caller: Caller; readonly name: string },
  work: () => Promise<T>,
  isAccepted: (result: T) => boolean,
): Promise<T> {
  const limiter = limiters.get(gateway) ?? new RateLimiter(limits);
  limiters.set(gateway, limiter);
  const key = `${caller.organization} ${name.toLowerCase()}`;
  // Taken before the work: concurrent attempts would all find the bucket full.
  limiter.take(key);
  const result = await work();
  if (isAccepted(result)) limiter.refund(key);
  return result;
}
