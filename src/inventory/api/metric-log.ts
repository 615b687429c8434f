import { Type } from 'typebox';
import { isRecord, parseTime } from '../../contract/fields.ts';
import type { Call, Endpoint } from '../../http/endpoint.ts';
import { listEndpoint } from '../../http/list/list-endpoint.ts';
import { metricLog } from '../metric/metric.ts';
import {
  chooseResolution,
  metric5min,
  metricDay,
  metricHour,
  resolutions,
  rollupFields,
  type Resolution,
} from '../metric/metric-rollup.ts';

const optional = Object.fromEntries(
  Object.entries(rollupFields).map(([field, schema]) => [field, Type.Optional(schema)]),
);

const lists: Readonly<Record<Resolution, Endpoint>> = {
  raw: listEndpoint({
    resource: metricLog,
    csv: false,
    query: {
      resolution: Type.Optional(
        Type.Enum([...resolutions, 'auto'], {
          'x-extension': true,
          default: 'raw',
          description:
            'a rollup instead of single results: by 5 minutes, hours or days (UTC); auto: by the length of the range of `datetime`, or a finer one where that rollup does not exist yet',
        }),
      ),
    },
    reply: Type.Object({ ...metricLog.schema.properties, ...optional }),
  }),
  '5min': listEndpoint({ resource: metric5min, csv: false }),
  hour: listEndpoint({ resource: metricHour, csv: false }),
  day: listEndpoint({ resource: metricDay, csv: false }),
};

/** GET /inventory_metric_log/: single results, or their rollups. */
export const metricLogList: Endpoint = {
  ...lists.raw,
  handle(call) {
    const { resolution = 'raw', ...query } = call.query;
    if (resolution === 'auto') return listByRange(call, query);
    const chosen = resolutions.find((one) => one === resolution);
    return lists[chosen ?? 'raw'].handle({ ...call, query });
  },
};

/**
 * Lists by the length of the range. A gateway that has run for less than a period has no rollup of it yet: the next finer
 * resolution with an entry answers. The links to other pages name the resolution, so that they stay in the same list.
 */
async function listByRange(call: Call, query: Call['query']): Promise<unknown> {
  const range = chooseResolution(
    timeOf(query['datetime__gte']),
    timeOf(query['datetime__lte']) ?? call.gateway.now().getTime(),
  );
  const finer = resolutions.slice(0, resolutions.indexOf(range) + 1).toReversed();
  for (const resolution of finer) {
    const parameters = new URLSearchParams(call.address.query);
    parameters.set('resolution', resolution);
    const address = { ...call.address, query: parameters.toString() };
    const page: unknown = await lists[resolution].handle({ ...call, query, address });
    if (resolution === 'raw' || hasResults(page)) return page;
  }
  return null;
}

function hasResults(page: unknown): boolean {
  return isRecord(page) && Array.isArray(page['results']) && page['results'].length > 0;
}

const timeOf = (value: unknown) => (typeof value === 'string' ? parseTime(value) : null);
