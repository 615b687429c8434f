import { Type } from 'typebox';
import { endpoint, type Endpoint } from '../http/endpoint.ts';
import { operationCodes, request } from '../inventory/operation.ts';
import { transaction } from '../inventory/transaction.ts';
import { addressed, paramsOf, type Addressing } from './addressing.ts';
import { begun, waiting } from './transactions.ts';

const body = Type.Object({ operation: Type.Enum([...operationCodes]) });
/** PUT …_operation/{device}/: asks for an operation and answers with its transaction; `?wait=` blocks until it has ended. */
export const deviceOperation = (by: Addressing): Endpoint =>
  endpoint({
    method: 'PUT',
    path: `/${by.path}_operation/{${by.key}}/`,
    summary: 'Run an operation on a device',
    params: paramsOf(by),
    query: waiting,
    body,
    reply: transaction.schema,
    async handle(call) {
      const { gateway, caller } = call;
      const device = await addressed(by, call);
      const id = await request(gateway, device, { operation: call.body.operation, user: caller.user });
      return begun(call, id, call.query.wait);
    },
  });
