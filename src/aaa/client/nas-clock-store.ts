import { sql } from 'kysely';
import { compileStatement, type Statement, type Store } from '../../store/store.ts';
import { maxNases, type LearnedClock, type NasClocks } from './nas-clocks.ts';

declare module '../../contract/tables.ts' {
  interface Tables {
    /** The clocks of NASes that were heard in the last days. */
    aaa_nas_clock: {
      client: number;
      nas: string;
      clock_offset: number;
      learned_at: number;
      heard_at: number;
    };
  }
}

/** A NAS that is gone has no clock that could be put right. */
const keptMs = 7 * 86_400_000;
/** Other gateways on the store have written what they learned by then. */
const overlapMs = 600_000;

/**
 * Reads what is known of clocks, the NAS that was heard last first.
 *
 * @param since  milliseconds since 1970: only what was learned later
 * @throws Fault if the store cannot be read
 */
export function readClocks(store: Store, since = 0): Promise<readonly LearnedClock[]> {
  return store.readLong(
    store.db
      .selectFrom('aaa_nas_clock')
      .select(['client', 'nas', 'clock_offset as offset'])
      .select(['learned_at as learnedAt', 'heard_at as heardAt'])
      .where('learned_at', '>=', since)
      .orderBy('heard_at', 'desc')
      .limit(maxNases),
  );
}

/**
 * Stores what this gateway has learned, and takes over what others have.
 *
 * @throws Fault as the store does; what could not be stored is news again
 */
export async function exchangeClocks(store: Store, clocks: NasClocks, now: number): Promise<void> {
  const news = clocks.takeNews();
  try {
    if (news.length > 0)
      await store.write([
        ...news.map((clock) => storeClock(store, clock)),
        ...forgetOldest(store, now),
      ]);
  } catch (error) {
    clocks.returnNews(news);
    throw error;
  }
  clocks.take(await readClocks(store, now - overlapMs));
}

/** What was learned last counts. A client that was deleted meanwhile has no clock. */
function storeClock({ db }: Store, clock: LearnedClock): Statement {
  const { client, nas, offset, learnedAt, heardAt } = clock;
  const isLater = sql`excluded.learned_at >= aaa_nas_clock.learned_at`;
  return sql`
    insert into aaa_nas_clock (client, nas, clock_offset, learned_at, heard_at)
    select id, ${nas}, cast(${offset} as bigint), cast(${learnedAt} as bigint), cast(${heardAt} as bigint)
      from aaa_client where id = ${client}
    on conflict (client, nas) do update set
      clock_offset = case when ${isLater} then excluded.clock_offset else aaa_nas_clock.clock_offset end,
      learned_at = case when ${isLater} then excluded.learned_at else aaa_nas_clock.learned_at end,
      heard_at = case when excluded.heard_at > aaa_nas_clock.heard_at then excluded.heard_at else aaa_nas_clock.heard_at end`.compile(
    db,
  );
}

function forgetOldest({ db }: Store, now: number): readonly Statement[] {
  const old = db.deleteFrom('aaa_nas_clock').where('heard_at', '<', now - keptMs);
  const beyond = sql`
    delete from aaa_nas_clock where heard_at < (
      select heard_at from aaa_nas_clock order by heard_at desc limit 1 offset ${sql.lit(maxNases)})`;
  return [compileStatement(old), beyond.compile(db)];
}

/** A NAS whose clock is wrong, with its client. */
export interface WrongClock {
  readonly client: number;
  readonly client_name: string;
  readonly organization: number;
  readonly nas: string;
  /** Seconds by which it is ahead. */
  readonly clock_offset: number;
}

const maxWrong = 1_000;

/** Finds NASes whose clocks are wrong, the worst first. @throws Fault if the store cannot be read */
export async function findWrongClocks({ db }: Store): Promise<readonly WrongClock[]> {
  const { rows } = await sql<WrongClock>`
    select k.client, c.name as client_name, c.organization, k.nas, k.clock_offset
    from aaa_nas_clock k join aaa_client c on c.id = k.client
    where k.clock_offset <> 0 and c.is_active = 1
    order by abs(k.clock_offset) desc, k.client, k.nas limit ${sql.lit(maxWrong)}`.execute(db);
  return rows;
}
