import { authorizationChange } from '../coa/authorization-change.ts';
import { crud } from '../../http/crud.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import { sessionChangeEndpoints } from './aaa-session-change.ts';
import { reportReaders } from '../../contract/caller.ts';

/** Authorization changes: their log, and the Disconnect and CoA of a session. */
export const authorizationChangeEndpoints: readonly Endpoint[] = [
  ...crud(authorizationChange, ['list', 'retrieve'], {
    path: 'aaa_authorization_change',
    key: 'id',
    isExtension: true,
    readers: reportReaders,
  }),
  ...sessionChangeEndpoints,
];
