import { randomBytes } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode, Fault } from '../../contract/errors.ts';
import { abortFault, withDeadline } from '../../runtime/deadline.ts';

export interface UdpEchoRequest {
  /** IP literal. */
  readonly address: string;
  readonly port: number;
  readonly count: number;
  readonly timeoutMs: number;
  readonly payloadOctets: number;
  /** Time between two packets. */
  readonly intervalMs: number;
}

/** Times of the echoed packets in milliseconds, and the number of all packets that were sent. */
export interface UdpEchoResult {
  readonly sent: number;
  readonly times: readonly number[];
}

/**
 * Sends packets to an echo server (RFC 862) and measures when they come back. A packet counts as echoed if all its octets
 * come back before its time limit; each packet has octets of its own.
 *
 * @param onEcho  called after each packet that came back or was refused
 * @throws Fault `unreachable` if no packet could be sent; `timeout` if the signal aborts
 */
export async function udpEcho(
  request: UdpEchoRequest,
  signal: AbortSignal,
  onEcho: (result: UdpEchoResult) => void = () => undefined,
): Promise<UdpEchoResult> {
  const { address, port, count, intervalMs } = request;
  const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4');
  const packets = new Map<string, (ms: number) => void>();
  const times: number[] = [];
  const pending: Promise<void>[] = [];
  try {
    await connect(socket, address, port);
    socket.on('message', (octets) => packets.get(octets.toString('latin1'))?.(performance.now()));
    // A port without a listener answers with ICMP: the packet is lost like any other.
    socket.on('error', () => undefined);
    for (let sequence = 0; sequence < count; sequence += 1) {
      if (sequence > 0) await pause(intervalMs, signal);
      const payload = payloadOf(sequence, request.payloadOctets);
      const echo = waitForEcho(packets, payload, { timeoutMs: request.timeoutMs, signal });
      await send(socket, payload);
      pending.push(
        echo.then((ms) => {
          if (ms !== null) times.push(ms);
          onEcho({ sent: pending.length, times });
        }),
      );
    }
    await Promise.all(pending);
    if (signal.aborted) throw abortFault(signal, `after ${times.length} of ${count} packets`);
    return { sent: count, times };
  } finally {
    socket.close();
  }
}

/** Returns a payload that no other packet of the run has: its number, as far as it fits, and random octets. */
function payloadOf(sequence: number, octets: number): Buffer {
  const payload = randomBytes(octets);
  payload.writeUInt8(sequence, octets - 1);
  return payload;
}

interface Limit {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Returns the time until the payload comes back in milliseconds; null if it does not in time. */
async function waitForEcho(
  packets: Map<string, (at: number) => void>,
  payload: Buffer,
  { timeoutMs, signal }: Limit,
): Promise<number | null> {
  const key = payload.toString('latin1');
  const sentAt = performance.now();
  const echoed = new Promise<number>((resolve) => packets.set(key, resolve));
  const createFault = () => new Fault('timeout', `no echo within ${timeoutMs} ms`);
  try {
    return (await withDeadline({ signal, timeoutMs, createFault }, echoed)) - sentAt;
  } catch {
    return null;
  } finally {
    packets.delete(key);
  }
}

async function connect(socket: Socket, address: string, port: number): Promise<void> {
  const connected = once(socket, 'connect');
  socket.connect(port, address);
  try {
    await connected;
  } catch (cause) {
    throw new Fault('unreachable', `${address} port ${port}: ${errorCode(cause) ?? 'no route'}`, {
      cause,
    });
  }
}

/** Sends a packet. If the network refuses it, it counts as lost. @throws Fault `unsupported` if it is too long for the interface */
async function send(socket: Socket, payload: Buffer): Promise<void> {
  const error = await new Promise<Error | null>((resolve) => {
    socket.send(payload, resolve);
  });
  if (errorCode(error) === 'EMSGSIZE')
    throw new Fault('unsupported', `a packet of ${payload.length} octets is too long to be sent`, {
      cause: error,
    });
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch {
    throw abortFault(signal, 'the echo test was ended at the deadline');
  }
}
