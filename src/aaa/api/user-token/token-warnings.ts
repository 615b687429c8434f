import type { Call } from '../../../http/endpoint.ts';
import { withWarnings } from '../../../http/warnings.ts';
import { joinLimits, readSoldLimits } from '../../policy/sold-limits.ts';

type Shown = Record<string, unknown>;

/** Adds to each voucher of a batch, whose terms are the same, what `warnOfToken` adds. */
export async function warnOfTokens(
  call: Pick<Call, 'gateway' | 'caller'>,
  made: Shown | Shown[],
): Promise<Shown | Shown[]> {
  if (!Array.isArray(made)) return warnOfToken(call, made);
  const [first = {}] = made;
  const { warnings } = await warnOfToken(call, first);
  return warnings === undefined ? made : made.map((voucher) => ({ ...voucher, warnings }));
}

/** Adds to a voucher the limits that access points of its site do not carry out. */
export async function warnOfToken(
  { gateway, caller }: Pick<Call, 'gateway' | 'caller'>,
  voucher: Shown,
): Promise<Shown> {
  if (voucher.kind !== 'network') return voucher;
  const { profile, time, octets, expiration, location, organization } = voucher;
  const own = {
    time: typeof time === 'number' || typeof expiration === 'string',
    volume: typeof octets === 'number',
    attributes: [],
  };
  const granted = await readSoldLimits(gateway.store, typeof profile === 'number' ? [profile] : []);
  const site = {
    organization: Number(organization),
    location: typeof location === 'number' ? location : null,
  };
  return withWarnings({ gateway, caller }, voucher, { limits: joinLimits(own, granted), site });
}
