import { Type } from 'typebox';
import { endpoint, type Endpoint } from '../../http/endpoint.ts';
import { readSchedule } from '../operation/run-at.ts';
import { scheduleOperation } from '../operation/schedule-operation.ts';
import { immediately, showScheduled, transaction } from '../transaction/transaction.ts';
import { findAddressedDevice, deviceParams, type Addressing } from './addressing.ts';
import { awaitTransaction, operationFields, scheduleFields, waitQuery } from './transactions.ts';

const body = Type.Object(
  {
    ...operationFields,
    ...scheduleFields,
  },
  { additionalProperties: false },
);

/** PUT …_operation/{device}/: schedules an operation and replies with its transaction, with `?wait=` once it has ended. */
export const deviceOperationEndpoint = (by: Addressing): Endpoint =>
  endpoint({
    method: 'PUT',
    path: `/${by.path}_operation/{${by.key}}/`,
    summary: 'Run an operation on a device',
    params: deviceParams(by),
    query: waitQuery,
    body,
    reply: transaction.schema,
    async handle(call) {
      const { gateway, caller } = call;
      const { operation, parameters = {}, run_at, expires_at } = call.body;
      const device = await findAddressedDevice(by, call);
      const isScheduled = run_at !== undefined || expires_at !== undefined;
      const { id, row } = await scheduleOperation(gateway, device, {
        operation,
        parameters,
        user: caller.user,
        ...(isScheduled ? await readSchedule(gateway, device, call.body) : immediately),
      });
      const { wait = 0 } = call.query;
      return row && wait === 0 ? showScheduled(device, row) : awaitTransaction(call, id, wait);
    },
  });
