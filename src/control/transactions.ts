import { Type } from 'typebox';
import { Fault } from '../errors.ts';
import type { Gateway } from '../gateway.ts';
import type { Caller } from '../http/auth.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { listEndpoint, type QueryValues } from '../http/list-endpoint.ts';
import { retrieveResource } from '../http/resource-access.ts';
import { refreshDeviceStatus } from '../inventory/refresh.ts';
import { transaction } from '../inventory/device/transaction.ts';

/** The query of rows that begin long work. */
export const waitQuery = Type.Object(
  {
    wait: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 30,
        default: 0,
        description: 'seconds to wait for its end',
      }),
    ),
  },
  { additionalProperties: false },
);

interface Asking {
  readonly gateway: Gateway;
  readonly caller: Caller;
}

/** A transaction as it is now, or as it is once it has ended or the caller has waited long enough. */
export async function awaitTransaction(
  { gateway, caller }: Asking,
  id: string,
  seconds: number | undefined,
) {
  if (seconds) await gateway.jobs.waitUntilEnded(id, seconds * 1000);
  return retrieveResource({ resource: transaction, gateway, caller }, ['id', id]);
}

const query = {
  id: Type.Optional(Type.String({ maxLength: 64, description: 'of one transaction' })),
  update_status: Type.Optional(
    Type.Boolean({ description: 'ask the devices of the page first whether they are there' }),
  ),
};

/** GET …_diags/ and GET …_headless_operation/: transactions of one kind, newest first; with `id` exactly that one. */
export const listTransactionsEndpoint = (
  path: string,
  kind: 'diagnostic' | 'headless',
  summary: string,
): Endpoint =>
  listEndpoint({
    ...{ resource: transaction, path, summary, query },
    where: ({ id }) => [
      { column: 'kind', operator: '=', value: kind },
      ...(id === undefined ? [] : [{ column: 'id', operator: '=' as const, value: id }]),
    ],
    async mapItems(items, { gateway, query }) {
      const { id, update_status }: QueryValues = query;
      if (id !== undefined && items.length === 0) throw new Fault('not_found', 'Not found.');
      if (update_status === true)
        await refreshDeviceStatus(gateway, [
          ...new Set(items.map(({ parent_id }) => Number(parent_id))),
        ]);
      return items;
    },
  });
