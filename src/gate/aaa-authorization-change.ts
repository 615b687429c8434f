import { authorizationChange } from '../aaa/authorization-change.ts';
import { crud } from '../http/crud.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { sessionChangeRows } from './session-change.ts';

/** What NASes were told of live sessions: the list, and the two ways of telling them. */
export const authorizationChangeRows: readonly Endpoint[] = [
  ...crud(authorizationChange, ['list', 'retrieve'], {
    ...{ path: 'aaa_authorization_change', key: 'id', extension: true },
    readers: ['admin', 'read_only', 'reports'],
  }),
  ...sessionChangeRows,
];
