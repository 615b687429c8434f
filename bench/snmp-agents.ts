import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/*
 * SNMPv2c agents, one at each address from 127.20.0.1: `node snmp-agents.js PORT COUNT`. Each answers GET by a Counter64 for
 * every variable, and GETBULK by as many rows of one column. They answer any community.
 */

const [port = 0, count = 0] = process.argv.slice(2).map(Number);
const get = 0xa0;
const getBulk = 0xa5;
const response = 0xa2;
const value = Buffer.from('460401020304', 'hex');
const noError = Buffer.from('020100020100', 'hex');

for (let number = 0; number < count; number += 1) {
  const socket = createSocket('udp4');
  socket.on('message', (request, from) => {
    const answer = answerTo(request);
    if (answer) socket.send(answer, from.port, from.address);
  });
  socket.bind(port, `127.20.${number >> 8}.${number & 255}`);
  await once(socket, 'listening');
}
process.stdout.write('ready\n');

interface Field {
  readonly tag: number;
  readonly all: Buffer;
  readonly inside: Buffer;
}

const none: Field = { tag: 0, all: Buffer.alloc(0), inside: Buffer.alloc(0) };

function answerTo(request: Buffer): Buffer | null {
  const [version, community, pdu] = [
    fieldAt(request, 0, 0),
    fieldAt(request, 0, 1),
    fieldAt(request, 0, 2),
  ];
  if (pdu.tag !== get && pdu.tag !== getBulk) return null;
  const names = fieldsOf(fieldAt(pdu.inside, 3).inside).map(
    ({ inside }) => fieldAt(inside, 0).inside,
  );
  const repetitions = fieldAt(pdu.inside, 2).inside[0];
  const varbinds =
    pdu.tag === get ? names.map(varbind) : rows(names[0] ?? none.inside, repetitions);
  const id = fieldAt(pdu.inside, 0);
  const contents = Buffer.concat([id.all, noError, field(0x30, Buffer.concat(varbinds))]);
  return field(0x30, Buffer.concat([version.all, community.all, field(response, contents)]));
}

/** Returns the field at a position of each level. */
function fieldAt(octets: Buffer, ...path: readonly number[]): Field {
  let found: Field = { ...none, inside: octets };
  for (const position of path) found = fieldsOf(found.inside)[position] ?? none;
  return found;
}

function rows(column: Buffer, repetitions = 0): readonly Buffer[] {
  return Array.from({ length: repetitions }, (_, row) =>
    varbind(Buffer.concat([column, Buffer.from([row + 1])])),
  );
}

function varbind(name: Buffer): Buffer {
  return field(0x30, Buffer.concat([field(0x06, name), value]));
}

function field(tag: number, inside: Buffer): Buffer {
  const { length } = inside;
  const head = length < 0x80 ? [tag, length] : [tag, 0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(head), inside]);
}

function fieldsOf(octets: Buffer): readonly Field[] {
  const fields: Field[] = [];
  for (let at = 0; at < octets.length;) {
    const short = octets[at + 1] ?? 0;
    const extra = short < 0x80 ? 0 : short & 0x7f;
    const begin = at + 2 + extra;
    const end = begin + (extra === 0 ? short : octets.readUIntBE(at + 2, extra));
    fields.push({
      tag: octets[at] ?? 0,
      all: octets.subarray(at, end),
      inside: octets.subarray(begin, end),
    });
    at = end;
  }
  return fields;
}
