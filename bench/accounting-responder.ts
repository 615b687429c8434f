import { hash } from 'node:crypto';
import { createSocket } from 'node:dgram';

/* Minimal accounting server: verifies the Request Authenticator and answers, without storing. Arguments: port, secret. */

const [port = '', secretText = ''] = process.argv.slice(2);
const secret = Buffer.from(secretText);
const noAuthenticator = Buffer.alloc(16);

const socket = createSocket({
  type: 'udp4',
  recvBufferSize: 4 * 1024 * 1024,
  // As in the gateway: an address needs no name lookup.
  lookup: (address, _options, callback) => {
    callback(null, address, 4);
  },
});
socket.on('message', (request, from) => {
  const digest = md5([request.subarray(0, 4), noAuthenticator, request.subarray(20), secret]);
  if (!digest.equals(request.subarray(4, 20))) return;
  const reply = Buffer.concat([Buffer.from([5, request[1] ?? 0, 0, 20]), request.subarray(4, 20)]);
  md5([reply, secret]).copy(reply, 4);
  socket.send(reply, from.port, from.address);
});
socket.bind(Number(port), '127.0.0.1', () => process.stdout.write('listens\n'));

function md5(parts: readonly Buffer[]): Buffer {
  return Buffer.from(hash('md5', Buffer.concat(parts), 'binary'), 'binary');
}
