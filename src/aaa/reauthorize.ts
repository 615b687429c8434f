import { sql } from 'kysely';
import { asFault } from '../errors.ts';
import type { Gateway } from '../gateway.ts';
import { compiled, mustChange, type Statement } from '../store/store.ts';
import type { ChangeKind, SentAttributes, Trigger } from './authorization-change.ts';
import { cancelChange, scheduleChange } from './authorization-changes.ts';
import { usedSeconds } from './balance.ts';
import { canBeChangedTo, grantOf } from './grant.ts';

/**
 * Looks at open sessions again: whether their users may still be in, with what they have been granted. What has changed is
 * written down together with the request that tells the NAS, so it is told once, whoever looks. A session that is looked
 * at for the first time counts as let in with what its user is granted now.
 *
 * @param sessions  radacctid of each
 */
export async function reauthorize(gateway: Gateway, sessions: readonly number[]): Promise<void> {
  if (sessions.length === 0) return;
  const found = await read(gateway, sessions);
  const left = await secondsLeft(gateway, found);
  const looks = found.map((session) => lookAt(session, left, gateway.now().getTime()));
  const [quiet, telling] = [looks.filter(isQuiet), looks.filter((look) => !isQuiet(look))];
  if (quiet.length > 0) await gateway.store.write(quiet.map((look) => compiled(noted(gateway, look))));
  await Promise.all(telling.map((look) => tell(gateway, look)));
}

type Session = Awaited<ReturnType<typeof read>>[number];

/** A user of another id than the one who was let in is another user, whatever its name. */
async function read({ store }: Gateway, sessions: readonly number[]) {
  const isLetIn = sql<boolean>`u.id = coalesce(a.authorized_user, a."user") and (a.authorized_user is null or a."user" = a.authorized_user)`;
  return store.db
    .selectFrom('aaa_accounting as a')
    .innerJoin('aaa_client as c', 'c.id', 'a.client')
    .leftJoin('user as u', (join) => join.on(isLetIn))
    .leftJoin('aaa_profile as p', 'p.id', 'u.profile')
    .select(['a.radacctid', 'a.organization', 'a.client', 'a.username', 'a.granted', 'a.authorized_user', 'a.authorized_version'])
    .select(['u.id as user', 'u.is_active', 'u.expiration', 'u.attributes', 'u.last_change', 'p.reply_attributes'])
    .select(['p.last_change as profile_change', 'c.accepts_coa'])
    .where('a.radacctid', 'in', sessions)
    .where('a.acctstoptime', 'is', null)
    .execute();
}

/** Of users with metered time: what each has left for each of its open sessions, in seconds. */
async function secondsLeft({ store, now }: Gateway, sessions: readonly Session[]): Promise<ReadonlyMap<number, number>> {
  const users = [...new Set(sessions.flatMap(({ user }) => user ?? []))];
  if (users.length === 0) return new Map();
  const metered = await store.db
    .selectFrom('user_token as t')
    .select(['t.user', 't.time'])
    .select((from) =>
      from
        .selectFrom('aaa_accounting as a')
        .select(({ fn }) => fn.countAll<number>().as('open'))
        .whereRef('a.user', '=', 't.user')
        .where('a.acctstoptime', 'is', null)
        .as('open'),
    )
    .where('t.user', 'in', users)
    .where('t.kind', '=', 'network')
    .where('t.time', 'is not', null)
    .execute();
  const used = await usedSeconds(
    store,
    metered.map(({ user }) => user),
    now(),
  );
  return new Map(metered.map(({ user, time, open }) => [user, ((time ?? 0) - (used.get(user) ?? 0)) / Math.max(1, open ?? 1)]));
}

/** What is to be told to the NAS. */
interface Telling {
  readonly kind: ChangeKind;
  readonly trigger: Trigger;
  readonly attributes: SentAttributes;
}

