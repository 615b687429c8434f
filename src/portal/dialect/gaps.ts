import {
  carriedLimits,
  wisprRates,
  type Carriage,
  type CarriedLimit,
  type Dialect,
  type RedirectParameters,
} from './dialect.ts';
import { dialects, dialectNames, type DialectName } from './dialects.ts';

/** What a user, voucher or profile limits: kinds of limits, and the attributes of its grant. */
export interface LimitsToCarry {
  readonly time: boolean;
  readonly volume: boolean;
  readonly logout: boolean;
  /** Names of the attributes of the grant. */
  readonly attributes: readonly string[];
}

/** Attributes that are a rate; a role or a filter is one only by the configuration of the NAS. */
const rates: readonly string[] = dialectNames
  .flatMap((name) => dialects[name].carries.rateAttributes)
  .filter((attribute) => /Bandwidth|Rate/.test(attribute));

/**
 * Returns the limits that an access point does not carry out, in the order of the guide's table.
 *
 * @param carriage  of the access point; one by SSH counts as carried
 */
export function findGaps(carriage: Carriage, limits: LimitsToCarry): readonly CarriedLimit[] {
  const isSet: Readonly<Record<CarriedLimit, boolean>> = {
    time: limits.time,
    rate: has(limits, rates),
    volume: limits.volume,
    logout: limits.logout,
  };
  const isCarried = (limit: CarriedLimit) =>
    carriage[limit] !== 'no' && (limit !== 'rate' || has(limits, attributesOf(carriage)));
  return carriedLimits.filter((limit) => isSet[limit] && !isCarried(limit));
}

/** The attributes that a carriage takes a rate from. By calls and grants the gateway tells those of WISPr; a NAS may read any. */
function attributesOf({ rate, rateAttributes }: Carriage): readonly string[] {
  if (rate !== 'RADIUS') return wisprRates;
  return rateAttributes.length === 0 ? rates : rateAttributes;
}

function has({ attributes }: LimitsToCarry, names: readonly string[]): boolean {
  const lower = new Set(names.map((name) => name.toLowerCase()));
  return attributes.some((attribute) => lower.has(attribute.toLowerCase()));
}

/** Returns how the limits reach the access point of a redirect. */
export function carriageFor(name: DialectName, parameters: RedirectParameters): Carriage {
  const dialect: Dialect = dialects[name];
  return dialect.carriesFor?.(parameters) ?? dialect.carries;
}

const names: Readonly<Record<CarriedLimit, string>> = {
  time: 'time',
  rate: 'rate',
  volume: 'volume',
  logout: 'log out',
};

/** Returns the text of the log and of warnings; empty: there is no gap. */
export function describeGaps(gaps: readonly CarriedLimit[]): string {
  return gaps.length === 0
    ? ''
    : `the access point does not carry out: ${gaps.map((gap) => names[gap]).join(', ')}`;
}
