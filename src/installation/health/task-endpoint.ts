import { Type } from 'typebox';
import { formatTime, dateTime, nullable, text } from '../../contract/fields.ts';
import { endpoint, type Endpoint } from '../../http/endpoint.ts';

const task = Type.Object({
  name: text(),
  interval_seconds: Type.Number({ description: 'between the end of a run and the next one' }),
  runs: Type.Integer({ description: 'since the gateway started' }),
  is_running: Type.Boolean(),
  has_failed: Type.Boolean({ description: 'true: the last run has failed' }),
  last_start: nullable(dateTime()),
  last_end: nullable(dateTime()),
  next_run: nullable(dateTime({ description: 'null: it runs now; an event may start it earlier' })),
  last_failure: nullable(dateTime({ description: 'when a run failed; later ones may not have' })),
  last_error: nullable(text()),
});

/** GET /gateway_task/: the periodic tasks of the gateway that answers, for callers of the root organization. */
export const taskEndpoint: Endpoint = endpoint({
  method: 'GET',
  path: '/gateway_task/',
  summary: 'List the periodic tasks of the gateway with their last runs',
  isExtension: true,
  reply: Type.Object({
    results: Type.Array(task, {
      description: 'empty for callers of other organizations than the root',
    }),
  }),
  handle: ({ gateway, caller }) => ({
    results: (caller.isRoot ? gateway.taskRuns.states : []).map(
      ({ name, intervalMs, runs, hasFailed, startedAt, endedAt, nextAt, failure }) => ({
        name,
        interval_seconds: intervalMs / 1000,
        runs,
        has_failed: hasFailed,
        is_running: startedAt !== null && nextAt === null,
        last_start: formatted(startedAt),
        last_end: formatted(endedAt),
        next_run: formatted(nextAt),
        last_failure: formatted(failure?.at ?? null),
        last_error: failure?.message ?? null,
      }),
    ),
  }),
});

const formatted = (at: number | null) => (at === null ? null : formatTime(at));
