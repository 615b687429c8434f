import type { IncomingMessage } from 'node:http';

/**
 * What the project uses of `node:http`. An import of the module itself reads each of its exports, and for three of them
 * (`WebSocket`, `CloseEvent` and `MessageEvent`) Node 24 loads its implementation of fetch, WebAssembly included.
 */
export const { Agent, createServer, request, STATUS_CODES } = process.getBuiltinModule('node:http');

/** Reads the body of a message, and no more of it than some octets: what follows them is not received. */
export async function readStart(message: IncomingMessage, maxOctets: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let octets = 0;
  for await (const part of message) {
    if (!Buffer.isBuffer(part)) continue;
    parts.push(part);
    octets += part.length;
    if (octets >= maxOctets) break;
  }
  return Buffer.concat(parts).subarray(0, maxOctets);
}
