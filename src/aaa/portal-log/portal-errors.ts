import { sql } from 'kysely';
import type { Store } from '../../store/store.ts';

/** An access point, or a portal without one, at which guests could not be let in. */
export interface PortalErrors {
  readonly organization: number;
  /** Null: the login named none. */
  readonly access_point: number | null;
  readonly name: string | null;
  readonly errors: number;
  /** The reason of the last one. */
  readonly detail: string;
}

/** More access points than a person reads. */
const maxAccessPoints = 200;

/** Finds where guests could not be let in since a time, most of them first. @throws Fault if the store cannot be read */
export async function findPortalErrors(
  { db }: Store,
  since: Date,
): Promise<readonly PortalErrors[]> {
  const { rows } = await sql<PortalErrors>`
    select f.organization, f.access_point, p.name, f.errors, l.detail
    from (
      select organization, access_point, count(*) as errors, max(id) as last from txlog_portal
      where type = 'er' and datetime >= ${since.getTime()}
      group by organization, access_point) as f
    join txlog_portal as l on l.id = f.last
    left join access_point as p on p.id = f.access_point
    order by f.errors desc, f.last desc limit ${maxAccessPoints}`.execute(db);
  return rows;
}
