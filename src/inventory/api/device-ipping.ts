import { Type } from 'typebox';
import { nullable, name, text, dateTime } from '../../contract/fields.ts';
import { endpoint, type Endpoint } from '../../http/endpoint.ts';
import { pingDevice } from '../diagnostic/device-ping.ts';
import { findAddressedDevice, deviceParams, type Addressing } from './addressing.ts';
import { tenantOf } from '../../contract/caller.ts';

const timeoutMs = 10_000;
const milliseconds = nullable(Type.Number({ description: 'milliseconds' }));

const reply = Type.Object({
  id: Type.Integer(),
  name: name(),
  serial_number: nullable(name()),
  ip_address: nullable(text()),
  status: Type.Boolean({ description: 'true: at least one echo reply was received' }),
  packets_sent: Type.Integer(),
  packets_received: Type.Integer(),
  packet_loss: nullable(
    Type.Number({ description: 'percent; null: no ping could be sent, see error' }),
  ),
  min_response_time: milliseconds,
  avg_response_time: milliseconds,
  max_response_time: milliseconds,
  cached: Type.Boolean({ description: 'always false: each request pings' }),
  datetime: dateTime(),
  error: nullable(text()),
});

/** GET …_ipping/{device}/: pings the device's address from the gateway. */
export const deviceIppingEndpoint = (by: Addressing): Endpoint =>
  endpoint({
    method: 'GET',
    path: `/${by.path}_ipping/{${by.key}}/`,
    summary: 'Ping a device from the gateway',
    params: deviceParams(by),
    reply,
    async handle(call) {
      const device = await findAddressedDevice(by, call);
      const { id, name, serial_number, ip_address } = device;
      const { gateway } = call;
      const answer = await gateway.requestedPings.run(
        { lane: 'ping', client: tenantOf(call.caller) },
        () =>
          gateway.watchdog.run({ name: 'ping', timeoutMs }, (signal) =>
            pingDevice(gateway, device, signal),
          ),
      );
      return {
        id,
        name,
        serial_number,
        ip_address,
        ...answer,
        cached: false,
        datetime: call.gateway.now().toISOString(),
      };
    },
  });
