import { Type } from 'typebox';
import { findHostCheck } from '../host-check.ts';
import { nullable, text, dateTime } from '../../contract/fields.ts';
import { endpoint, type Endpoint } from '../../http/endpoint.ts';

const uuid = Type.String({ format: 'uuid' });

/** GET dnsfilter_categoryget/: the category that a check found. */
export const dnsfilterCategorygetEndpoint = (path: string, isHidden = false): Endpoint =>
  endpoint({
    method: 'GET',
    path: `/${path}/`,
    summary: 'Get the category of a DNS check',
    isHidden,
    query: Type.Object({ uuid }, { additionalProperties: false }),
    reply: Type.Object({ uuid, category: nullable(text()), timestamp: dateTime() }),
    handle: ({ gateway, caller, query }) =>
      findHostCheck(gateway, query.uuid, caller.organizations),
  });
