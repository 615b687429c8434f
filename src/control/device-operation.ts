import { Type } from 'typebox';
import { endpoint, type Endpoint } from '../http/endpoint.ts';
import { retrieve } from '../http/resource-rows.ts';
import { operationCodes, request } from '../inventory/operation.ts';
import { transaction } from '../inventory/transaction.ts';
import { addressed, paramsOf, type Addressing } from './addressing.ts';

const body = Type.Object({ operation: Type.Enum([...operationCodes]) });
const query = Type.Object(
  { wait: Type.Optional(Type.Integer({ minimum: 0, maximum: 30, default: 0, description: 'seconds to wait for its end' })) },
  { additionalProperties: false },
);

/** PUT …_operation/{device}/: asks for an operation and answers with its transaction; `?wait=` blocks until it has ended. */
export const deviceOperation = (by: Addressing): Endpoint =>
  endpoint({
    method: 'PUT',
    path: `/${by.path}_operation/{${by.key}}/`,
    summary: 'Run an operation on a device',
    params: paramsOf(by),
    query,
    body,
    reply: transaction.schema,
    async handle(call) {
      const { gateway, caller } = call;
      const device = await addressed(by, call);
      const id = await request(gateway, device, { operation: call.body.operation, user: caller.user });
      if (call.query.wait) await gateway.jobs.ended(id, call.query.wait * 1000);
      return retrieve({ of: transaction, gateway, caller }, ['id', id]);
    },
  });
