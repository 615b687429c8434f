import { randomUUID } from 'node:crypto';
import { Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { compileStatement, type Statement } from '../../store/store.ts';
import {
  scheduleTransaction,
  type Repetition,
  type TransactionRequest,
} from '../transaction/transaction.ts';

/** Series of a device that may run at the same time. */
const maxPerDevice = 10;

/**
 * Returns statements that schedule a transaction; for a repeated one, its first run and the series of the others.
 *
 * @throws Fault `invalid` if the device has as many series as it may have
 */
export async function scheduleRuns(
  gateway: Gateway,
  request: TransactionRequest,
): Promise<readonly Statement[]> {
  const { repetition } = request;
  if (!repetition) return scheduleTransaction(gateway, request);
  await checkRoom(gateway, request);
  const series = randomUUID();
  const first = request.runAt ?? gateway.now().getTime();
  return [
    insertSeries(gateway, request, { id: series, first, repetition }),
    ...scheduleTransaction(gateway, {
      ...request,
      series,
      expiresAt: first + repetition.everyMs,
    }),
  ];
}

async function checkRoom(gateway: Gateway, { device }: TransactionRequest): Promise<void> {
  const running = await gateway.store.db
    .selectFrom('inventory_series')
    .select('id')
    .where('device', '=', device.id)
    .where('status', '=', 'running')
    .limit(maxPerDevice)
    .execute();
  if (running.length === maxPerDevice)
    throw Fault.field(
      'every',
      `Device ${device.id} has ${maxPerDevice} series already. Cancel one of them.`,
    );
}

interface NewSeries {
  readonly id: string;
  readonly first: number;
  readonly repetition: Repetition;
}

function insertSeries(
  gateway: Gateway,
  { device, user, kind, operation, parameters }: TransactionRequest,
  { id, first, repetition: { everyMs, until } }: NewSeries,
): Statement {
  const next = first + everyMs;
  const now = gateway.now().getTime();
  const isLast = next > until;
  const asked = { device: device.id, organization: device.organization, user, kind, operation };
  const query = gateway.store.db.insertInto('inventory_series').values({
    ...asked,
    id,
    parameters: JSON.stringify(parameters),
    every: everyMs / 1000,
    until,
    next_run_at: isLast ? null : next,
    status: isLast ? 'completed' : 'running',
    runs: 1,
    created_at: now,
    completed_at: isLast ? now : null,
  });
  return compileStatement(query);
}
