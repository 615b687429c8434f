import { once } from 'node:events';
import { createServer } from 'node:net';

export { freeUdpPort } from '../../src/demo/free-port.ts';

const host = '127.0.0.1';

/** Returns a free TCP port of the loopback interface, for peers that cannot choose their own. */
export async function freeTcpPort(): Promise<number> {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('a TCP server has no port');
  return address.port;
}
