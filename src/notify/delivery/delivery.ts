import { randomUUID } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import { selectAncestors } from '../../organization/tree-query.ts';
import type { Gateway, StoreAndClock } from '../../gateway/gateway.ts';
import { compileStatement, type Statement } from '../../store/store.ts';
import { severities } from './severity.ts';

interface AlertEvent {
  readonly id: string;
  readonly organization: number;
  readonly state: string;
  readonly message: string;
  readonly user: string | null;
}

/** Returns statements that queue the change of an alert for the webhooks, for mail and for syslog. */
export function queueDeliveries(
  { store, config, now }: Pick<Gateway, 'store' | 'config' | 'now'>,
  { id, organization, state, message, user }: AlertEvent,
): readonly Statement[] {
  const at = now().getTime();
  const event = randomUUID();
  const queue = (channel: string, source: Source): Statement => {
    // A receiver gets what happens meanwhile in one mail or call.
    const wait = channel === 'syslog' ? 0 : 1000 * config.alerts.group_seconds;
    const query = sql`
      insert into delivery (organization, alert, channel, webhook, event, alert_state, message, "user", state,
        attempts, next_try, created_at)
      select ${source.organization}, a.id, cast(${channel} as text), ${source.webhook}, cast(${event} as text),
        cast(${state} as text), cast(${message} as text), cast(${user} as text), 'pending', 0,
        cast(${at + wait} as bigint), cast(${at} as bigint)
      from ${source.from} where a.id = ${id} and ${source.where}`;
    return compileStatement({ compile: () => query.compile(store.db) });
  };
  const { smtp, syslog } = config;
  return [
    queue('webhook', {
      organization: sql`w.organization`,
      webhook: sql`w.id`,
      from: sql`alert a cross join webhook w`,
      where: sql`w.is_active = 1 and w.events like '%"alert"%' and w.organization in (select id from ${selectAncestors(organization)} as above)
        and ${rank('a.severity')} >= ${rank('w.min_severity')}`,
    }),
    ...(smtp.host === '' ? [] : [queue('mail', bySite(smtp.min_severity))]),
    ...(syslog.host === '' ? [] : [queue('syslog', bySite(syslog.min_severity))]),
  ];
}

interface Source {
  readonly organization: RawBuilder<unknown>;
  readonly webhook: RawBuilder<unknown>;
  readonly from: RawBuilder<unknown>;
  readonly where: RawBuilder<unknown>;
}

function bySite(minSeverity: string): Source {
  const from = severities.findIndex((severity) => severity === minSeverity);
  return {
    organization: sql`a.organization`,
    webhook: sql`cast(null as bigint)`,
    from: sql`alert a`,
    where: sql`${rank('a.severity')} >= ${sql.lit(from)}`,
  };
}

function rank(column: string): RawBuilder<unknown> {
  const cases = severities.map((severity, index) => `when '${severity}' then ${index}`);
  return sql.raw(`case ${column} ${cases.join(' ')} end`);
}

/** Queues a dead delivery again; one that waits or was delivered stays as it is. @throws Fault if the store cannot be written */
export async function replayDelivery(
  gateway: StoreAndClock,
  { id, organizations }: { readonly id: number; readonly organizations: readonly number[] },
): Promise<void> {
  const query = replaying(gateway).where('id', '=', id).where('organization', 'in', organizations);
  await gateway.store.write([query]);
}

/** Queues the dead deliveries of a webhook again. @returns how many */
export async function replayDeliveries(
  gateway: StoreAndClock,
  webhook: number,
  ids: readonly number[] | undefined,
): Promise<number> {
  let query = replaying(gateway).where('webhook', '=', webhook);
  if (ids !== undefined) query = query.where('id', 'in', ids);
  const [written] = await gateway.store.write([query]);
  return written?.changes ?? 0;
}

function replaying({ store, now }: StoreAndClock) {
  return store.db
    .updateTable('delivery')
    .set({ state: 'pending', attempts: 0, next_try: now().getTime() })
    .where('state', '=', 'dead');
}
