import { Type, type Static } from 'typebox';
import { deskWriters } from '../../../contract/caller.ts';
import { Fault } from '../../../contract/errors.ts';
import { dateTime, nullable, text } from '../../../contract/fields.ts';
import { endpoint, type Call, type Endpoint } from '../../../http/endpoint.ts';
import { warningsField } from '../../../http/warnings.ts';
import {
  changeBatch,
  deleteVouchers,
  readBatch,
  type BatchVoucher,
} from '../../account/voucher-batch.ts';
import { logUserChange } from '../../portal-log/user-log.ts';
import { markSessionsOfUser } from '../../session/session-user.ts';
import { groupBy } from '../../../runtime/group-by.ts';
import { findBatchWarnings } from './token-warnings.ts';
import { alwaysValid, readValidity } from './validity.ts';

const maxSeconds = 2_147_483_647;

const change = Type.Object(
  {
    is_active: Type.Optional(Type.Boolean({ description: 'false revokes them' })),
    expiration: Type.Optional(
      nullable(dateTime({ description: 'without an offset, local time; a date includes its day' })),
    ),
    until_checkout: Type.Optional(
      Type.Boolean({
        description: 'true: `expiration` is a date, at whose check-out time they end',
      }),
    ),
    add_time: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: maxSeconds,
        description: 'seconds that are added to the credit of each',
      }),
    ),
    add_octets: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'octets that are added to the credit of each',
      }),
    ),
  },
  { additionalProperties: false, minProperties: 1 },
);

const params = Type.Object({ batch: text({ maxLength: 36, description: 'UUID' }) });
const one = { path: '/user_token_batch/{batch}/', params, roles: deskWriters, isExtension: true };

/** The vouchers that one request made, together. */
export const voucherBatchEndpoints: readonly Endpoint[] = [
  endpoint({
    ...one,
    method: 'PATCH',
    summary: 'Extend or revoke the vouchers of a batch',
    body: change,
    reply: Type.Object({
      batch: text({ format: 'uuid' }),
      count: Type.Integer({ description: 'vouchers that were changed' }),
      ...warningsField,
    }),
    async handle(call) {
      const { gateway, params, body } = call;
      const vouchers = await findVouchers(call);
      checkCredits(vouchers, body);
      const wanted = {
        isActive: body.is_active,
        ends: await readEnds(call, vouchers),
        addedSeconds: body.add_time ?? 0,
        addedOctets: body.add_octets ?? 0,
        now: gateway.now().getTime(),
      };
      const { is_active } = body;
      const logged = vouchers.flatMap((voucher) =>
        logUserChange(gateway, voucher, { ...(is_active !== undefined && { is_active }) }),
      );
      const statements = changeBatch(gateway.store, scopeOf(call), wanted);
      await gateway.store.write([...statements, ...logged]);
      const changed = await readBatch(gateway.store, scopeOf(call));
      const warnings = await findBatchWarnings(call, changed);
      const reply = { batch: params.batch, count: vouchers.length };
      return warnings.length === 0 ? reply : { ...reply, warnings };
    },
  }),
  endpoint({
    ...one,
    method: 'DELETE',
    summary: 'Delete the vouchers of a batch; their accounting stays',
    reply: Type.Null(),
    status: 204,
    async handle(call) {
      const { store } = call.gateway;
      const vouchers = await findVouchers(call);
      const marked = vouchers.map(({ id }) => markSessionsOfUser(store, id));
      await store.write([...marked, ...deleteVouchers(store, vouchers)]);
      return null;
    },
  }),
];

type BatchCall = Pick<Call<typeof params>, 'gateway' | 'caller' | 'params'>;

const scopeOf = ({ caller, params }: BatchCall) => ({
  batch: params.batch,
  organizations: caller.organizations,
});

/** @throws Fault `not_found` if the caller sees no voucher of the batch */
async function findVouchers(call: BatchCall): Promise<readonly BatchVoucher[]> {
  const found = await readBatch(call.gateway.store, scopeOf(call));
  if (found.length === 0) throw new Fault('not_found', 'Not found.');
  return found;
}

/** @throws Fault `invalid` if credit is added that a voucher does not have, or that would be too large */
function checkCredits(
  vouchers: readonly BatchVoucher[],
  { add_time: seconds = 0, add_octets: octets = 0 }: Static<typeof change>,
): void {
  for (const { username, ...credit } of vouchers) {
    const time = credit.time === null ? Infinity : credit.time + seconds;
    if (seconds > 0 && time > maxSeconds)
      throw Fault.field('add_time', refusal(username, credit.time));
    const all = credit.octets === null ? Infinity : credit.octets + octets;
    if (octets > 0 && all > Number.MAX_SAFE_INTEGER)
      throw Fault.field('add_octets', refusal(username, credit.octets));
  }
}

function refusal(code: string, credit: number | null): string {
  return credit === null
    ? `Voucher ${code} has no such credit.`
    : `Voucher ${code} would have too large a credit.`;
}

/**
 * Returns the ends that a change gives, as the same change of each voucher alone would: vouchers of one place that are valid
 * alike end alike.
 *
 * @throws Fault `invalid` naming the field
 */
async function readEnds(
  { gateway, body }: BatchCall & { readonly body: Static<typeof change> },
  vouchers: readonly BatchVoucher[],
) {
  const { expiration, until_checkout } = body;
  if (expiration === undefined && until_checkout === undefined) return [];
  const alike = groupBy(vouchers, (voucher) =>
    JSON.stringify([voucher.organization, voucher.location, shownValidity(voucher)]),
  );
  const ends = [...alike.values()].map(async (group) => {
    const [first] = group;
    const site = { location: first?.location ?? null, organization: first?.organization ?? 0 };
    const before = first ? shownValidity(first) : alwaysValid;
    return {
      vouchers: group,
      ...(await readValidity(gateway.store, { site, before }, { expiration, until_checkout })),
    };
  });
  return Promise.all(ends);
}

const shownValidity = ({
  expiration,
  valid_from: from,
  until_checkout: untilCheckout,
}: Pick<BatchVoucher, 'expiration' | 'valid_from' | 'until_checkout'>) => ({
  expiration: shownTime(expiration),
  valid_from: shownTime(from),
  until_checkout: untilCheckout === 1,
});

const shownTime = (time: number | null) => (time === null ? null : new Date(time).toISOString());
