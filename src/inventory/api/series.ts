import { Type } from 'typebox';
import { crud } from '../../http/crud.ts';
import { endpoint, type Endpoint } from '../../http/endpoint.ts';
import { retrieveResource } from '../../http/resource-access.ts';
import { fieldSchema, readableSchema } from '../../http/resource-schema.ts';
import { cancelSeries } from '../series/series-end.ts';
import { series } from '../series/series.ts';

/** POST /inventory_series/{id}/cancel/ */
const canceling: Endpoint = endpoint({
  method: 'POST',
  path: '/inventory_series/{id}/cancel/',
  summary: 'Cancel a series, and its run that has not begun',
  params: Type.Object({ id: fieldSchema(series, 'id') }),
  body: Type.Object({}, { additionalProperties: false }),
  reply: readableSchema(series),
  status: 200,
  isExtension: true,
  async handle({ gateway, caller, params: { id } }) {
    const { organizations, username } = caller;
    await cancelSeries(gateway, { id, organizations }, username);
    return retrieveResource({ resource: series, gateway, caller }, ['id', id]);
  },
});

/** Series of transactions, an extension. They are made by `every` of a diagnostic or a headless `get`. */
export const seriesEndpoints: readonly Endpoint[] = [
  ...crud(series, ['list', 'retrieve'], { path: 'inventory_series', key: 'id', isExtension: true }),
  canceling,
];
