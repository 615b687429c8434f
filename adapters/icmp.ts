import { Type, type Static } from 'typebox';
import {
  adapter,
  type AdapterContext,
  type DiagnosticResult,
  type Target,
} from '../src/contract/adapter.ts';
import { ping } from '../src/protocol/ping.ts';

const closed = { additionalProperties: false };

const options = Type.Object(
  {
    count: Type.Integer({ minimum: 1, maximum: 100, default: 4, description: 'packets to send' }),
    // A shorter interval requires root.
    interval: Type.Number({
      minimum: 0.2,
      maximum: 5,
      default: 0.2,
      description: 'seconds between two packets',
    }),
    timeout: Type.Number({
      minimum: 0.1,
      maximum: 60,
      default: 1,
      description: 'seconds to wait for the last answer',
    }),
    packet_size: Type.Integer({
      minimum: 16,
      maximum: 65_507,
      default: 56,
      description: 'octets after the ICMP header',
    }),
  },
  closed,
);

const command = Type.Object({ kind: Type.Literal('ping') }, closed);

type Options = Static<typeof options>;

/** Measures reachability and round-trip times of a device. */
export default adapter({ name: 'icmp', options, command, diagnose });

async function diagnose(
  { host, options }: Target<Options>,
  _command: unknown,
  { signal }: AdapterContext,
): Promise<DiagnosticResult> {
  const { count, interval, timeout, packet_size: packetSize } = options;
  const { raw, ...result } = await ping(
    { host, count, intervalSeconds: interval, timeoutSeconds: timeout, payloadOctets: packetSize },
    signal,
  );
  const summary = {
    packets_sent: result.sent,
    packets_received: result.received,
    packet_loss: result.lossPercent,
    min_response_time: result.minMs,
    avg_response_time: result.avgMs,
    max_response_time: result.maxMs,
  };
  return { summary, raw };
}
