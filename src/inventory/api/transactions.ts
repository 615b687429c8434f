import { Type } from 'typebox';
import { Fault } from '../../contract/errors.ts';
import { publishedOperations } from '../../device-type/device-type.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { Caller } from '../../contract/caller.ts';
import { endpoint, type Endpoint } from '../../http/endpoint.ts';
import { listEndpoint, type QueryValues } from '../../http/list/list-endpoint.ts';
import { retrieveResource } from '../../http/resource-access.ts';
import { fieldSchema } from '../../http/resource-schema.ts';
import { waitQueryFor } from '../../http/wait-query.ts';
import { cancelTransaction } from '../transaction/transaction-end.ts';
import { readSchedule } from '../operation/run-at.ts';
import { refreshDeviceStatus } from '../refresh.ts';
import { transaction } from '../transaction/transaction.ts';
import type { TransactionKind } from '../transaction/transaction-kinds.ts';
import { findParentDeviceInBody, type Addressing } from './addressing.ts';

/** The query of endpoints that schedule a transaction. */
export const waitQuery = waitQueryFor('the transaction to end');

const time = (description: string) =>
  Type.Optional(
    Type.String({ maxLength: 64, format: 'date-time', 'x-extension': true, description }),
  );
const localTime =
  'without an offset, local time where the device is (time_zone of its location, else of the organization, else of the gateway)';

/** The keys of bodies that schedule a transaction. */
export const scheduleFields = {
  run_at: time(`runs it at this time; ${localTime}; absent or past: now`),
  expires_at: time(
    `ends it as expired if it has not begun by then, as on a device that cannot be reached; ${localTime}; absent: 24 hours after run_at`,
  ),
};

/** The keys of bodies that may repeat what they schedule. */
export const repetitionFields = {
  every: Type.Optional(
    Type.Integer({
      minimum: 60,
      maximum: 2_592_000,
      'x-extension': true,
      description:
        'seconds: repeats it so often until `until`; each run is a transaction with the same `series`',
    }),
  ),
  until: time(`end of the repetition, at most 30 days after the first run; ${localTime}`),
};

/** The keys of bodies that name an operation. */
export const operationFields = {
  operation: Type.String({
    minLength: 1,
    maxLength: 50,
    description: `${publishedOperations.join(', ')}, or another one of the device's type`,
  }),
  parameters: Type.Optional(
    Type.Record(Type.String({ maxLength: 50 }), Type.Unknown(), {
      'x-extension': true,
      maxProperties: 20,
      description: 'values of the parameters that the type declares for the operation',
    }),
  ),
};

type Body = Readonly<Record<string, unknown>>;

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

/** Finds the devices that a body names, one or a list, each with its schedule. @throws Fault `invalid` naming the field */
export function findListedDevices(by: Addressing, call: Request & { readonly body: Body }) {
  const listed = new Set(listOf(call.body[by.parent]));
  return Promise.all(
    [...listed].map(async (key) => {
      const device = await findParentDeviceInBody(key, by, call);
      return { device, ...(await readSchedule(call.gateway, device, call.body)) };
    }),
  );
}

/** Returns the scheduled transactions as `awaitTransaction` does: one, or a list if the body names a list of devices. */
export async function awaitTransactions(
  by: Addressing,
  call: Request & { readonly body: Body; readonly query: { readonly wait?: number } },
  ids: readonly string[],
) {
  const replies = await Promise.all(ids.map((id) => awaitTransaction(call, id, call.query.wait)));
  return Array.isArray(call.body[by.parent]) ? replies : replies[0];
}

function listOf(given: unknown): readonly unknown[] {
  return Array.isArray(given) ? given : [given];
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
  kind: TransactionKind,
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
    async mapItems(items, { gateway, caller, query }) {
      const { id, update_status }: QueryValues = query;
      if (id !== undefined && items.length === 0) throw new Fault('not_found', 'Not found.');
      if (update_status === true)
        await refreshDeviceStatus({ gateway, caller }, [
          ...new Set(items.map(({ parent_id }) => parent_id)),
        ]);
      return items;
    },
  });

/** POST /inventory_transaction/{id}/cancel/: cancels a transaction that has not begun. */
export const cancelTransactionEndpoint: Endpoint = endpoint({
  method: 'POST',
  path: '/inventory_transaction/{id}/cancel/',
  summary: 'Cancel a transaction that has not begun',
  params: Type.Object({ id: fieldSchema(transaction, 'id') }),
  body: Type.Object({}, { additionalProperties: false }),
  reply: transaction.schema,
  status: 200,
  isExtension: true,
  async handle({ gateway, caller, params: { id } }) {
    const { organizations, username } = caller;
    await cancelTransaction(gateway, { id, organizations }, username);
    return awaitTransaction({ gateway, caller }, id, 0);
  },
});
