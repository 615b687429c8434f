import { Type, type TObject } from 'typebox';
import type { Gateway } from '../../gateway/gateway.ts';
import { dateTime, formatTime, nullable } from '../../contract/fields.ts';
import { crud } from '../../http/crud.ts';
import { endpoint, type Endpoint } from '../../http/endpoint.ts';
import { listEndpoint, type QueryValues } from '../../http/list/list-endpoint.ts';
import { mapCollectingFaults } from '../../http/request-validation.ts';
import {
  createResource,
  createResources,
  findResourceRow,
  retrieveResource,
  updateResource,
} from '../../http/resource-access.ts';
import {
  replaceEndpoint,
  updateEndpoint,
  type WriteDefinition,
} from '../../http/write-endpoints.ts';
import {
  fieldSchema,
  ignoredFields,
  readableSchema,
  writableSchema,
} from '../../http/resource-schema.ts';
import { contactOnChange } from '../device/contact-change.ts';
import { device as of } from '../device/device.ts';
import { logIdentityChange } from '../device/host-key-check.ts';
import { checkDeviceWrite } from '../device/write-check/device-write-check.ts';
import { checkParent } from '../device/device-parent.ts';
import { countOpenSessions } from '../device/device-sessions.ts';
import { readLastMetrics } from '../metric/last-metrics.ts';
import { courseStepMs, readMetricCourses } from '../metric/metric-course.ts';
import { interfaceName } from '../metric/metric.ts';
import { refreshDeviceStatus } from '../refresh.ts';
import { requestRenderingOnMove } from '../setting/variable-change.ts';
import { findDevicesWithPendingSettings } from '../setting/setting.ts';
import { deviceParams, type Addressing } from './addressing.ts';

const closed = { additionalProperties: false };

const reports = {
  pending: Type.Optional(
    Type.Boolean({
      description: 'show whether desired values are pending on the device',
    }),
  ),
  sessions: Type.Optional(
    Type.Boolean({ 'x-extension': true, description: 'show how many sessions are open' }),
  ),
  metrics: Type.Optional(
    Type.Enum(['last'], {
      'x-extension': true,
      description: 'show the results of the last poll',
    }),
  ),
  course: Type.Optional(
    Type.String({
      pattern: '^[a-z][a-z0-9_]*(,[a-z][a-z0-9_]*){0,7}$',
      'x-extension': true,
      description:
        'names of metrics: show the last six hours of the first one that the device has, such as `clients,load`',
    }),
  ),
  update_status: Type.Optional(
    Type.Boolean({ description: 'check first whether the device is reachable' }),
  ),
};
const reply = Type.Object({
  ...readableSchema(of).properties,
  sessions: Type.Optional(
    Type.Integer({
      'x-extension': true,
      description: 'with `sessions`: open sessions at the access point that the device is',
    }),
  ),
  metrics: Type.Optional(
    Type.Array(
      Type.Object({
        metric: Type.String(),
        parameter: Type.String({ description: 'variable_name of the parameter' }),
        interface: interfaceName,
        value: Type.String({ description: 'exact value from the device' }),
        result: Type.Unsafe<number | null>({ type: ['number', 'null'] }),
        datetime: Type.String({ format: 'date-time' }),
      }),
      { 'x-extension': true, description: 'with `metrics=last`: results of the last poll' },
    ),
  ),
  course: Type.Optional(
    nullable(
      Type.Object(
        {
          metric: Type.String(),
          datetime: dateTime({ description: 'begin of the first value' }),
          step_seconds: Type.Integer(),
          values: Type.Array(nullable(Type.Number()), {
            description: 'means, the oldest first; null: no result',
          }),
        },
        { 'x-extension': true, description: 'with `course`; null: no result of these metrics' },
      ),
    ),
  ),
  pending_settings: Type.Optional(Type.Boolean()),
});

/** Returns the endpoints of devices by one addressing. */
export const deviceEndpoints = (by: Addressing): Endpoint[] => [
  list(by),
  creating(by),
  retrieving(by),
  replaceEndpoint(writes(by)),
  updateEndpoint(writes(by)),
  ...crud(of, ['destroy'], by),
];

const writes = (by: Addressing): WriteDefinition => ({
  resource: of,
  path: by.path,
  key: by.key,
  addedFields: ['pending_settings', 'sessions', 'metrics', 'course'],
  create: createResource,
  async update(access, key, body) {
    const found = await findResourceRow(access, key);
    const { gateway, caller } = access;
    await checkDeviceWrite(gateway, caller, { body, found });
    await checkParent(gateway.store, Number(found['id']), body['parent']);
    const following = [
      ...requestRenderingOnMove(gateway, found, body),
      ...contactOnChange(gateway, found, body),
      ...logIdentityChange(gateway, { found, body, user: caller.user }),
    ];
    const write = (batch: Batch) => gateway.store.write([...batch, ...following]);
    const updated = await updateResource({ ...access, write }, key, body);
    gateway.jobs.wake();
    return updated;
  },
});

