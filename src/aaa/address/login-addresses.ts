import { isSameName } from '../policy/authorization/authorization.ts';
import type { AuthorizationAttributes } from '../policy/attribute-lists.ts';
import type { Subscriber } from '../policy/subscriber.ts';
import type { Store } from '../../store/store.ts';
import { poolKinds } from './address-pool.ts';
import {
  allocateAddress,
  noteExhausted,
  readPools,
  type AddressRequest,
  type StoredPool,
} from './allocation.ts';

/** A login that was accepted. */
interface AcceptedUser extends Omit<AddressRequest, 'user'> {
  readonly user: Pick<Subscriber, 'id' | 'addressPools'>;
  /** What it is granted. An address in it is static, and no pool gives another one. */
  readonly attributes: AuthorizationAttributes;
}

/**
 * Gives a login the addresses of the pools of its profiles.
 *
 * @returns the attributes with the addresses; a text: which pool has none left
 * @throws Fault as `Store.write` does
 */
export async function giveAddresses(
  store: Store,
  { user, attributes, ...request }: AcceptedUser,
): Promise<AuthorizationAttributes | string> {
  const pools = await readPools(store, user.addressPools.toReversed().flat());
  const given = [...attributes];
  for (const [kind, { attribute }] of Object.entries(poolKinds)) {
    if (attributes.some((item) => isSameName(item.attribute, attribute))) continue;
    const ofKind = firstOf(
      user.addressPools,
      pools.filter((pool) => pool.kind === kind),
    );
    if (ofKind.length === 0) continue;
    const address = await allocateFrom(store, ofKind, { ...request, user: user.id });
    if (address === null)
      return `no free address in pool ${ofKind.map(({ name }) => name).join(', ')}`;
    given.push({ attribute, value: address });
  }
  return given;
}

/** Returns the pools of the profile that goes before the others. @param lists  ids of the pools of each profile, that one last */
function firstOf(
  lists: readonly (readonly number[])[],
  pools: readonly StoredPool[],
): readonly StoredPool[] {
  const found = lists.findLast((ids) => pools.some(({ id }) => ids.includes(id))) ?? [];
  return found.flatMap((id) => pools.find((pool) => pool.id === id) ?? []);
}

async function allocateFrom(
  store: Store,
  pools: readonly StoredPool[],
  request: AddressRequest,
): Promise<string | null> {
  for (const pool of pools) {
    const address = await allocateAddress(store, pool, request);
    if (address !== null) return address;
    await noteExhausted(store, pool, request.at);
  }
  return null;
}
