import { Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { resolveDestination } from '../device/device-address.ts';
import type { StoredDevice } from '../device/find-device.ts';
import { pingFromGateway } from './gateway-ping.ts';

/** Result of a ping of a device. Times in milliseconds, loss in percent; null if no packet was answered. */
export interface DevicePingResult {
  readonly status: boolean;
  readonly packets_sent: number;
  readonly packets_received: number;
  /** Null if no ping could be sent. */
  readonly packet_loss: number | null;
  readonly min_response_time: number | null;
  readonly avg_response_time: number | null;
  readonly max_response_time: number | null;
  readonly error: string | null;
}

const noAnswer = {
  packets_sent: 0,
  packets_received: 0,
  packet_loss: 100,
  min_response_time: null,
  avg_response_time: null,
  max_response_time: null,
};

/** Pings the address of a device. A failed ping is a result, not an error. */
export async function pingDevice(
  gateway: Gateway,
  { name, ip_address, organization }: StoredDevice,
  signal: AbortSignal,
): Promise<DevicePingResult> {
  if (ip_address === null)
    return { ...noAnswer, packet_loss: null, status: false, error: 'the device has no ip_address' };
  try {
    const host = await resolveDestination(gateway.store, { organization, host: ip_address });
    const { summary } = await pingFromGateway(gateway, { name, host }, signal);
    const result = { ...noAnswer, ...summary };
    const isAnswered = result.packets_received > 0;
    return { ...result, status: isAnswered, error: isAnswered ? null : 'no answer' };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    // Without a packet sent there is no packet loss.
    const packet_loss = error.kind === 'unsupported' ? null : noAnswer.packet_loss;
    return { ...noAnswer, packet_loss, status: false, error: error.message };
  }
}
