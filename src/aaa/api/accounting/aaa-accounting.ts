import { Type } from 'typebox';
import { accountingRecord } from '../../session/accounting-record.ts';
import { sumGroupNames } from '../../session/sums/sum-groups.ts';
import { crud } from '../../../http/crud.ts';
import type { Endpoint } from '../../../http/endpoint.ts';
import {
  listEndpoint,
  type Condition,
  type QueryValues,
} from '../../../http/list/list-endpoint.ts';
import { listOrSums, listSums, sumParameter } from './aaa-accounting-sums.ts';
import { periodFilter } from '../../../http/list/list-parameters.ts';
import { guestReaders } from '../../../contract/caller.ts';

const open = ['active', 'open', 'true', '1'];
const closed = ['completed', 'closed', 'inactive', 'false', '0'];
const period = periodFilter('acctstarttime');

const list = listEndpoint({
  resource: accountingRecord,
  query: {
    ...period.query,
    session_status: Type.Optional(Type.Enum([...open, ...closed])),
    ...sumParameter,
  },
  where: conditionsOf,
  roles: guestReaders,
});

/** Accounting records, or their sums: read-only. */
export const accountingEndpoints: readonly Endpoint[] = [
  {
    ...list,
    reply: listOrSums,
    handle(call) {
      const group = sumGroupNames.find((name) => name === Reflect.get(call.query, 'group_by'));
      return group === undefined ? list.handle(call) : listSums(call, group, conditionsOf);
    },
  },
  ...crud(accountingRecord, ['retrieve'], {
    path: 'aaa_accounting',
    key: 'radacctid',
    readers: guestReaders,
  }),
];

function conditionsOf(query: QueryValues): readonly Condition[] {
  return [...period.where(query), ...byStatus(query)];
}

function byStatus({ session_status: status }: QueryValues): readonly Condition[] {
  if (typeof status !== 'string') return [];
  return [{ column: 'acctstoptime', operator: 'is null', value: open.includes(status) ? 1 : 0 }];
}
