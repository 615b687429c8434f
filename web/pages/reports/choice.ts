import { address, linkTo } from '../../app/address.ts';
import { parseSiteTime, siteDay } from '../../app/format.ts';

/* What a report shows, as it is in the address. */

/** The reports by their word in the address. */
export const reports: Readonly<Record<ReportName, string>> = {
  sessions: 'Sessions',
  guests: 'Guests',
  logins: 'Logins',
  vouchers: 'Vouchers',
  availability: 'Availability',
};

export const reportNames = ['sessions', 'guests', 'logins', 'vouchers', 'availability'] as const;
export type ReportName = (typeof reportNames)[number];

export interface Choice {
  readonly report: ReportName;
  /** What sums of sessions are by, a word of the API. */
  readonly group: string;
  readonly days: number;
  /** Id of an organization or location; empty: all. */
  readonly organization: string;
  readonly location: string;
}

/** What each report is given. */
export interface ReportProps {
  readonly choice: Choice;
  /** Differs with what is read. */
  readonly name: string;
}

/** Days of the periods. */
export const periods: readonly number[] = [1, 7, 30, 90];

const dayMs = 86_400_000;

/** Returns what the address asks for. */
export function readChoice(): Choice {
  const { query } = address.value;
  return {
    report: reportNames.find((name) => name === query.get('report')) ?? 'sessions',
    group: query.get('by') ?? 'day',
    days: Number(query.get('days') ?? '7'),
    organization: query.get('organization') ?? '',
    location: query.get('location') ?? '',
  };
}

/** Returns path and query of a reply for the period and the place of a report. @param more  further parameters */
export function reportPath(
  path: string,
  choice: Choice,
  more: Readonly<Record<string, string | number>> = {},
): string {
  const start_date = new Date(startOf(choice.days)).toISOString();
  const { organization, location } = choice;
  return linkTo(path, { start_date, organization, location, ...more });
}

/** Returns the begin of a period in milliseconds since 1970: of a day of the site, or 24 hours ago. */
export function startOf(days: number): number {
  const first = Date.now() - (days - 1) * dayMs;
  return days === 1 ? first - dayMs : parseSiteTime(siteDay(first));
}

/** Returns the days of a period, such as 2026-11-28, in their order. */
export function daysOf(days: number): readonly string[] {
  const noon = parseSiteTime(siteDay(startOf(days))) + dayMs / 2;
  const today = siteDay(Date.now());
  const all = Array.from({ length: days + 2 }, (_, index) => siteDay(noon + index * dayMs));
  return [...new Set(all)].filter((day) => day <= today);
}
