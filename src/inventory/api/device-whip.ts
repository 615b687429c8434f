import { Type } from 'typebox';
import { nullable, name, text, dateTime } from '../../contract/fields.ts';
import { endpoint, type Endpoint } from '../../http/endpoint.ts';
import { device } from '../device/device.ts';
import { describeOperations, findLastOperation } from '../operation/operation-availability.ts';
import { findAddressedDevice, deviceParams, type Addressing } from './addressing.ts';

const reply = Type.Object({
  id: Type.Integer(),
  name: name(),
  serial_number: nullable(name()),
  status: device.schema.properties.status,
  operations: Type.Array(
    Type.Object({
      operation: text({
        description:
          'operations of the published interface first, then further operations of the type',
      }),
      label: text(),
      available: Type.Boolean(),
      reason: nullable(
        text({ 'x-extension': true, description: 'the reason if it is not available' }),
      ),
      parameters: Type.Record(Type.String(), Type.Object({}, { additionalProperties: true }), {
        'x-extension': true,
        description: 'parameters of the operation, by name',
      }),
      experimental: Type.Boolean({
        'x-extension': true,
        description: 'proved by no recording, public transcript or device',
      }),
    }),
  ),
  last_operation: nullable(
    Type.Object({
      operation: text(),
      transaction: Type.String({ format: 'uuid' }),
      status: text(),
      datetime: dateTime(),
    }),
  ),
  remote: Type.Array(Type.Object({}, { additionalProperties: true }), {
    'x-extension': true,
    description: "links to the device's terminal and web pages that the gateway can open",
  }),
});

/** GET inventory_device_whip/{id}/: the operations that a device supports now. Read-only. */
export const deviceWhipEndpoint = (by: Addressing): Endpoint =>
  endpoint({
    method: 'GET',
    path: `/${by.path}_whip/{${by.key}}/`,
    summary: 'Get the available operations of a device',
    params: deviceParams(by),
    reply,
    async handle(call) {
      const found = await findAddressedDevice(by, call);
      const { id, name, serial_number, status } = found;
      const operations = describeOperations(call.gateway, found);
      const last_operation = await findLastOperation(call.gateway, found);
      return {
        id,
        name,
        serial_number,
        status: status === 1,
        operations,
        last_operation,
        remote: [],
      };
    },
  });
