import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secret } from '../../contract/secret.ts';

/** How old an event may be, in seconds: the clocks of both sides differ, and a repeated delivery is signed anew. */
const toleranceSeconds = 300;

interface SignedEvent {
  /** The header `Stripe-Signature`: `t=1700000000,v1=…`, with a signature for each secret that is valid. */
  readonly header: string;
  /** The body as it was received. */
  readonly body: string;
  readonly at: Date;
}

/**
 * Checks the signature of an event: HMAC-SHA256 over its time, a dot and the body.
 *
 * @returns false: it is not from the provider, or too old
 * @see     docs.stripe.com/webhooks#verify-manually
 */
export function isSigned({ header, body, at }: SignedEvent, secret: Secret): boolean {
  const parts = header
    .slice(0, maxHeader)
    .split(',')
    .map((part) => part.trim().split('='));
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(time)) return false;
  if (Math.abs(at.getTime() / 1000 - Number(time)) > toleranceSeconds) return false;
  const expected = createHmac('sha256', secret.reveal()).update(`${time}.${body}`).digest();
  return parts.some(([name, value = '']) => {
    const given = Buffer.from(name === 'v1' ? value : '', 'hex');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

const maxHeader = 4_096;
