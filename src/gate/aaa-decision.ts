import { decision as of } from '../aaa/decision.ts';
import { crud } from '../http/crud.ts';
import type { Endpoint, Role } from '../http/endpoint.ts';
import { listing } from '../http/list.ts';
import { byPeriod } from './list.ts';

const readers: readonly Role[] = ['admin', 'read_only', 'reports'];

/** Decisions over RADIUS logins: read only. */
export const decisionRows: readonly Endpoint[] = [
  listing({ of, ...byPeriod('datetime'), csv: true, roles: readers, extension: true }),
  ...crud(of, ['retrieve'], { path: of.name, key: 'id', readers, extension: true }),
];
