import { Fault } from '../../../contract/errors.ts';
import { parseTime } from '../../../contract/fields.ts';
import type { Gateway } from '../../../gateway/gateway.ts';
import { readCheckout, readDeadline, readLocalTime } from '../../../organization/deadline.ts';
import type { Site } from '../../../organization/time-zone.ts';

/** From when until when a token is valid, as it is shown. */
interface ShownValidity {
  readonly expiration: string | null;
  readonly valid_from: string | null;
  readonly until_checkout: boolean;
}

/** The same as a body states it. Without an offset times are local. */
type StatedValidity = {
  readonly [Field in keyof ShownValidity]?: ShownValidity[Field] | undefined;
};

/** Milliseconds since 1970; null: without such a limit. */
interface Validity {
  readonly expiration: number | null;
  readonly validFrom: number | null;
  readonly untilCheckout: boolean;
}

/** A token without limits of time. */
export const alwaysValid: ShownValidity = {
  expiration: null,
  valid_from: null,
  until_checkout: false,
};

interface ValidityChange {
  /** Whose clocks and check-out count. */
  readonly site: Site;
  readonly before: ShownValidity;
}

/**
 * Reads from when until when a token is valid after a change. A body may repeat what is shown.
 *
 * @throws Fault `invalid` naming the field
 */
export async function readValidity(
  store: Gateway['store'],
  { site, before }: ValidityChange,
  stated: StatedValidity,
): Promise<Validity> {
  const { expiration, valid_from: from, until_checkout: untilCheckout } = merged(before, stated);
  if (untilCheckout) requireCheckoutDate(before, stated);
  const readEnd = untilCheckout ? readCheckout : readDeadline;
  const end = await readTime(expiration, before.expiration, (text) => readEnd(store, site, text));
  const begin = await readTime(from, before.valid_from, (text) => readLocalTime(store, site, text));
  if (end !== null && begin !== null && end <= begin)
    throw Fault.field('valid_from', `${JSON.stringify(from)} - must be before \`expiration\`.`);
  return { expiration: end, validFrom: begin, untilCheckout };
}

function merged(
  before: ShownValidity,
  {
    expiration = before.expiration,
    valid_from = before.valid_from,
    until_checkout = before.until_checkout,
  }: StatedValidity,
): ShownValidity {
  return { expiration, valid_from, until_checkout };
}

/** @throws Fault `invalid` if the date of check-out is not stated, now or before */
function requireCheckoutDate(before: ShownValidity, { expiration }: StatedValidity): void {
  const isKnown = before.until_checkout && expiration === undefined;
  if (isKnown || typeof expiration === 'string') return;
  throw Fault.field('expiration', 'With `until_checkout` it is required: the date of check-out.');
}

/** Reads a time, unless it is the one that is shown. */
async function readTime(
  stated: string | null,
  shown: string | null,
  read: (text: string) => Promise<number>,
): Promise<number | null> {
  if (stated === null) return null;
  return stated === shown ? parseTime(stated) : read(stated);
}
