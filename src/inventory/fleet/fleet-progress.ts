import { sql, type Selectable } from 'kysely';
import type { Gateway } from '../../gateway/gateway.ts';
import type { Tables } from '../../contract/tables.ts';

export type Fleet = Selectable<Tables['inventory_fleet_operation']>;

/** Devices of a fleet operation, counted. */
export interface Progress {
  readonly pending: number;
  /** Transactions that have not ended; of them, transactions that wait for their device. */
  readonly active: number;
  readonly waiting: number;
  readonly completed: number;
  readonly failed: number;
  /** Devices among the failed ones that had not begun in time. */
  readonly expired: number;
  readonly lastStart: number;
}

export async function readProgress({ store }: Gateway, { id }: Fleet): Promise<Progress> {
  const query = sql<Record<keyof Progress, number | string | null>>`
    select
      sum(case when f.state = 'pending' then 1 else 0 end) as pending,
      sum(case when x.status in ('scheduled', 'running') then 1 else 0 end) as active,
      sum(case when x.status = 'scheduled' and x.waiting_for is not null then 1 else 0 end) as waiting,
      sum(case when x.status = 'completed' then 1 else 0 end) as completed,
      sum(case when f.state = 'expired' or (f.state = 'refused' and f.started_at is not null) or x.status in ('failed', 'expired', 'canceled') then 1 else 0 end) as failed,
      sum(case when f.state = 'expired' or x.status = 'expired' then 1 else 0 end) as expired,
      max(f.started_at) as "lastStart"
    from inventory_fleet_target f left join inventory_transaction x on x.id = f."transaction"
    where f.fleet_operation = ${id}`;
  const [row] = await store.readLong({ compile: () => query.compile(store.db) });
  const numberOf = (key: keyof Progress) => Number(row?.[key] ?? 0);
  return {
    pending: numberOf('pending'),
    active: numberOf('active'),
    waiting: numberOf('waiting'),
    completed: numberOf('completed'),
    failed: numberOf('failed'),
    expired: numberOf('expired'),
    lastStart: numberOf('lastStart'),
  };
}

/** Returns how a fleet operation ends now; null: it continues. */
export function endOf(fleet: Fleet, progress: Progress) {
  const { pending, active } = progress;
  const isOver = pending === 0 && active === 0;
  const message = canaryFailure(fleet, progress, isOver) ?? excessOf(fleet, progress);
  if (message !== null) return { status: 'failed', message } as const;
  return isOver ? ({ status: 'completed', message: null } as const) : null;
}

function canaryFailure(
  { canary }: Fleet,
  { pending, completed, failed, expired }: Progress,
  isOver: boolean,
): string | null {
  if (completed >= canary || failed === 0) return null;
  const isUnreached = expired === failed;
  if (isUnreached && (isOver || pending > 0)) return 'stopped: no canary was reached in time';
  return pending > 0 ? 'stopped: a canary failed' : null;
}

function excessOf(
  { stop_after_failures: limit }: Fleet,
  { pending, failed }: Progress,
): string | null {
  const isStopped = pending > 0 && limit !== null && failed >= limit;
  return isStopped ? `stopped after ${failed} failures` : null;
}

/** Devices that may begin now, and canaries that wait for their device and may be replaced by others. */
export interface Room {
  readonly starts: number;
  readonly replacements: number;
}

/** Returns how many devices may begin now. A device that cannot be reached takes no place. */
export function roomOf(gateway: Gateway, fleet: Fleet, progress: Progress): Room {
  const { pending, active, waiting, completed, lastStart } = progress;
  const isStaggered = fleet.stagger > 0;
  const isTooEarly = isStaggered && gateway.now().getTime() < lastStart + fleet.stagger * 1000;
  if (pending === 0 || isTooEarly) return { starts: 0, replacements: 0 };
  const atOnce = isStaggered ? 1 : Infinity;
  const free = Math.min(atOnce, Math.max(0, fleet.concurrency - (active - waiting)));
  if (completed >= fleet.canary) return { starts: free, replacements: 0 };
  const canaries = Math.max(0, fleet.canary - completed - active);
  return { starts: Math.min(free, canaries), replacements: Math.min(free, waiting) };
}