type Batch = Parameters<Gateway['store']['write']>[0];

function list(by: Addressing): Endpoint {
  return listEndpoint({
    resource: of,
    path: by.path,
    query: reports,
    reply,
    csv: true,
    async mapItems(items, { gateway, caller, query }, reload) {
      const { update_status }: QueryValues = query;
      if (update_status !== true) return addReports(gateway, items, query);
      await refreshDeviceStatus({ gateway, caller }, idsOf(items));
      return addReports(gateway, await reload(), query);
    },
  });
}

/** A device that is addressed by serial number must have one. */
function creating(by: Addressing): Endpoint {
  const writable = writableSchema(of);
  const serial = {
    serial_number: Type.Unsafe<string>({ ...fieldSchema(of, 'serial_number'), type: 'string' }),
  };
  const body: TObject =
    by.key === 'serial_number'
      ? Type.Object({ ...writable.properties, ...serial }, closed)
      : writable;
  return endpoint({
    method: 'POST',
    path: `/${by.path}/`,
    summary: `Create ${of.title}`,
    reply: Type.Union([readableSchema(of), Type.Array(readableSchema(of))]),
    ignoredFields: ignoredFields(writable, reply),
    body,
    handle: async ({ gateway, caller, body }) => {
      await checkDeviceWrite(gateway, caller, { body, found: null });
      return createResource({ resource: of, gateway, caller }, body);
    },
    bodyOf: of,
    handleMany: async ({ gateway, caller, bodies }) => {
      await mapCollectingFaults(bodies, (body) =>
        checkDeviceWrite(gateway, caller, { body, found: null }),
      );
      return createResources({ resource: of, gateway, caller }, bodies);
    },
  });
}

function retrieving(by: Addressing): Endpoint {
  return endpoint({
    method: 'GET',
    path: `/${by.path}/{${by.key}}/`,
    summary: `Get ${of.title}`,
    hasEtag: true,
    addedFields: ['pending_settings', 'sessions', 'metrics', 'course'],
    params: deviceParams(by),
    query: Type.Object(reports, closed),
    reply,
    async handle(call) {
      const { gateway, caller, query } = call;
      const params: Readonly<Record<string, unknown>> = call.params;
      const read = () =>
        retrieveResource({ resource: of, gateway, caller }, [by.key, params[by.key]]);
      const found = await read();
      if (query.update_status === true) await refreshDeviceStatus({ gateway, caller }, [found.id]);
      const [shown] = await addReports(
        gateway,
        [query.update_status === true ? await read() : found],
        query,
      );
      return shown ?? found;
    },
  });
}

type Items = readonly Readonly<Record<string, unknown>>[];

interface Reports {
  readonly pending?: unknown;
  readonly sessions?: unknown;
  readonly metrics?: unknown;
  readonly course?: unknown;
}

async function addReports(gateway: Gateway, items: Items, query: Reports) {
  const withSessions = await addSessions(gateway, items, query);
  const withMetrics = await addMetrics(gateway, withSessions, query);
  return addPending(gateway, await addCourse(gateway, withMetrics, query), query);
}

async function addMetrics(gateway: Gateway, items: Items, query: Reports): Promise<Items> {
  if (query.metrics !== 'last') return items;
  const found = await readLastMetrics(gateway.store, idsOf(items));
  return items.map((item) => {
    const metrics = found.get(Number(item.id)) ?? [];
    return {
      ...item,
      metrics: metrics.map(({ datetime, ...last }) => ({
        ...last,
        datetime: formatTime(datetime),
      })),
    };
  });
}

async function addCourse(gateway: Gateway, items: Items, query: Reports): Promise<Items> {
  if (typeof query.course !== 'string') return items;
  const found = await readMetricCourses(gateway.store, {
    devices: idsOf(items),
    metrics: query.course.split(','),
    now: gateway.now(),
  });
  return items.map((item) => {
    const course = found.get(Number(item.id));
    const step_seconds = courseStepMs / 1000;
    return {
      ...item,
      course: course
        ? {
            metric: course.metric,
            datetime: formatTime(course.from),
            step_seconds,
            values: course.values,
          }
        : null,
    };
  });
}

async function addSessions(gateway: Gateway, items: Items, query: Reports): Promise<Items> {
  if (query.sessions !== true) return items;
  const places = items.flatMap(({ access_point }) =>
    typeof access_point === 'number' ? [access_point] : [],
  );
  const counts = await countOpenSessions(gateway.store, places);
  return items.map((item) => ({ ...item, sessions: counts.get(Number(item.access_point)) ?? 0 }));
}

async function addPending(gateway: Gateway, items: Items, query: Reports): Promise<Items> {
  if (query.pending !== true) return items;
  const pending = await findDevicesWithPendingSettings(gateway, idsOf(items));
  return items.map((item) => ({ ...item, pending_settings: pending.has(Number(item.id)) }));
}

function idsOf(items: Items): number[] {
  return items.map(({ id }) => Number(id));
}
