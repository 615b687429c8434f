import { packet as of } from '../aaa/packet.ts';
import { crud } from '../http/crud.ts';
import type { Endpoint, Role } from '../http/endpoint.ts';
import { listing } from '../http/list.ts';
import { byPeriod } from './list.ts';

const readers: readonly Role[] = ['admin', 'read_only', 'reports'];

/** Accounting packets that are of no session: read only. */
export const packetRows: readonly Endpoint[] = [
  listing({ of, ...byPeriod('datetime'), csv: true, roles: readers, extension: true }),
  ...crud(of, ['retrieve'], { path: of.name, key: 'id', readers, extension: true }),
];
