import type { Usage } from '../policy/limit/usage.ts';
import { startOfPeriod, type QuotaPeriod } from '../policy/limit/quota-period.ts';
import { firstOwnId } from '../../store/standby/copied-table.ts';

/*
 * The sessions of a user that are over count in the copy as few sessions: one for each part of the time between the begins of
 * its periods. So quotas are counted in the copy by the rules for sessions, also after a period has ended.
 */

/** Computed sessions have this id and greater ones. */
export const firstUsedId = firstOwnId / 4;
/** Computed sessions of a user at most. */
const maxSessions = 64;
const maxParallel = 15;

export const quotaPeriods = ['all', 'monthly', 'weekly', 'daily'] as const;

/** Returns the greatest id of the computed sessions of a user and of all before it. */
export function lastUsedId(user: number): number {
  return firstUsedId + (user + 1) * maxSessions - 1;
}

/** What a user has used before. */
export interface UsedBefore {
  readonly user: number;
  readonly organization: number;
  /** By period; sessions that are open do not count. */
  readonly usage: ReadonlyMap<QuotaPeriod, Usage>;
  readonly now: Date;
  readonly timeZone: string | null;
}

/** Returns sessions that have used as much in each period as a user has. */
export function sessionsOfUse(used: UsedBefore): readonly Readonly<Record<string, unknown>>[] {
  const { user, organization } = used;
  return partsOf(used)
    .flatMap(sessionsOfPart)
    .map((session, index) => ({
      radacctid: firstUsedId + user * maxSessions + index,
      organization,
      user,
      is_current: 0,
      stop_is_guess: 0,
      acctsessionid: '',
      acctuniqueid: '',
      nasipaddress: '',
      origin: 'radius',
      seconds_before: 0,
      input_before: 0,
      output_before: 0,
      station: '',
      ...session,
    }));
}

/** A part of the time, and what was used in it. */
interface Part extends Usage {
  readonly start: number;
  readonly end: number;
}

function partsOf({ usage, now, timeZone }: UsedBefore): readonly Part[] {
  const starts = quotaPeriods
    .map((period) => ({ start: startOfPeriod(period, { now, timeZone }), used: usage.get(period) }))
    .sort((one, other) => one.start - other.start);
  return starts.map(({ start, used = none }, index) => {
    const next = starts[index + 1] ?? { start: now.getTime(), used: none };
    return { start, end: next.start, ...difference(used, next.used ?? none) };
  });
}

const none: Usage = { seconds: 0, octets: 0 };

/** Sums that were rounded may be smaller than that of a part of them. */
function difference(used: Usage, later: Usage): Usage {
  return {
    seconds: Math.max(0, used.seconds - later.seconds),
    octets: Math.max(0, Math.round(used.octets - later.octets)),
  };
}

/** More time than the part has was used by several devices. */
function sessionsOfPart({ start, end, seconds, octets }: Part) {
  if (seconds === 0 && octets === 0) return [];
  // A session that begins at 0 counts in no period but `all`.
  const longest = start === 0 ? Infinity : Math.max(1, Math.floor((end - start) / 1000));
  const count = Math.min(maxParallel, Math.max(1, Math.ceil(seconds / longest)));
  return Array.from({ length: count }, (_, index) => ({
    acctstarttime: start,
    acctstoptime: start === 0 ? 0 : end,
    acctsessiontime: Math.min(longest, seconds - index * longest),
    acctinputoctets: index === 0 ? octets : 0,
    acctoutputoctets: 0,
  }));
}
