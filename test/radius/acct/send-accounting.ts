import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { GatewayProcess } from '../../gateway-process.ts';
import { signedPacket } from '../packets.ts';

export const secret = 'a-secret-of-22-octets!';

/** What a NAS says of a session; times in seconds since 1970. */
export interface SentRecord {
  readonly session: string;
  readonly username: string;
  readonly at: number;
  readonly status?: 'start' | 'stop';
  readonly seconds?: number;
  readonly callingStation?: string;
  readonly octetsIn?: number;
  /** The secret of the AAA client; default: ours. */
  readonly secret?: string;
}

const statusCodes = { start: 1, stop: 2 } as const;

/** Sends an Accounting-Request from 127.0.0.1, which must be an AAA client with our secret, and waits until it is answered. */
export async function account(gateway: GatewayProcess, given: SentRecord): Promise<void> {
  const packet = signedPacket(given.secret ?? secret, {
    code: 4,
    attributes: [
      [1, given.username],
      [4, Buffer.from([192, 0, 2, 10])],
      [40, statusCodes[given.status ?? 'start']],
      [44, given.session],
      [55, given.at],
      [31, given.callingStation ?? '02-00-00-00-00-01'],
      ...(given.seconds === undefined ? [] : [[46, given.seconds] as const]),
      ...(given.octetsIn === undefined ? [] : [[42, given.octetsIn] as const]),
    ],
  });
  const socket = createSocket('udp4');
  try {
    socket.send(packet, gateway.acctPort, '127.0.0.1');
    await once(socket, 'message', { signal: AbortSignal.timeout(30_000) });
  } finally {
    socket.close();
  }
}
