import { sql } from 'kysely';
import { groupBy } from '../../runtime/group-by.ts';
import type { Store } from '../../store/store.ts';

/** The means of a metric of a device in the last six hours, by quarters of an hour. */
export interface MetricCourse {
  readonly metric: string;
  /** Begin of the first quarter, in milliseconds since 1970. */
  readonly from: number;
  /** The oldest first; null: no result in this quarter. */
  readonly values: readonly (number | null)[];
}

export const courseStepMs = 900_000;
const steps = 24;

interface CourseRequest {
  readonly devices: readonly number[];
  /** Names of metrics: each device has the course of the first one that it has results of. */
  readonly metrics: readonly string[];
  readonly now: Date;
}

/** Reads the courses of devices from the rollups of five minutes, with one query off the event loop. Interfaces have none. */
export async function readMetricCourses(
  store: Store,
  { devices, metrics, now }: CourseRequest,
): Promise<ReadonlyMap<number, MetricCourse>> {
  if (devices.length === 0 || metrics.length === 0) return new Map();
  const from = (Math.floor(now.getTime() / courseStepMs) - steps + 1) * courseStepMs;
  const query = sql<Mean>`
    select r.device, m.name as metric, (r.datetime - cast(${from} as bigint)) / ${sql.lit(courseStepMs)} as step,
      sum(r."sum") / sum(r."count") as mean
    from inventory_metric_5min r join inventory_metric m on m.id = r.metric
    where r.device in (${sql.join(devices)}) and r.datetime >= ${from} and r.interface = '' and m.name in (${sql.join(metrics)})
    group by 1, 2, 3`;
  const means = await store.readLong({ compile: () => query.compile(store.db) });
  const courses = [...groupBy(means, ({ device }) => device)].map(
    ([device, ofDevice]): [number, MetricCourse] => [device, courseOf(ofDevice, metrics, from)],
  );
  return new Map(courses);
}

interface Mean {
  readonly device: number;
  readonly metric: string;
  readonly step: number;
  readonly mean: number;
}

function courseOf(means: readonly Mean[], metrics: readonly string[], from: number): MetricCourse {
  const metric = metrics.find((name) => means.some((mean) => mean.metric === name)) ?? '';
  const byStep = new Map(
    means.filter((mean) => mean.metric === metric).map(({ step, mean }) => [step, mean]),
  );
  const values = Array.from({ length: steps }, (_, step) => byStep.get(step) ?? null);
  return { metric, from, values };
}
