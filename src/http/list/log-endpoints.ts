import type { TObject } from 'typebox';
import { reportReaders, type Role } from '../../contract/caller.ts';
import { crud } from '../crud.ts';
import type { Endpoint } from '../endpoint.ts';
import { listEndpoint, type ListDefinition } from './list-endpoint.ts';
import type { Resource } from '../../contract/resource.ts';
import { periodFilter } from './list-parameters.ts';

/** Declares the list of a log: read-only, filtered by its time, available as CSV. */
export function logListEndpoint<T extends TObject>(definition: ListDefinition<T>): Endpoint {
  return listEndpoint({
    ...periodFilter('datetime'),
    csv: true,
    roles: reportReaders,
    ...definition,
  });
}

/** Declares a log that the published interface lacks: its list and its entries. */
export function logEndpoints(
  resource: Resource,
  readers: readonly Role[] = reportReaders,
): readonly Endpoint[] {
  const mount = { path: resource.name, key: 'id', readers, isExtension: true };
  return [
    logListEndpoint({ resource, roles: readers, isExtension: true }),
    ...crud(resource, ['retrieve'], mount),
  ];
}
