import type { Secret } from '../../contract/secret.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { compileStatement, type Statement, type Store } from '../../store/store.ts';

/** A Wi-Fi key, opened. */
export interface DeviceKey {
  readonly id: number;
  readonly organization: number;
  readonly user: number;
  readonly name: string;
  readonly key: Secret;
}

/** The key of a device, and when the device was last admitted with it in milliseconds since 1970. */
export interface BoundKey extends DeviceKey {
  readonly lastUsed: number;
}

type Context = Pick<Gateway, 'store' | 'vault'>;

/** A device, and the organizations whose keys count for the NAS; an earlier one goes before. */
export interface KeyOwner {
  readonly organizations: readonly number[];
  /** Canonical. */
  readonly mac: string;
}

/** Finds the key that a device is bound to. @throws Fault if the store cannot be read */
export async function findKeyOfDevice(
  { store, vault }: Context,
  { organizations, mac }: KeyOwner,
): Promise<BoundKey | null> {
  const rows = await store.db
    .selectFrom('user_key_device as d')
    .innerJoin('user_key as k', 'k.id', 'd.user_key')
    .select(['k.id', 'k.organization', 'k.user', 'k.name', 'k.key', 'd.last_used'])
    .where('d.mac', '=', mac)
    .where('d.organization', 'in', [...organizations])
    .execute();
  const [row] = organizations.flatMap((id) => rows.filter((one) => one.organization === id));
  return row ? { ...openKey(vault, row), lastUsed: row.last_used } : null;
}

/** Finds the newest key of a user. @throws Fault if the store cannot be read */
export async function findNewestKey(
  { store, vault }: Context,
  user: number,
): Promise<DeviceKey | null> {
  const row = await store.db
    .selectFrom('user_key')
    .select(['id', 'organization', 'user', 'name', 'key'])
    .where('user', '=', user)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? openKey(vault, row) : null;
}

/** A stored key. */
export interface KeyRow extends Omit<DeviceKey, 'key'> {
  readonly key: string;
}

export function openKey(vault: Gateway['vault'], row: KeyRow): DeviceKey {
  const { id, organization, user, name } = row;
  return { id, organization, user, name, key: vault.open(row.key, 'user_key.key') };
}

/** Devices of a key: beyond these, the one that was away longest is forgotten. Phones change their addresses. */
const maxDevices = 100;
const devicesOfStatement = 1_000;
const useIntervalMs = 24 * 3_600_000;

/** A device that was admitted with a key. */
export interface KeyUse {
  readonly key: Pick<DeviceKey, 'id' | 'organization'>;
  /** The key that it was bound to before; null: none. */
  readonly bound: BoundKey | null;
  /** Canonical. */
  readonly mac: string;
  readonly at: Date;
}

/**
 * Binds a device to the key that it was admitted with, in place of another one of the organization; once a day also records that
 * the device is still in use.
 *
 * @throws Fault if the store cannot be written
 */
export async function recordKeyUse(store: Store, use: KeyUse): Promise<void> {
  const { key, bound, at } = use;
  if (bound?.id !== key.id) await store.write(bindDevice(store, use));
  else if (at.getTime() - bound.lastUsed >= useIntervalMs) await store.write([touch(store, use)]);
}

function bindDevice({ db }: Store, { key: { id, organization }, mac, at }: KeyUse): Statement[] {
  const used = at.getTime();
  const bound = { user_key: id, created: used, last_used: used };
  const bind = db
    .insertInto('user_key_device')
    .values({ organization, mac, ...bound })
    .onConflict((conflict) => conflict.columns(['mac', 'organization']).doUpdateSet(bound));
  const forgotten = db
    .selectFrom('user_key_device')
    .select('id')
    .where('user_key', '=', id)
    .orderBy('last_used', 'desc')
    .orderBy('id', 'desc')
    .limit(devicesOfStatement)
    .offset(maxDevices);
  const forget = db.deleteFrom('user_key_device').where('id', 'in', forgotten);
  return [compileStatement(bind), compileStatement(forget)];
}

function touch({ db }: Store, { key: { id }, mac, at }: KeyUse): Statement {
  return compileStatement(
    db
      .updateTable('user_key_device')
      .set({ last_used: at.getTime() })
      .where('user_key', '=', id)
      .where('mac', '=', mac),
  );
}
