import { Type } from 'typebox';
import type { Gateway } from '../gateway.ts';
import { crud } from '../http/crud.ts';
import { endpoint, type Endpoint } from '../http/endpoint.ts';
import { listEndpoint, type QueryValues } from '../http/list-endpoint.ts';
import { createResource, createResources, retrieveResource } from '../http/resource-access.ts';
import { fieldSchema, readableSchema, writableSchema } from '../http/resource-schema.ts';
import { device as of } from '../inventory/device/device.ts';
import { refreshDeviceStatus } from '../inventory/refresh.ts';
import { findDevicesWithPendingSettings } from '../inventory/setting/setting.ts';
import { deviceParams, type Addressing } from './addressing.ts';

const closed = { additionalProperties: false };

const reports = {
  pending: Type.Optional(
    Type.Boolean({
      description: 'show whether there are changes that the device has not taken yet',
    }),
  ),
  update_status: Type.Optional(
    Type.Boolean({ description: 'ask the device first whether it is there' }),
  ),
};
const reply = Type.Object({
  ...readableSchema(of).properties,
  pending_settings: Type.Optional(Type.Boolean()),
});

/** The rows of devices in one addressing. */
export const deviceEndpoints = (by: Addressing): Endpoint[] => [
  list(by),
  creating(by),
  retrieving(by),
  ...crud(of, ['replace', 'update', 'destroy'], by),
];

function list(by: Addressing): Endpoint {
  return listEndpoint({
    ...{ resource: of, path: by.path, query: reports, reply, csv: true },
    async mapItems(items, { gateway, query }, again) {
      const { update_status }: QueryValues = query;
      if (update_status !== true) return reported(gateway, items, query);
      await refreshDeviceStatus(gateway, idsOf(items));
      return reported(gateway, await again(), query);
    },
  });
}

/** By serial number only a device that has one can be found again. */
function creating(by: Addressing): Endpoint {
  const body = writableSchema(of);
  const serial = {
    serial_number: Type.Unsafe<string>({ ...fieldSchema(of, 'serial_number'), type: 'string' }),
  };
  return endpoint({
    ...{ method: 'POST', path: `/${by.path}/`, summary: `Create ${of.title}`, bulk: true },
    reply: Type.Union([readableSchema(of), Type.Array(readableSchema(of))]),
    body:
      by.key === 'serial_number' ? Type.Object({ ...body.properties, ...serial }, closed) : body,
    handle: ({ gateway, caller, body }) =>
      Array.isArray(body)
        ? createResources({ resource: of, gateway, caller }, body as Body[])
        : createResource({ resource: of, gateway, caller }, body as Body),
  });
}

function retrieving(by: Addressing): Endpoint {
  return endpoint({
    ...{
      method: 'GET',
      path: `/${by.path}/{${by.key}}/`,
      summary: `Get ${of.title}`,
      hasEtag: true,
    },
    ...{ params: deviceParams(by), query: Type.Object(reports, closed), reply },
    async handle(call) {
      const { gateway, caller, query } = call;
      const params: Readonly<Record<string, unknown>> = call.params;
      const ask = () =>
        retrieveResource({ resource: of, gateway, caller }, [by.key, params[by.key]]);
      const found = await ask();
      if (query.update_status === true) await refreshDeviceStatus(gateway, [found.id]);
      const [shown] = await reported(
        gateway,
        [query.update_status === true ? await ask() : found],
        query,
      );
      return shown ?? found;
    },
  });
}

type Body = Record<string, unknown>;
type Items = readonly Readonly<Record<string, unknown>>[];

async function reported(gateway: Gateway, items: Items, query: { readonly pending?: unknown }) {
  if (query.pending !== true) return items;
  const pending = await findDevicesWithPendingSettings(gateway, idsOf(items));
  return items.map((item) => ({ ...item, pending_settings: pending.has(Number(item.id)) }));
}

function idsOf(items: Items): number[] {
  return items.map(({ id }) => Number(id));
}
