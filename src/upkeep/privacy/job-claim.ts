import { sql, type Selectable } from 'kysely';
import type { Gateway } from '../../gateway/gateway.ts';
import { prepareTimedClaim } from '../../store/claim.ts';
import { namedParameter } from '../../store/prepared-statement.ts';
import { mustChange, parseJsonColumn, type Statement } from '../../store/store.ts';
import type { Tables } from '../../contract/tables.ts';

export type PrivacyJobRow = Selectable<Tables['privacy_job']>;

const leaseMs = 60_000;

/** A job that a gateway works on, and its progress. */
export interface ClaimedJob {
  readonly row: PrivacyJobRow;
  readonly report: ReportEntry[];
}

type Action = 'anonymized' | 'deleted' | 'exported';

interface ReportEntry {
  readonly table: string;
  readonly action: Action;
  rows: number;
}

/** Claims a due job. After a restart a gateway immediately continues the jobs that it held. */
export async function claimJob(gateway: Gateway, owner: string): Promise<ClaimedJob | undefined> {
  const [row] = await claimDue(gateway, { owner });
  return row && { row, report: parseJsonColumn<ReportEntry[]>(row.report) };
}

const claimDue = prepareTimedClaim<PrivacyJobRow>(
  {
    table: 'privacy_job',
    candidates: sql`
    select id from privacy_job where next_at is not null and next_at <= ${namedParameter('now')}
      and (owner is null or owner = ${namedParameter('owner')} or lease_until < ${namedParameter('now')})
    order by next_at limit 1`,
    set: sql`owner = ${namedParameter('owner')}, lease_until = ${namedParameter('until')},
    started_at = coalesce(started_at, ${namedParameter('now')}),
    status = case when status = 'scheduled' then 'running' else status end`,
    returning: sql`*`,
  },
  leaseMs,
);

/** Adds rows to the report of a job, which is stored with the statement that changes them. */
export function countRows({ report }: ClaimedJob, counted: ReportEntry): void {
  const { table, action, rows } = counted;
  const known = report.find((entry) => entry.table === table && entry.action === action);
  if (known) known.rows += rows;
  else report.push({ ...counted });
}

/** Returns a statement that updates a job and renews its lease; its batch fails if another gateway has taken it over. */
export function updateJob(
  { store, now }: Gateway,
  { row, report }: ClaimedJob,
  changes: Partial<PrivacyJobRow> = {},
): Statement {
  const lease = { lease_until: now().getTime() + leaseMs };
  return mustChange(
    store.db
      .updateTable('privacy_job')
      .set({ report: JSON.stringify(report), ...lease, ...changes })
      .where('id', '=', row.id)
      .where('owner', '=', row.owner),
  );
}
