import { Type } from 'typebox';
import { Fault } from '../errors.ts';
import type { Gateway } from '../gateway.ts';
import { endpoint, type Endpoint } from '../http/endpoint.ts';
import { change, create } from '../http/resource-rows.ts';
import { fieldOf, partial, replacement, shownSchema, writableSchema } from '../http/resource-schema.ts';
import { connectionProfile as of } from '../inventory/connection-profile.ts';
import { check } from '../schema.ts';

const params = Type.Object({ id: fieldOf(of, 'id') });
const body = writableSchema(of);
const common = { reply: shownSchema(of), extension: true };
const one = { path: `/${of.name}/{id}/`, params, ...common };

/** The writing rows of connection profiles: what a service says is checked against the adapter that it names. */
export const connectionProfileWrites: readonly Endpoint[] = [
  endpoint({
    ...{ method: 'POST', path: `/${of.name}/`, summary: `Create ${of.title}`, body, ...common },
    handle: ({ gateway, caller, body }) => create({ of, gateway, caller }, checked(gateway, body)),
  }),
  endpoint({
    ...{ method: 'PUT', summary: `Replace ${of.title}`, body, ...one },
    handle: ({ gateway, caller, params, body }) =>
      change({ of, gateway, caller }, ['id', params.id], replacement(of, checked(gateway, body))),
  }),
  endpoint({
    ...{ method: 'PATCH', summary: `Change ${of.title}`, body: partial(body), ...one },
    handle: ({ gateway, caller, params, body }) => change({ of, gateway, caller }, ['id', params.id], checked(gateway, body)),
  }),
];

const services = ['connection_service', 'collection_service', 'storage_service'] as const;

interface Service {
  readonly protocol: string;
  readonly port?: number;
  readonly options?: Readonly<Record<string, unknown>>;
}

/** @throws Fault `invalid` naming the service */
function checked(gateway: Gateway, body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  for (const field of services) {
    const service = body[field] as Service | null | undefined;
    if (service) checkService(gateway, field, service);
  }
  return { ...body };
}

function checkService(gateway: Gateway, field: string, { protocol, port, options }: Service): void {
  const adapter = gateway.adapters.get(protocol);
  if (!adapter) {
    const known = [...gateway.adapters.keys()].join(', ');
    throw Fault.field(`${field}.protocol`, `No adapter "${protocol}". There are: ${known}.`);
  }
  try {
    check(adapter.options, { ...structuredClone(options), ...(port !== undefined && { port }) }, '');
  } catch (error) {
    throw Fault.field(`${field}.options`, error instanceof Error ? error.message : 'not valid');
  }
}
