import { Type } from 'typebox';
import { Fault } from '../../contract/errors.ts';
import { nonNullable } from '../../contract/fields.ts';
import { endpoint, type Endpoint } from '../../http/endpoint.ts';
import { retrieveResource } from '../../http/resource-access.ts';
import { fieldSchema, readableSchema } from '../../http/resource-schema.ts';
import type { Resource } from '../../contract/resource.ts';

/** GET …/{id}/ of a resource with a filter of its list: a row that does not match is not found. */
export const retrieveFilteredEndpoint = (of: Resource, field: string): Endpoint =>
  endpoint({
    method: 'GET',
    path: `/${of.name}/{id}/`,
    summary: `Get ${of.title}`,
    hasEtag: true,
    params: Type.Object({ id: fieldSchema(of, 'id') }),
    query: Type.Object(
      { [field]: Type.Optional(nonNullable(fieldSchema(of, field))) },
      { additionalProperties: false },
    ),
    reply: readableSchema(of),
    async handle({ gateway, caller, params, query }) {
      const found = await retrieveResource({ resource: of, gateway, caller }, ['id', params.id]);
      const values: Readonly<Record<string, unknown>> = query;
      const expected = values[field];
      if (expected === undefined || found[field] === expected) return found;
      throw new Fault('not_found', 'Not found.');
    },
  });
