import { authorizationChange } from '../aaa/coa/authorization-change.ts';
import { crud } from '../http/crud.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { sessionChangeEndpoints } from './aaa-session-change.ts';

/** What NASes were told of live sessions: the list, and the two ways of telling them. */
export const authorizationChangeEndpoints: readonly Endpoint[] = [
  ...crud(authorizationChange, ['list', 'retrieve'], {
    ...{ path: 'aaa_authorization_change', key: 'id', extension: true },
    readers: ['admin', 'read_only', 'reports'],
  }),
  ...sessionChangeEndpoints,
];
