import { Type } from 'typebox';
import { maybe, name, text, time } from '../fields.ts';
import { endpoint, type Endpoint } from '../http/endpoint.ts';
import { device } from '../inventory/device.ts';
import { operationCodes } from '../inventory/operation.ts';
import { availability, lastOperation } from '../inventory/whip.ts';
import { addressed, paramsOf, type Addressing } from './addressing.ts';

const reply = Type.Object({
  id: Type.Integer(),
  name: name(),
  serial_number: maybe(name()),
  status: device.schema.properties.status,
  operations: Type.Array(
    Type.Object({
      operation: Type.Enum([...operationCodes]),
      label: text(),
      available: Type.Boolean(),
      reason: maybe(text({ description: 'why it is not available' })),
    }),
  ),
  last_operation: maybe(
    Type.Object({ operation: text(), transaction: Type.String({ format: 'uuid' }), status: text(), datetime: time() }),
  ),
  remote: Type.Array(Type.Object({}, { additionalProperties: true }), {
    description: "links to the device's own terminal and pages, where the gateway can open them",
  }),
});

/** GET inventory_device_whip/{id}/: what may be done to a device from here. Changes nothing. */
export const deviceWhip = (by: Addressing): Endpoint =>
  endpoint({
    ...{
      method: 'GET',
      path: `/${by.path}_whip/{${by.key}}/`,
      summary: 'What may be done to a device',
      params: paramsOf(by),
      reply,
    },
    async handle(call) {
      const found = await addressed(by, call);
      const { id, name, serial_number, status } = found;
      const operations = operationCodes.map((code) => availability(call.gateway, found, code));
      const last_operation = await lastOperation(call.gateway, found);
      return { id, name, serial_number, status: status === 1, operations, last_operation, remote: [] };
    },
  });
