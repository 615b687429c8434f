import { Type } from 'typebox';
import { maybe, name, text, time } from '../fields.ts';
import { endpoint, type Endpoint } from '../http/endpoint.ts';
import { ping } from '../inventory/ping.ts';
import { addressed, paramsOf, type Addressing } from './addressing.ts';

const longestMs = 10_000;
const milliseconds = maybe(Type.Number({ description: 'milliseconds' }));

const reply = Type.Object({
  id: Type.Integer(),
  name: name(),
  serial_number: maybe(name()),
  ip_address: maybe(text()),
  status: Type.Boolean({ description: 'true: at least one answer came back' }),
  packets_sent: Type.Integer(),
  packets_received: Type.Integer(),
  packet_loss: Type.Number({ description: 'percent' }),
  min_response_time: milliseconds,
  avg_response_time: milliseconds,
  max_response_time: milliseconds,
  cached: Type.Boolean({ description: 'always false: each request pings' }),
  datetime: time(),
  error: maybe(text()),
});

/** GET …_ipping/{device}/: pings the device's address from the gateway. */
export const deviceIpping = (by: Addressing): Endpoint =>
  endpoint({
    method: 'GET',
    path: `/${by.path}_ipping/{${by.key}}/`,
    summary: 'Ping a device from the gateway',
    params: paramsOf(by),
    reply,
    async handle(call) {
      const device = await addressed(by, call);
      const { id, name, serial_number, ip_address } = device;
      const answer = await ping(call.gateway, device, AbortSignal.timeout(longestMs));
      return { id, name, serial_number, ip_address, ...answer, cached: false, datetime: call.gateway.now().toISOString() };
    },
  });
