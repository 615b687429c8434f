import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { promisify } from 'node:util';
import tap, { test } from 'tap';
import { GatewayProcess } from '../../gateway-process.ts';
import { radclient } from '../../peers/radclient.ts';

/* HTTP connections take no file that RADIUS needs. */

const openFiles = 256;
const gateway = await GatewayProcess.start({ GATEHOUSE_POLLING_ENABLED: 'false' }, { openFiles });
tap.teardown(() => gateway.remove());

const secret = 'a-secret-of-22-octets!';
const password = 'a good password';
await gateway.gate('POST', '/aaa_client/', { name: 'lobby', address: '127.0.0.1', secret });
for (const username of ['alice', 'bob'])
  await gateway.gate('POST', '/user/', { username, role: 'subscriber', password });

interface Asked {
  readonly port: number;
  readonly kind: 'auth' | 'acct';
  readonly attributes: readonly string[];
}

/** @returns the words of radclient, whether or not there was an answer */
const send = async ({ port, kind, attributes }: Asked) => {
  const to = { address: '127.0.0.1', port };
  const request = { to, command: kind, secret, attributes: attributes.join('\n') };
  return (await radclient({ ...request, seconds: 40, repeatAfter: 20 })).output;
};

const account = (session: string) =>
  send({
    port: gateway.acctPort,
    kind: 'acct',
    attributes: [
      'Acct-Status-Type = Start',
      'User-Name = "alice"',
      `Acct-Session-Id = "${session}"`,
    ],
  });

const login = (username: string) =>
  send({
    port: gateway.authPort,
    kind: 'auth',
    attributes: [`User-Name = "${username}"`, `User-Password = "${password}"`],
  });

/** Opens a connection with half a request, from one of three addresses, which each stay below the limit of one. */
async function openHalf(index: number): Promise<Socket> {
  const socket = connect({
    port: gateway.httpPort,
    host: '127.0.0.1',
    localAddress: `127.0.0.${2 + (index % 3)}`,
  });
  socket.on('error', () => undefined).resume();
  socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\nX:');
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
  return socket;
}

test('1,500 half-open connections under a limit of 256 files leave RADIUS its answers', async (t) => {
  const sockets: Socket[] = [];
  t.teardown(() => {
    for (const socket of sockets) socket.destroy();
  });
  // The kernel's queue holds 511 at a time; those beyond try again after a second.
  while (sockets.length < 1500)
    sockets.push(
      ...(await Promise.all(Array.from({ length: 250 }, (_, index) => openHalf(index)))),
    );
  t.match(await account('S-1'), 'Received Accounting-Response');
  t.match(await login('alice'), 'Received Access-Accept');
  for (const socket of sockets) socket.destroy();
  t.equal((await gateway.gate('GET', '/aaa_accounting/')).body['count'], 1);
  t.match(gateway.output, '"configured":2048,"limit":128');
});

test('a process that can open no further file answers packets', async (t) => {
  await promisify(execFile)('prlimit', ['--nofile=8:256', '--pid', String(gateway.pid)]);
  t.match(await account('S-2'), 'Received Accounting-Response');
  t.match(await login('bob'), 'Received Access-Accept');
});
