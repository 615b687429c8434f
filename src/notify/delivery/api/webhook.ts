import { randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import { replayDeliveries } from '../delivery.ts';
import { callWebhook, reasonOf } from '../webhook-request.ts';
import { checkWebhook, delivery, deliveryStates, webhook } from '../webhook.ts';
import { Fault } from '../../../contract/errors.ts';
import { nullable, text } from '../../../contract/fields.ts';
import { crud } from '../../../http/crud.ts';
import { endpoint, type Endpoint } from '../../../http/endpoint.ts';
import { pagingParameters } from '../../../http/list/filter.ts';
import { fetchOwnPage, pageSchema } from '../../../http/list/page.ts';
import {
  createResource,
  findResourceRow,
  retrieveResource,
  updateResource,
} from '../../../http/resource-access.ts';
import { fieldSchema, readableSchema } from '../../../http/resource-schema.ts';
import { writeEndpoints } from '../../../http/write-endpoints.ts';

const params = Type.Object({ id: fieldSchema(webhook, 'id') });
const closed = { additionalProperties: false };
const path = `/${webhook.name}/{id}`;
/** Longest wait for a webhook that is tried. */
const testMs = 10_000;

/** GET /webhook/{id}/deliveries/: sent, waiting and dead deliveries. */
const listing: Endpoint = endpoint({
  method: 'GET',
  path: `${path}/deliveries/`,
  summary: 'List the deliveries of a webhook',
  params,
  query: Type.Object(
    {
      ...pagingParameters.offset,
      state: Type.Optional(Type.Enum([...deliveryStates])),
    },
    closed,
  ),
  reply: pageSchema(readableSchema(delivery)),
  isExtension: true,
  async handle(call) {
    const { gateway, caller, params, query } = call;
    await retrieveResource({ resource: webhook, gateway, caller }, ['id', params.id]);
    const where = [
      { column: 'webhook', operator: '=' as const, value: params.id },
      ...(query.state === undefined
        ? []
        : [{ column: 'state', operator: '=' as const, value: query.state }]),
    ];
    return fetchOwnPage(delivery, where, call);
  },
});

/** POST /webhook/{id}/replay/: sends dead deliveries again. */
const replaying: Endpoint = endpoint({
  method: 'POST',
  path: `${path}/replay/`,
  summary: 'Send the deliveries again that were given up',
  params,
  body: Type.Object(
    {
      deliveries: Type.Optional(
        Type.Array(Type.Integer({ minimum: 1 }), {
          minItems: 1,
          maxItems: 1000,
          uniqueItems: true,
          description: 'ids; default: all',
        }),
      ),
    },
    closed,
  ),
  reply: Type.Object({ replayed: Type.Integer() }),
  status: 200,
  isExtension: true,
  async handle({ gateway, caller, params: { id }, body }) {
    await retrieveResource({ resource: webhook, gateway, caller }, ['id', id]);
    return { replayed: await replayDeliveries(gateway, id, body.deliveries) };
  },
});

/** POST /webhook/{id}/test/: calls a webhook at once, without a delivery. */
const testing: Endpoint = endpoint({
  method: 'POST',
  path: `${path}/test/`,
  summary: 'Call a webhook to try it',
  params,
  body: Type.Object({}, closed),
  reply: Type.Object({
    delivered: Type.Boolean({ description: 'true: it answered with a status from 200 to 299' }),
    error: nullable(text({ description: 'why not' })),
  }),
  status: 200,
  isExtension: true,
  async handle({ gateway, caller, params: { id } }) {
    const { name } = await retrieveResource({ resource: webhook, gateway, caller }, ['id', id]);
    const notice = {
      id: randomUUID(),
      type: 'events',
      datetime: gateway.now().toISOString(),
      message: `Test of the webhook ${name}`,
      events: [],
    } as const;
    try {
      await gateway.watchdog.run({ name: 'webhook test', timeoutMs: testMs }, (signal) =>
        callWebhook(gateway, { webhook: id, notice }, signal),
      );
      return { delivered: true, error: null };
    } catch (error) {
      return { delivered: false, error: reasonOf(error) };
    }
  },
});

/** Webhooks and their deliveries. */
export const webhookEndpoints: readonly Endpoint[] = [
  ...crud(webhook, ['list', 'retrieve', 'destroy'], {
    path: webhook.name,
    key: 'id',
    isExtension: true,
  }),
  ...writeEndpoints({
    resource: webhook,
    isExtension: true,
    async create(access, body) {
      if (body['secret'] === undefined) throw Fault.field('secret', 'This field is required.');
      await checkWebhook(access.gateway, access.caller, { body, found: null });
      return createResource(access, body);
    },
    async update(access, key, body) {
      const found = await findResourceRow(access, key);
      await checkWebhook(access.gateway, access.caller, { body, found });
      return updateResource(access, key, body);
    },
  }),
  listing,
  replaying,
  testing,
];