interface Look {
  readonly session: Session;
  readonly granted: SentAttributes;
  /** Null: the user is gone. */
  readonly version: number | null;
  /** When time may be over, in milliseconds since 1970. */
  readonly checkAt: number | null;
  readonly telling: Telling | null;
}

function lookAt(session: Session, secondsLeft: ReadonlyMap<number, number>, now: number): Look {
  const granted = session.user === null ? [] : grantOf(session);
  const left = session.user === null ? undefined : secondsLeft.get(session.user);
  const version = session.last_change === null ? null : session.last_change + (session.profile_change ?? 0);
  const gone = exclusionOf(session, left, now);
  if (gone) return { session, granted, version, checkAt: null, telling: { kind: 'disconnect', trigger: gone, attributes: [] } };
  const ends = [session.expiration, left === undefined ? null : now + Math.ceil(left * 1000)].filter((end) => end !== null);
  return { session, granted, version, checkAt: ends.length > 0 ? Math.min(...ends) : null, telling: changeTo(granted, session) };
}

/** Why the user may not be in any longer; null: it may. */
function exclusionOf({ user, is_active, expiration }: Session, left: number | undefined, now: number): Trigger | null {
  if (user === null) return 'user_deleted';
  if (is_active === 0) return 'user_disabled';
  if (expiration !== null && expiration <= now) return 'expired';
  return left !== undefined && left <= 0 ? 'balance' : null;
}

/** A client that refuses CoA, and a change that no CoA can say, leave the Disconnect: the next login gets what is granted now. */
function changeTo(granted: SentAttributes, { granted: known, accepts_coa }: Session): Telling | null {
  if (known === null || known === JSON.stringify(granted)) return null;
  const before = JSON.parse(known) as SentAttributes;
  const isPossible = accepts_coa !== 'no' && canBeChangedTo(before, granted);
  return { kind: isPossible ? 'coa' : 'disconnect', trigger: 'profile', attributes: isPossible ? granted : [] };
}

/** Seen for the first time, and nothing to say: there is nothing that could be pending either. */
function isQuiet({ session, telling }: Look): boolean {
  return telling === null && session.authorized_version === null;
}

/** What is known of a session from here on; nothing changes where it has ended, or somebody else has looked meanwhile. */
function noted({ store }: Gateway, { session, granted, version, checkAt }: Look) {
  const { radacctid, user, authorized_user, authorized_version } = session;
  const known = {
    ...{ authorized_user: user, authorized_version: version, check_at: checkAt },
    granted: user === null ? null : JSON.stringify(granted),
  };
  return store.db
    .updateTable('aaa_accounting')
    .set(known)
    .where('radacctid', '=', radacctid)
    .where('acctstoptime', 'is', null)
    .where('authorized_user', 'is not distinct from', authorized_user)
    .where('authorized_version', 'is not distinct from', authorized_version);
}

async function tell(gateway: Gateway, look: Look): Promise<void> {
  const { session, telling } = look;
  const { radacctid, organization, client, user, username } = session;
  const who = { session: radacctid, organization, client, user, username };
  const unit: Statement[] = [
    mustChange(noted(gateway, look)),
    telling ? scheduleChange(gateway, { ...who, ...telling, requestedBy: null }) : cancelChange(gateway, radacctid),
    ...(telling?.trigger === 'balance' ? [othersOf(gateway, look)] : []),
  ];
  try {
    await gateway.store.write(unit);
  } catch (error) {
    if (asFault(error)?.kind !== 'conflict') throw error;
  }
}

/** Sessions share their user's time, so the others are over as well. */
function othersOf({ store }: Gateway, { session: { user, radacctid } }: Look): Statement {
  return compiled(
    store.db
      .updateTable('aaa_accounting')
      .set({ check_at: 0 })
      .where('authorized_user', '=', user)
      .where('radacctid', '<>', radacctid)
      .where('acctstoptime', 'is', null)
      .where('check_at', '>', 0),
  );
}
