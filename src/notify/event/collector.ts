import { sql } from 'kysely';
import { namedParameter, prepareQuery, prepareStatement } from '../../store/prepared-statement.ts';
import { mustChange, type Store } from '../../store/store.ts';

/*
 * Events of new rows in a file: sessions that start, and devices that go up or down. A trigger on INSERT would have SQLite
 * write the row of each Start and each poll to a temporary table first; keys grow in the order of the commits there.
 */

/** Rows of one batch. */
const maxRows = 5000;

interface Keys {
  readonly session: number;
  readonly log: number;
  readonly last_session: number;
  readonly last_log: number;
}

const selectKeys = prepareQuery<Keys>((db) =>
  sql<Keys>`
    select coalesce((select max(radacctid) from aaa_accounting), 0) as session,
      coalesce((select max(id) from inventory_device_log), 0) as log, last_session, last_log
    from event_state where is_recording = 1`.compile(db),
);

const between = {
  // The end of a session that is collected is an event of a trigger.
  session: prepareStatement((db) =>
    sql`insert into event (organization, datetime, kind, object, state)
      select organization, ${namedParameter('now')}, 'session', cast(radacctid as text),
        case when acctstoptime is null then 'active' else 'completed' end
      from aaa_accounting where radacctid > ${namedParameter('from')} and radacctid <= ${namedParameter('to')}
      order by radacctid`.compile(db),
  ),
  log: prepareStatement((db) =>
    sql`insert into event (organization, datetime, kind, object, state)
      select organization, datetime, 'device', cast(id as text), coalesce(value, '')
      from inventory_device_log where id > ${namedParameter('from')} and id <= ${namedParameter('to')}
        and action = 'event' and variable_name = 'status' and old_value is not null and parameter is null
      order by id`.compile(db),
  ),
};

const advance = prepareStatement((db) =>
  sql`update event_state set last_session = ${namedParameter('session')}, last_log = ${namedParameter('log')}
    where is_recording = 1 and last_session = ${namedParameter('last_session')}
      and last_log = ${namedParameter('last_log')}`.compile(db),
);

/** Makes events of the rows that were added since the last call. On PostgreSQL triggers do. @throws Fault as the store does */
export async function collectEvents(store: Store, now: number): Promise<void> {
  if (store.engine !== 'sqlite') return;
  const [keys] = await selectKeys(store, {});
  if (!keys) return;
  const { last_session, last_log } = keys;
  const session = Math.min(keys.session, last_session + maxRows);
  const log = Math.min(keys.log, last_log + maxRows);
  if (session <= last_session && log <= last_log) return;
  const to = { session: Math.max(session, last_session), log: Math.max(log, last_log) };
  await store.write([
    mustChange(advance(store, { ...to, last_session, last_log })),
    between.session(store, { now, from: last_session, to: to.session }),
    between.log(store, { from: last_log, to: to.log }),
  ]);
}
