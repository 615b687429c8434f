import type { TObject } from 'typebox';
import { crud } from '../http/crud.ts';
import type { Endpoint, Role } from '../http/endpoint.ts';
import { listEndpoint } from '../http/list-endpoint.ts';
import type { Resource } from '../resource.ts';
import { periodFilter } from './list-parameters.ts';

const readers: readonly Role[] = ['admin', 'read_only', 'reports'];

/** A log that is no part of the published interface: read only, by its time, as CSV as well. */
export function logEndpoints<T extends TObject>(of: Resource<T>): readonly Endpoint[] {
  return [
    listEndpoint({
      resource: of,
      ...periodFilter('datetime'),
      csv: true,
      roles: readers,
      extension: true,
    }),
    ...crud(of, ['retrieve'], { path: of.name, key: 'id', readers, extension: true }),
  ];
}
