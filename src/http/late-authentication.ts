import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../contract/caller.ts';
import { isAway } from '../contract/errors.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { TtlCache } from '../runtime/cache.ts';
import { answerWithin } from '../runtime/deadline.ts';
import { authenticateCaller } from './authentication.ts';

/** A token that the store has verified within this time is good for metrics while the store is away. */
const knownMs = 24 * 3_600_000;
const maxKnown = 64;
const answerMs = 1_000;

type LateGateway = Pick<Gateway, 'config' | 'authenticateToken' | 'clock'>;

/**
 * Returns the function that authenticates a caller who reads how the gateway is. While the store is away, it goes by what the
 * store last said about the bearer token.
 *
 * @returns a function that throws Fault as `authenticateCaller`, and `unavailable` or `timeout` for another token then
 */
export function createLateAuthentication(
  gateway: LateGateway,
): (request: FastifyRequest) => Promise<Caller> {
  const known = new TtlCache<Caller>({
    ttlMs: knownMs,
    maxEntries: maxKnown,
    clock: () => gateway.clock.monotonicMs(),
  });
  return async (request) => {
    const { authorization = '', cookie } = request.headers;
    // A session may end with time.
    const key = cookie === undefined ? hash('sha256', authorization) : '';
    try {
      const caller = await answerWithin(answerMs, authenticateCaller(gateway, request));
      if (key !== '') known.set(key, caller);
      return caller;
    } catch (error) {
      const caller = isAway(error) ? known.get(key) : undefined;
      if (caller) return caller;
      if (!isAway(error)) known.delete(key);
      throw error;
    }
  };
}
