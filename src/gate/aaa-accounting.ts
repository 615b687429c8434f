import { Type } from 'typebox';
import { accountingRecord } from '../aaa/session/accounting-record.ts';
import { crud } from '../http/crud.ts';
import type { Endpoint, Role } from '../http/endpoint.ts';
import { listEndpoint } from '../http/list-endpoint.ts';
import { periodFilter } from './list-parameters.ts';

const readers: readonly Role[] = ['admin', 'read_only', 'reports'];
const open = ['active', 'open', 'true', '1'];
const closed = ['completed', 'closed', 'inactive', 'false', '0'];
const period = periodFilter('acctstarttime');

/** RADIUS accounting: read only. */
export const accountingEndpoints: readonly Endpoint[] = [
  listEndpoint({
    resource: accountingRecord,
    query: { ...period.query, session_status: Type.Optional(Type.Enum([...open, ...closed])) },
    where: (query) => [
      ...period.where(query),
      ...(typeof query.session_status === 'string'
        ? [
            {
              column: 'acctstoptime',
              operator: 'is null' as const,
              value: open.includes(query.session_status) ? 1 : 0,
            },
          ]
        : []),
    ],
    csv: true,
    roles: readers,
  }),
  ...crud(accountingRecord, ['retrieve'], { path: 'aaa_accounting', key: 'radacctid', readers }),
];
