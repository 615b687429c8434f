import { sql } from 'kysely';
import type { CertificateCheck, HostKeyCheck } from '../../contract/adapter.ts';
import { Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { Row } from '../../store/query/row-serialization.ts';
import { mustChange, type Statement } from '../../store/store.ts';
import type { HostKeyPolicy } from './connection-service.ts';
import { insertDeviceLogEntry } from '../transaction/device-log.ts';
import type { StoredDevice } from './find-device.ts';

/** Columns that have what a device proves its identity with. */
type IdentityColumn = 'host_key' | 'tls_fingerprint';

const nouns: Readonly<Record<IdentityColumn, string>> = {
  host_key: 'key',
  tls_fingerprint: 'certificate',
};

/**
 * Returns the check of a device's SSH host key. It records the first key (`first_use`) or requires the key in `host_key`
 * (`pinned`), and refuses and logs any other key until `host_key` is cleared.
 */
export function createHostKeyCheck(
  gateway: Gateway,
  device: StoredDevice,
  policy: HostKeyPolicy,
): HostKeyCheck {
  return ({ algorithm, fingerprint }) =>
    checkIdentity(gateway, device, {
      policy,
      column: 'host_key',
      shown: `${algorithm} ${fingerprint}`,
    });
}

/** Returns the check of a device's TLS certificate, by the rules of host keys, with `tls_fingerprint`. */
export function createCertificateCheck(
  gateway: Gateway,
  device: StoredDevice,
  policy: HostKeyPolicy,
): CertificateCheck {
  return (fingerprint) =>
    checkIdentity(gateway, device, { policy, column: 'tls_fingerprint', shown: fingerprint });
}

interface Identity {
  readonly policy: HostKeyPolicy;
  readonly column: IdentityColumn;
  readonly shown: string;
}

async function checkIdentity(
  gateway: Gateway,
  device: StoredDevice,
  identity: Identity,
): Promise<boolean> {
  const { policy, column, shown } = identity;
  const known = await recordedIdentity(gateway, device.id, column);
  if (known === shown) return true;
  if (known === null && policy === 'first_use') return record(gateway, device, identity);
  if (!(await isAlerted(gateway, device.id, { column, shown, known })))
    await gateway.store.write([
      insertDeviceLogEntry(gateway, device, {
        action: 'alert',
        variable_name: column,
        old_value: known,
        value: shown,
        error_message: reason(known, identity),
      }),
    ]);
  return false;
}

/** Returns whether an identity has been logged as a foreign one since the last one was recorded or set. */
async function isAlerted(
  { store }: Gateway,
  device: number,
  { column, shown, known }: Pick<Identity, 'column' | 'shown'> & { readonly known: string | null },
): Promise<boolean> {
  const entries = store.db
    .selectFrom('inventory_device_log')
    .where('device', '=', device)
    .where('variable_name', '=', column);
  const lastSet = entries
    .where('action', '=', 'event')
    .select(({ fn }) => fn.coalesce(fn.max('id'), sql.lit(0)).as('id'));
  const alert = entries
    .select('id')
    .where('action', '=', 'alert')
    .where('value', '=', shown)
    .where(({ fn }) => fn.coalesce('old_value', sql.lit('')), '=', known ?? '')
    .where('id', '>', lastSet)
    .limit(1);
  return (await alert.executeTakeFirst()) !== undefined;
}

/**
 * Returns entries for the log of a device whose recorded key or certificate a body changes: from then on another one is an
 * alert again.
 */
export function logIdentityChange(
  gateway: Gateway,
  { found, body, user }: { readonly found: Row; readonly body: Row; readonly user: number },
): readonly Statement[] {
  const { id, organization } = found;
  if (typeof id !== 'number' || typeof organization !== 'number') return [];
  return (['host_key', 'tls_fingerprint'] as const).flatMap((column) => {
    const before = textOrNull(found[column]);
    const value = textOrNull(body[column]);
    if (!(column in body) || value === before) return [];
    const entry = { action: 'event', variable_name: column, old_value: before, value } as const;
    return [insertDeviceLogEntry(gateway, { id, organization }, { ...entry, user, origin: 'api' })];
  });
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

async function recordedIdentity(
  gateway: Gateway,
  device: number,
  column: IdentityColumn,
): Promise<string | null> {
  const row = await gateway.store.db
    .selectFrom('inventory_device')
    .select(['host_key', 'tls_fingerprint'])
    .where('id', '=', device)
    .executeTakeFirst();
  return row?.[column] ?? null;
}

/** Records the first one. Of two concurrent first connections, one records its own; the other must have the same. */
async function record(
  gateway: Gateway,
  device: StoredDevice,
  { column, shown }: Identity,
): Promise<boolean> {
  const { db } = gateway.store;
  const first = db
    .updateTable('inventory_device')
    .set(column === 'host_key' ? { host_key: shown } : { tls_fingerprint: shown })
    .where('id', '=', device.id)
    .where(column, 'is', null);
  try {
    await gateway.store.write([
      mustChange(first),
      insertDeviceLogEntry(gateway, device, {
        action: 'event',
        variable_name: column,
        value: shown,
      }),
    ]);
    return true;
  } catch (error) {
    if (!(error instanceof Fault) || error.kind !== 'conflict') throw error;
    return (await recordedIdentity(gateway, device.id, column)) === shown;
  }
}

function reason(known: string | null, { column, shown }: Identity): string {
  if (known === null)
    return `the profile requires a pinned ${nouns[column]} and ${column} is empty; seen: ${shown}`;
  return column === 'host_key'
    ? `the host key changed; seen: ${shown}`
    : `the certificate changed; seen: ${shown}`;
}
