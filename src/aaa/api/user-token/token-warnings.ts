import type { Call } from '../../../http/endpoint.ts';
import { groupBy } from '../../../runtime/group-by.ts';
import type { BatchVoucher } from '../../account/voucher-batch.ts';
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
  call: Pick<Call, 'gateway' | 'caller'>,
  voucher: Shown,
): Promise<Shown> {
  if (voucher.kind !== 'network') return voucher;
  const { profile, time, octets, expiration, location, organization } = voucher;
  const numberOf = (value: unknown) => (typeof value === 'number' ? value : null);
  const warnings = await findTokenWarnings(call, {
    organization: Number(organization),
    location: numberOf(location),
    profile: numberOf(profile),
    isTimed: typeof time === 'number' || typeof expiration === 'string',
    isMetered: typeof octets === 'number',
  });
  return warnings.length === 0 ? voucher : { ...voucher, warnings };
}

/** What a voucher sells, and where. */
interface SoldVoucher {
  readonly organization: number;
  readonly location: number | null;
  /** Id of its profile; null: none. */
  readonly profile: number | null;
  readonly isTimed: boolean;
  readonly isMetered: boolean;
}

/** Finds the limits of a voucher that access points of its site do not carry out. */
async function findTokenWarnings(
  { gateway, caller }: Pick<Call, 'gateway' | 'caller'>,
  { organization, location, profile, isTimed, isMetered }: SoldVoucher,
): Promise<readonly string[]> {
  const own = { time: isTimed, volume: isMetered, attributes: [] };
  const granted = await readSoldLimits(gateway.store, profile === null ? [] : [profile]);
  const limits = joinLimits(own, granted);
  return gateway.limitWarnings.find(limits, { organization, location }, caller);
}

/** Finds the limits of the vouchers of a batch that access points of their sites do not carry out, each of them once. */
export async function findBatchWarnings(
  call: Pick<Call, 'gateway' | 'caller'>,
  vouchers: readonly BatchVoucher[],
): Promise<string[]> {
  const sold = vouchers.map(
    ({ organization, location, profile, time, octets, expiration }): SoldVoucher => ({
      organization,
      location,
      profile,
      isTimed: time !== null || expiration !== null,
      isMetered: octets !== null,
    }),
  );
  const found: string[] = [];
  for (const [first] of groupBy(sold, (one) => JSON.stringify(one)).values())
    if (first) found.push(...(await findTokenWarnings(call, first)));
  return [...new Set(found)];
}
