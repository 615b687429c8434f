import { Type } from 'typebox';
import { parseTime } from '../../fields.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import { listEndpoint } from '../../http/list-endpoint.ts';
import { metricLog } from '../../inventory/metric/metric.ts';
import {
  chooseResolution,
  metric5min,
  metricDay,
  metricHour,
  resolutions,
  rollupFields,
  type Resolution,
} from '../../inventory/metric/metric-rollup.ts';

const optional = Object.fromEntries(
  Object.entries(rollupFields).map(([field, schema]) => [field, Type.Optional(schema)]),
);

const lists: Readonly<Record<Resolution, Endpoint>> = {
  raw: listEndpoint({
    resource: metricLog,
    query: {
      resolution: Type.Optional(
        Type.Enum([...resolutions, 'auto'], {
          'x-extension': true,
          default: 'raw',
          description:
            'a rollup instead of single results: by 5 minutes, hours or days (UTC); auto: by the length of the range of `datetime`',
        }),
      ),
    },
    reply: Type.Object({ ...metricLog.schema.properties, ...optional }),
  }),
  '5min': listEndpoint({ resource: metric5min }),
  hour: listEndpoint({ resource: metricHour }),
  day: listEndpoint({ resource: metricDay }),
};

/** GET /inventory_metric_log/: single results, or their rollups. */
export const metricLogList: Endpoint = {
  ...lists.raw,
  handle(call) {
    const { resolution = 'raw', ...query } = call.query;
    const chosen =
      resolution === 'auto'
        ? chooseResolution(
            timeOf(query['datetime__gte']),
            timeOf(query['datetime__lte']) ?? call.gateway.now().getTime(),
          )
        : resolutions.find((one) => one === resolution);
    return lists[chosen ?? 'raw'].handle({ ...call, query });
  },
};

const timeOf = (value: unknown) => (typeof value === 'string' ? parseTime(value) : null);
