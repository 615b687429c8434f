import { accounting } from '../aaa/accounting.ts';
import { client } from '../aaa/client.ts';
import { organization } from '../aaa/organization.ts';
import { crud, everyVerb } from '../http/crud.ts';
import type { Endpoint } from '../http/endpoint.ts';

/** The access-control API. */
export const gate: readonly Endpoint[] = [
  ...crud(accounting, ['list', 'retrieve'], {
    path: 'aaa_accounting',
    key: 'radacctid',
    readers: ['admin', 'read_only', 'reports'],
  }),
  ...crud(client, everyVerb, { path: 'aaa_client', key: 'id', extension: true }),
  ...crud(organization, ['list']),
];
