import { Type } from 'typebox';
import { accounting } from '../aaa/accounting.ts';
import { crud } from '../http/crud.ts';
import type { Endpoint, Role } from '../http/endpoint.ts';
import { listing } from '../http/list.ts';
import { byPeriod } from './list.ts';

const readers: readonly Role[] = ['admin', 'read_only', 'reports'];
const open = ['active', 'open', 'true', '1'];
const closed = ['completed', 'closed', 'inactive', 'false', '0'];
const period = byPeriod('acctstarttime');

/** RADIUS accounting: read only. */
export const accountingRows: readonly Endpoint[] = [
  listing({
    of: accounting,
    query: { ...period.query, session_status: Type.Optional(Type.Enum([...open, ...closed])) },
    where: (query) => [
      ...period.where(query),
      ...(typeof query.session_status === 'string'
        ? [{ column: 'acctstoptime', operator: 'is null' as const, value: open.includes(query.session_status) ? 1 : 0 }]
        : []),
    ],
    csv: true,
    roles: readers,
  }),
  ...crud(accounting, ['retrieve'], { path: 'aaa_accounting', key: 'radacctid', readers }),
];
