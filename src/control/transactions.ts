import { Type } from 'typebox';
import { Fault } from '../errors.ts';
import type { Gateway } from '../gateway.ts';
import type { Caller } from '../http/auth.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { listing, type Query } from '../http/list.ts';
import { retrieve } from '../http/resource-rows.ts';
import { refreshStatus } from '../inventory/refresh.ts';
import { transaction } from '../inventory/transaction.ts';

/** The query of rows that begin long work. */
export const waiting = Type.Object(
  { wait: Type.Optional(Type.Integer({ minimum: 0, maximum: 30, default: 0, description: 'seconds to wait for its end' })) },
  { additionalProperties: false },
);

interface Asking {
  readonly gateway: Gateway;
  readonly caller: Caller;
}

/** A transaction as it is now, or as it is once it has ended or the caller has waited long enough. */
export async function begun({ gateway, caller }: Asking, id: string, seconds: number | undefined) {
  if (seconds) await gateway.jobs.ended(id, seconds * 1000);
  return retrieve({ of: transaction, gateway, caller }, ['id', id]);
}

const query = {
  id: Type.Optional(Type.String({ maxLength: 64, description: 'of one transaction' })),
  update_status: Type.Optional(Type.Boolean({ description: 'ask the devices of the page first whether they are there' })),
};

/** GET …_diags/ and GET …_headless_operation/: transactions of one kind, newest first; with `id` exactly that one. */
export const listOfKind = (path: string, kind: 'diagnostic' | 'headless', summary: string): Endpoint =>
  listing({
    ...{ of: transaction, path, summary, query },
    where: ({ id }) => [
      { column: 'kind', operator: '=', value: kind },
      ...(id === undefined ? [] : [{ column: 'id', operator: '=' as const, value: id }]),
    ],
    async finish(items, { gateway, query }) {
      const { id, update_status }: Query = query;
      if (id !== undefined && items.length === 0) throw new Fault('not_found', 'Not found.');
      if (update_status === true) await refreshStatus(gateway, [...new Set(items.map(({ parent_id }) => Number(parent_id)))]);
      return items;
    },
  });
