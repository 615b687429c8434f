import { Type } from 'typebox';
import { crud } from '../../../http/crud.ts';
import { endpoint, type Endpoint } from '../../../http/endpoint.ts';
import { retrieveResource } from '../../../http/resource-access.ts';
import { fieldSchema, readableSchema } from '../../../http/resource-schema.ts';
import { replayDelivery } from '../delivery.ts';
import { delivery } from '../webhook.ts';

/** POST /delivery/{id}/replay/: sends a dead delivery again. */
const replaying: Endpoint = endpoint({
  method: 'POST',
  path: `/${delivery.name}/{id}/replay/`,
  summary: 'Send a delivery again that was given up',
  params: Type.Object({ id: fieldSchema(delivery, 'id') }),
  body: Type.Object({}, { additionalProperties: false }),
  reply: readableSchema(delivery),
  status: 200,
  isExtension: true,
  async handle({ gateway, caller, params: { id } }) {
    const { organizations } = caller;
    const access = { resource: delivery, gateway, caller };
    await retrieveResource(access, ['id', id]);
    await replayDelivery(gateway, { id, organizations });
    return retrieveResource(access, ['id', id]);
  },
});

/** Deliveries of all channels. */
export const deliveryEndpoints: readonly Endpoint[] = [
  ...crud(delivery, ['list', 'retrieve'], { path: delivery.name, key: 'id', isExtension: true }),
  replaying,
];
