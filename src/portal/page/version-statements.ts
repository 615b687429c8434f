import { sql, type RawBuilder } from 'kysely';
import type { Statement, Store } from '../../store/store.ts';
import { versionedFields } from './page-version.ts';

/* Statements that keep the versions of a page, in the batch that changes it. */

/** Versions that are kept of a page. */
export const maxVersions = 20;

/** Who publishes a page, and when. */
export interface Publication {
  /** Id of the user. */
  readonly user: number;
  readonly at: Date;
}

const content = sql.join(versionedFields.map((field) => sql.ref(field)));

/** Inserts the present content of the pages of a condition. @param stamp  columns `user` and `created` */
function insertVersion(stamp: RawBuilder<unknown>, condition: RawBuilder<unknown>) {
  return sql`insert into portal_page_version (page, organization, "user", created, ${content})
    select id, organization, ${stamp}, ${content} from portal_page where ${condition}`;
}

/** Returns the statement that keeps the first version of a new page, which its organization and name identify. */
export function firstVersion(
  { db }: Store,
  page: { readonly organization: number; readonly name: string },
  { user, at }: Publication,
): Statement {
  const stamp = sql`cast(${user} as bigint), cast(${at.getTime()} as bigint)`;
  const isPage = sql`organization = ${page.organization} and name = ${page.name}`;
  return insertVersion(stamp, isPage).compile(db);
}

/** Returns the statement before a change: it keeps the content of a page of which no version is kept yet. */
export function formerVersion({ db }: Store, page: number): Statement {
  const isKept = sql`exists (select 1 from portal_page_version where page = ${page})`;
  const stamp = sql`cast(null as bigint), last_change`;
  return insertVersion(stamp, sql`id = ${page} and not ${isKept}`).compile(db);
}

/** Returns the statements after a change of the content: they keep the new content, and drop the oldest versions. */
export function laterVersion({ db }: Store, page: number, publication: Publication): Statement[] {
  const { user, at } = publication;
  const stamp = sql`cast(${user} as bigint), cast(${at.getTime()} as bigint)`;
  const kept = sql`select id from portal_page_version where page = ${page} order by id desc limit ${sql.lit(maxVersions)}`;
  return [
    insertVersion(stamp, sql`id = ${page}`).compile(db),
    sql`delete from portal_page_version where page = ${page} and id not in (${kept})`.compile(db),
  ];
}

/** Returns the statement after a change that gives the versions of a page its organization. */
export function followOrganization({ db }: Store, page: number): Statement {
  return sql`update portal_page_version set organization = (select organization from portal_page where id = ${page})
    where page = ${page}`.compile(db);
}
