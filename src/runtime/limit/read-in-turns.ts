import type { Socket } from 'node:net';

/** Node reads from a socket up to 32 times 64 KiB before anything else has its turn. */
const octetsOfTurn = 256 * 1024;

/**
 * Lets the event loop run after each 256 KiB that a socket has received, so that a peer that sends faster than its octets are
 * decrypted does not block others.
 *
 * @param socket  connection whose reader does not pause it by itself
 */
export function readInTurns(socket: Socket): void {
  let octets = 0;
  socket.on('data', (part: Buffer) => {
    octets += part.length;
    if (octets < octetsOfTurn) return;
    octets = 0;
    socket.pause();
    setImmediate(() => socket.resume());
  });
}
