import { randomUUID } from 'node:crypto';
import { checkFrontDeskProfile } from '../../account/front-desk-profiles.ts';
import { createPasswordColumns } from '../../account/password-columns.ts';
import { userToken as of } from '../../account/user-token.ts';
import { addNetworkTokens } from '../../account/user-token-store.ts';
import { readTotalUsage } from '../../policy/limit/usage.ts';
import { generateVoucherCodes } from '../../voucher/code.ts';
import { computeCredit, readVouchers } from '../../voucher/voucher.ts';
import { tenantOf, type Caller } from '../../../contract/caller.ts';
import { asFault, Fault } from '../../../contract/errors.ts';
import type { Gateway } from '../../../gateway/gateway.ts';
import { retrieveResource } from '../../../http/resource-access.ts';
import { Secret } from '../../../contract/secret.ts';
import { alwaysValid, readValidity } from './validity.ts';
import { generation, resolveVoucherReferences, type NewTokenBody } from './token-body.ts';

/* Vouchers: `network` tokens, made one by one or as a batch. */

interface Creation {
  readonly gateway: Gateway;
  readonly caller: Caller;
  readonly body: NewTokenBody;
}

/**
 * Makes a voucher, or the list of `count`.
 *
 * @throws Fault `invalid` naming the field
 */
export async function createVouchers({ gateway, caller, body }: Creation) {
  refuseUnlimited(body);
  refuseGenerationOfName(body);
  await resolveVoucherReferences({ gateway, caller }, body);
  const { profile } = body;
  await checkFrontDeskProfile(gateway.store, caller, { profile, former: undefined });
  const generated = generatedPassword(body);
  const password = body.password ?? generated;
  const columns =
    password === undefined
      ? null
      : await createPasswordColumns(gateway.vault, {
          password: new Secret(password),
          isReversible: false,
          client: tenantOf(caller),
        });
  const organization = body.organization ?? caller.organization;
  const site = { location: body.location ?? null, organization };
  const shared = {
    organization,
    password: columns,
    batch: body.count === undefined ? null : randomUUID(),
    ...grantOf(body),
    ...(await readValidity(gateway.store, { site, before: alwaysValid }, body)),
  };
  const ids = await addWithFreeCodes(gateway, body, shared);
  const shown = await Promise.all(
    ids.map((id) => retrieveResource({ resource: of, gateway, caller }, ['id', id])),
  );
  const [first] = shown;
  if (body.count !== undefined || !first) return shown;
  return generated === undefined ? first : { ...first, password: generated };
}

/** @throws Fault `invalid` if the body has a password already, or a batch would share one */
function generatedPassword(body: NewTokenBody): string | undefined {
  if (body.generate_password !== true) return undefined;
  const field = (['password', 'count'] as const).find((name) => name in body);
  if (field !== undefined) throw Fault.field(field, 'Not with `generate_password`.');
  return generateVoucherCodes(1)[0];
}

const maxAttempts = 5;

type Shared = Omit<Parameters<typeof addNetworkTokens>[1], 'codes' | 'isGenerated'>;

/** Generates other codes if one is a user name already. */
async function addWithFreeCodes(
  { store, now }: Gateway,
  { username, count = 1, ...format }: NewTokenBody,
  shared: Shared,
): Promise<readonly number[]> {
  if (username !== undefined)
    return addNetworkTokens(store, { ...shared, codes: [username], isGenerated: false }, now());
  for (let attempt = 1; ; attempt += 1)
    try {
      const codes = generateVoucherCodes(count, format);
      return await addNetworkTokens(store, { ...shared, codes, isGenerated: true }, now());
    } catch (error) {
      const isTaken = 'username' in (asFault(error)?.fields ?? {});
      if (!isTaken || attempt === maxAttempts) throw error;
    }
}

function refuseUnlimited({ time, octets }: NewTokenBody): void {
  if (typeof time !== 'number' && typeof octets !== 'number')
    throw Fault.field('time', 'This field is required, unless `octets` limits the token.');
}

function refuseGenerationOfName(body: NewTokenBody): void {
  if (body.username === undefined) return;
  const field = Object.keys(generation).find(
    (name) => name !== 'generate_password' && name in body,
  );
  if (field !== undefined) throw Fault.field(field, 'Not with `username`, which is the code.');
}

const defaults = {
  name: '',
  profile: null,
  external_id: null,
  klass: null,
  location: null,
  time: null,
  octets: null,
  devices: null,
  price: null,
  burn: 'online' as const,
  is_active: true,
};

function grantOf(body: NewTokenBody) {
  const { name, profile, klass, burn, location, ...given } = { ...defaults, ...body };
  const { time: seconds, octets, external_id: externalId, is_active: isActive } = given;
  const { devices, price } = given;
  return {
    name,
    profile,
    klass,
    burn,
    location,
    seconds,
    octets,
    externalId,
    isActive,
    devices,
    price,
  };
}

type Item = Readonly<Record<string, unknown>>;

/** Adds the remaining credit of each voucher; open sessions are counted until now. */
export async function withBalance(
  { store, now }: Gateway,
  items: readonly Item[],
): Promise<Item[]> {
  const users = items.filter(({ kind }) => kind === 'network').map(({ user }) => Number(user));
  const at = now();
  const [vouchers, used] = await Promise.all([
    readVouchers(store, users),
    readTotalUsage(store, users, at),
  ]);
  return items.map((item) => {
    const user = Number(item.user);
    const voucher = item.kind === 'network' ? vouchers.get(user) : undefined;
    const credit = voucher && computeCredit(voucher, used.get(user), at);
    return { ...item, balance: credit?.seconds ?? null, balance_octets: credit?.octets ?? null };
  });
}
