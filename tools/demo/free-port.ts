import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

const host = '127.0.0.1';
/** First port that is tried, above the ports of well-known services. */
const firstPort = 10_000;
/** Where Linux begins to assign ports by itself, unless the machine says otherwise. */
const defaultFirstEphemeral = 32_768;
const maxTries = 100;

type Bind = (port: number) => Promise<number | null>;

/**
 * Returns the preferred TCP port of the loopback interface, or another free one if it is taken. The other one lies below the
 * ephemeral ports (RFC 6335 §6), which the system may assign to another process before this process listens.
 *
 * @throws Error if no port can be bound
 */
export async function freeTcpPort(preferred?: number): Promise<number> {
  const port = preferred === undefined ? null : await bindTcp(preferred);
  return port ?? freePort(bindTcp);
}

/** Returns a free UDP port of the loopback interface, below the ephemeral ones. @throws Error if no port can be bound */
export function freeUdpPort(): Promise<number> {
  return freePort(bindUdp);
}

async function freePort(bind: Bind): Promise<number> {
  const end = firstEphemeralPort();
  for (let tries = 0; end > firstPort && tries < maxTries; tries += 1) {
    const port = await bind(randomInt(firstPort, end));
    if (port !== null) return port;
  }
  const port = await bind(0);
  if (port === null) throw new Error(`cannot listen on ${host}`);
  return port;
}

function firstEphemeralPort(): number {
  try {
    const range = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8');
    return Number.parseInt(range, 10);
  } catch {
    return defaultFirstEphemeral;
  }
}

/** @returns the port, or null if it is in use or privileged */
async function bindTcp(port: number): Promise<number | null> {
  const server = createServer().listen(port, host);
  try {
    await once(server, 'listening');
  } catch {
    return null;
  }
  const address = server.address();
  server.close();
  await once(server, 'close');
  return address === null || typeof address === 'string' ? null : address.port;
}

async function bindUdp(port: number): Promise<number | null> {
  const socket = createSocket('udp4').bind(port, host);
  try {
    await once(socket, 'listening');
  } catch {
    return null;
  }
  const bound = socket.address().port;
  socket.close();
  await once(socket, 'close');
  return bound;
}
