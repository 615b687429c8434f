import { Type } from 'typebox';
import { checkById } from '../dnsfilter/check.ts';
import { maybe, text, time } from '../fields.ts';
import { endpoint, type Endpoint } from '../http/endpoint.ts';

const uuid = Type.String({ format: 'uuid' });

/** GET dnsfilter_categoryget/: the category that a check found. */
export const categoryget = (path: string, hidden = false): Endpoint =>
  endpoint({
    ...{ method: 'GET', path: `/${path}/`, summary: 'Get the category of a DNS check', hidden },
    query: Type.Object({ uuid }, { additionalProperties: false }),
    reply: Type.Object({ uuid, category: maybe(text()), timestamp: time() }),
    handle: ({ gateway, caller, query }) => checkById(gateway, query.uuid, caller.organizations),
  });
