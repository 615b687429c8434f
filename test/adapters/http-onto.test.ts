import { once } from 'node:events';
import tap, { test } from 'tap';
import http from '../../adapters/http.ts';
import { createServer } from '../../src/runtime/node-http.ts';
import { validateAgainst } from '../../src/contract/schema.ts';

/* A write of one member for an interface that takes an object as a whole. */

/** The object that the server has, as the text of its reply. */
let kept = '';
const seen: string[] = [];
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    seen.push(
      `${request.method ?? ''} ${request.url ?? ''} ${Buffer.concat(chunks).toString()}`.trim(),
    );
    response.writeHead(200).end(kept);
  });
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
const port = typeof address === 'object' && address !== null ? address.port : 0;
tap.teardown(() => {
  http.close?.();
  server.closeAllConnections();
  server.close();
});

type Target = Parameters<NonNullable<typeof http.operate>>[0];
const target: Target = {
  name: 'controller',
  host: '127.0.0.1',
  checkHostKey: () => Promise.resolve(false),
  credentials: {},
  options: validateAgainst(http.options, { port, tls: 'off', values: { id: 'i1' } }, 'options'),
};

const given = {
  method: 'PATCH',
  path: '/ssids/{{ id }}/basic',
  json: { name: '{{ value }}' },
  onto: { path: '/ssids/{{ id }}', at: '/result', members: ['name', 'band', 'key', 'vlan', 'up'] },
};
const requestOf = (command: object, isSecret = false) => ({
  variable: 'v',
  value: 'Lobby "2"',
  isSecret,
  command: validateAgainst<Record<string, unknown>>(
    http.writeCommand ?? http.command,
    { ...command },
    'write',
  ),
});

async function write(result: unknown, command: object = given) {
  kept = typeof result === 'string' ? result : JSON.stringify({ result });
  seen.length = 0;
  const context = { signal: AbortSignal.timeout(30_000), log: () => undefined };
  const [outcome] = (await http.write?.(target, [requestOf(command)], context)) ?? [];
  return outcome?.isAccepted === false ? outcome.fault.message : 'accepted';
}

test('the members that the device has are sent with the value, without empty members', async (t) => {
  const key = { psk: 'a "{{ value }}" {{ unknown }}', version: 2, radius: null };
  const ssid = { id: 'i1', name: 'Lobby', band: 3, key, vlan: { mode: 0, pool: {} }, at: 1 };
  t.equal(await write(ssid), 'accepted');
  t.equal(seen[0], 'GET /ssids/i1');
  const [, method, path, body = ''] = /^(\S+) (\S+) (.*)$/.exec(seen[1] ?? '') ?? [];
  t.same([method, path], ['PATCH', '/ssids/i1/basic']);
  t.same(JSON.parse(body), {
    name: 'Lobby "2"',
    band: 3,
    key: { psk: 'a "{{ value }}" {{ unknown }}', version: 2 },
    vlan: { mode: 0 },
  });
  t.equal(seen.length, 2);
});

test('hidden, missing or inexact members refuse the write', async (t) => {
  for (const [result, fault] of [
    [{ name: 'Lobby', key: { psk: '********' } }, /hides the value at "\/result\/key\/psk"$/],
    [{ name: 'Lobby', key: ['•••'] }, /hides the value at "\/result\/key\/0"$/],
    ['{"result":{"band":18446744073709551615}}', /too large at "\/result\/band"$/],
    ['{"result":[]}', /has no object at "\/result"$/],
    ['{}', /has no object at "\/result"$/],
    ['<p>busy</p>', /has no object at "\/result"$/],
  ] as const) {
    t.match(await write(result), fault);
    t.same(seen, ['GET /ssids/i1']);
  }
  t.equal(await write({ name: '**', band: 3, id: '***' }), 'accepted');
});

test('a preview names the kept members', (t) => {
  t.equal(
    http.previewWrite?.(requestOf(given)),
    'PATCH /ssids/{{ id }}/basic {"name":"Lobby \\"2\\""} onto name, band, key, vlan, up of GET /ssids/{{ id }}',
  );
  t.end();
});
