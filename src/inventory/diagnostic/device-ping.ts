import { Fault } from '../../errors.ts';
import type { Gateway } from '../../gateway.ts';
import { validateAgainst } from '../../schema.ts';
import type { StoredDevice } from '../device/find-device.ts';

/** What a ping of a device told. Times in milliseconds, loss in percent; null where nothing came back. */
export interface DevicePingResult {
  readonly status: boolean;
  readonly packets_sent: number;
  readonly packets_received: number;
  readonly packet_loss: number;
  readonly min_response_time: number | null;
  readonly avg_response_time: number | null;
  readonly max_response_time: number | null;
  readonly error: string | null;
}

const nothing = {
  packets_sent: 0,
  packets_received: 0,
  packet_loss: 100,
  min_response_time: null,
  avg_response_time: null,
  max_response_time: null,
};

/** Pings the address of a device. That it cannot be pinged is a result, not an error. */
export async function pingDevice(
  gateway: Gateway,
  device: StoredDevice,
  signal: AbortSignal,
): Promise<DevicePingResult> {
  const icmp = gateway.adapters.get('icmp');
  if (!icmp?.diagnose) throw new Fault('unsupported', 'no adapter can ping');
  if (device.ip_address === null)
    return { ...nothing, status: false, error: 'the device has no ip_address' };
  const target = {
    name: device.name,
    host: device.ip_address,
    options: validateAgainst<Record<string, unknown>>(icmp.options, {}, 'icmp'),
    credentials: {},
    checkHostKey: () => Promise.resolve(false),
  };
  try {
    const { summary } = await icmp.diagnose(
      target,
      { kind: 'ping' },
      { signal, log: () => undefined },
    );
    const answer = { ...nothing, ...summary };
    return {
      ...answer,
      status: answer.packets_received > 0,
      error: answer.packets_received > 0 ? null : 'no answer',
    };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { ...nothing, status: false, error: error.message };
  }
}
