import type { TObject } from 'typebox';
import { crud } from '../http/crud.ts';
import type { Endpoint, Role } from '../http/endpoint.ts';
import { listing } from '../http/list.ts';
import type { Resource } from '../resource.ts';
import { byPeriod } from './list.ts';

const readers: readonly Role[] = ['admin', 'read_only', 'reports'];

/** A log that is no part of the published interface: read only, by its time, as CSV as well. */
export function logRows<T extends TObject>(of: Resource<T>): readonly Endpoint[] {
  return [
    listing({ of, ...byPeriod('datetime'), csv: true, roles: readers, extension: true }),
    ...crud(of, ['retrieve'], { path: of.name, key: 'id', readers, extension: true }),
  ];
}
