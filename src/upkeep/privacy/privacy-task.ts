import { sql } from 'kysely';
import { namedParameter, prepareQuery } from '../../store/prepared-statement.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { PeriodicTask } from '../../gateway/job.ts';
import type { PersonalTable } from '../../gateway/personal-table.ts';
import { WakeUp } from '../../runtime/periodic-task.ts';
import { runErasure } from './erasure.ts';
import { runExport } from './export.ts';
import { claimJob } from './job-claim.ts';

const searchIntervalMs = 2_000;
const exportKeptMs = 7 * 24 * 3_600_000;
const maxJobsPerRun = 100;

/**
 * Returns the task that runs erasures and exports, one at a time. The progress is stored with each batch of rows, so that a
 * restart continues.
 *
 * @param owner  name of this gateway among the gateways on the store, the same after every restart
 */
export function createPrivacyTask(
  gateway: Gateway,
  tables: readonly PersonalTable[],
  owner: string,
): PeriodicTask {
  const wakeUp = new WakeUp(gateway.clock);
  gateway.changes.subscribe(['privacy_job'], () => {
    wakeUp.trigger();
    return Promise.resolve();
  });
  return {
    name: 'erasures and exports',
    intervalMs: searchIntervalMs,
    wakeUp,
    failureMessage: `cannot run the erasures and exports of persons; retrying every ${searchIntervalMs / 1000} s`,
    async run(signal) {
      for (let jobs = 0; jobs < maxJobsPerRun && !signal.aborted; jobs += 1) {
        const job = await claimJob(gateway, owner);
        if (!job) break;
        await (job.row.kind === 'erase' ? runErasure : runExport)(gateway, tables, job);
      }
      await deleteOldExports(gateway);
      return undefined;
    },
  };
}

/** Deletes the content of exports that have been available for a week; their reports stay. */
async function deleteOldExports({ store, trustedClock }: Gateway): Promise<void> {
  const before = trustedClock.now().getTime() - exportKeptMs;
  for (const { job } of await findOldExport(store, { before }))
    await store.write([store.db.deleteFrom('privacy_export').where('job', '=', job)]);
}

const findOldExport = prepareQuery<{ job: string }>((db) =>
  sql<{ job: string }>`
    select job from privacy_export where job in (
      select id from privacy_job where kind = 'export' and completed_at < ${namedParameter('before')}) limit 1`.compile(
    db,
  ),
);
