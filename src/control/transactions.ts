import { Type } from 'typebox';
import { Fault } from '../errors.ts';
import type { Gateway } from '../gateway.ts';
import type { Caller } from '../caller.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { listEndpoint, type QueryValues } from '../http/list-endpoint.ts';
import { retrieveResource } from '../http/resource-access.ts';
import { refreshDeviceStatus } from '../inventory/refresh.ts';
import { transaction } from '../inventory/device/transaction.ts';

/** The query of endpoints that schedule a transaction. */
export const waitQuery = Type.Object(
  {
    wait: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 30,
        default: 0,
        'x-extension': true,
        description: 'seconds to wait for the transaction to end',
      }),
    ),
  },
  { additionalProperties: false },
);

interface Request {
  readonly gateway: Gateway;
  readonly caller: Caller;
}

/** Returns a transaction, once it has ended or after `seconds`. */
export async function awaitTransaction(
  { gateway, caller }: Request,
  id: string,
  seconds: number | undefined,
) {
  if (seconds) await gateway.jobs.waitUntilEnded(id, seconds * 1000);
  return retrieveResource({ resource: transaction, gateway, caller }, ['id', id]);
}

const query = {
  id: Type.Optional(Type.String({ maxLength: 64, description: 'id of one transaction' })),
  update_status: Type.Optional(
    Type.Boolean({ description: 'check first whether the devices of the page are reachable' }),
  ),
};

/** GET …_diags/ and GET …_headless_operation/: transactions of one kind, newest first; with `id` exactly that one. */
export const listTransactionsEndpoint = (
  path: string,
  kind: 'diagnostic' | 'headless',
  summary: string,
): Endpoint =>
  listEndpoint({
    resource: transaction,
    path,
    summary,
    query,
    where: ({ id }) => [
      { column: 'kind', operator: '=', value: kind },
      ...(id === undefined ? [] : [{ column: 'id', operator: '=' as const, value: id }]),
    ],
    async mapItems(items, { gateway, query }) {
      const { id, update_status }: QueryValues = query;
      if (id !== undefined && items.length === 0) throw new Fault('not_found', 'Not found.');
      if (update_status === true)
        await refreshDeviceStatus(gateway, [...new Set(items.map(({ parent_id }) => parent_id))]);
      return items;
    },
  });
