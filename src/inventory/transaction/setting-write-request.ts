import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Gateway } from '../../gateway/gateway.ts';
import { compileStatement, type Statement } from '../../store/store.ts';
import { expiryOf, retryWaiting } from './transaction.ts';

/** Kind and operation of the transactions that write pending settings. */
export const settingWrite = { kind: 'setting', operation: 'set' } as const;

/**
 * Returns statements that schedule a transaction which writes the pending settings of a device. One that is scheduled
 * already will write these too; those that wait for the device are tried again before it. A device without an address keeps
 * its settings pending.
 */
export function scheduleSettingWrite(
  gateway: Gateway,
  device: { readonly id: number; readonly ip_address: string | null },
  user: number | null,
): Statement[] {
  if (device.ip_address === null) return [];
  const { kind, operation } = settingWrite;
  const at = gateway.now().getTime();
  const expiresAt = expiryOf({ runAt: null, expiresAt: null }, gateway.now());
  const { db } = gateway.store;
  const row = db
    .selectFrom('inventory_device as d')
    .select([
      sql<string>`cast(${randomUUID()} as text)`.as('id'),
      'd.id as device',
      'd.organization',
      sql<number | null>`cast(${user} as bigint)`.as('user'),
      sql<string>`cast(${kind} as text)`.as('kind'),
      sql<string>`cast(${operation} as text)`.as('operation'),
      sql<string>`cast('{}' as text)`.as('parameters'),
      sql<string>`cast('scheduled' as text)`.as('status'),
      sql<number>`cast(${expiresAt} as bigint)`.as('expires_at'),
      sql<number>`cast(${at} as bigint)`.as('created_at'),
    ])
    .where('d.id', '=', device.id)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('inventory_transaction as t')
            .select('t.id')
            .whereRef('t.device', '=', 'd.id')
            .where('t.kind', '=', kind)
            .where('t.status', '=', 'scheduled'),
        ),
      ),
    );
  const columns = [
    'id',
    'device',
    'organization',
    'user',
    'kind',
    'operation',
    'parameters',
    'status',
    'expires_at',
    'created_at',
  ] as const;
  return [
    retryWaiting(gateway, device),
    compileStatement(
      db
        .insertInto('inventory_transaction')
        .columns([...columns])
        .expression(row),
    ),
  ];
}
