import { Type } from 'typebox';
import { Fault } from '../errors.ts';
import { withoutNull } from '../fields.ts';
import { endpoint, type Endpoint } from '../http/endpoint.ts';
import { retrieve } from '../http/resource-rows.ts';
import { fieldOf, shownSchema } from '../http/resource-schema.ts';
import type { Resource } from '../resource.ts';

/** GET …/{id}/ of a resource whose list's filter goes for one of it as well: one that does not fit is not found. */
export const retrieveFiltered = (of: Resource, field: string): Endpoint =>
  endpoint({
    ...{ method: 'GET', path: `/${of.name}/{id}/`, summary: `Get ${of.title}`, isOne: true },
    params: Type.Object({ id: fieldOf(of, 'id') }),
    query: Type.Object({ [field]: Type.Optional(withoutNull(fieldOf(of, field))) }, { additionalProperties: false }),
    reply: shownSchema(of),
    async handle({ gateway, caller, params, query }) {
      const found = await retrieve({ of, gateway, caller }, ['id', params.id]);
      const wanted = (query as Readonly<Record<string, unknown>>)[field];
      if (wanted === undefined || found[field] === wanted) return found;
      throw new Fault('not_found', 'Not found.');
    },
  });
