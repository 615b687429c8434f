import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { compareOids } from '../../../src/protocol/snmp/varbind.ts';
import type { SnmpRecording } from '../../../src/device-type/record/recording.ts';
import type { ReplayServer } from './ssh.ts';
import { at, decode, encode, exchange, integer, sequence, type Field } from '../ber.ts';

const getRequest = 0xa0;
const getNextRequest = 0xa1;
const setRequest = 0xa3;
const getBulkRequest = 0xa5;
const response = 0xa2;
const noSuchInstance: Field = { tag: 0x81, contents: Buffer.alloc(0) };
const endOfMibView: Field = { tag: 0x82, contents: Buffer.alloc(0) };
const notWritable = 17;

/** As many as fit into a datagram. */
const maxVariables = 60;

interface Bulk {
  readonly nonRepeaters: number;
  readonly maxRepetitions: number;
}

interface Variable {
  readonly oid: string;
  readonly value: Field;
}

/**
 * Starts an SNMPv2c agent that answers as recorded devices do: the community is the name of the recording.
 */
export async function startSnmpReplay(
  recordings: ReadonlyMap<string, SnmpRecording>,
): Promise<ReplayServer> {
  const devices = new Map([...recordings].map(([name, one]) => [name, new Device(one)]));
  const socket = createSocket('udp4');
  socket.on('message', (datagram, { port, address }) => {
    const message = decode(datagram);
    const community = octetsOf(at(message, 1)).toString();
    const answer = devices.get(community)?.answer(at(message, 2));
    if (answer !== undefined) socket.send(encode(exchange(message, [2], answer)), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { port: socket.address().port, close: () => socket.close() };
}

class Device {
  readonly #recording: SnmpRecording;
  readonly #values = new Map<string, Field>();
  #sorted: readonly string[] = [];

  constructor(recording: SnmpRecording) {
    this.#recording = recording;
    this.#load(recording.variables);
  }

  answer(pdu: Field): Field {
    const asked = fieldsOf(at(pdu, 3)).map((varbind) => oidOf(octetsOf(at(varbind, 0))));
    switch (pdu.tag) {
      case getRequest:
        return reply(
          pdu,
          asked.map((oid) => this.#at(oid)),
        );
      case getNextRequest:
        return reply(
          pdu,
          asked.map((oid) => this.#after(oid)),
        );
      case getBulkRequest:
        return reply(
          pdu,
          this.#bulk(asked, {
            nonRepeaters: numberOf(at(pdu, 1)),
            maxRepetitions: numberOf(at(pdu, 2)),
          }),
        );
      case setRequest:
        return this.#set(pdu);
      default:
        throw new Error(`no answer to a PDU of type ${pdu.tag}`);
    }
  }

  /** Answers row by row: the next of each column, then the one after it (RFC 3416 section 4.2.3). */
  #bulk(asked: readonly string[], { nonRepeaters, maxRepetitions }: Bulk): Variable[] {
    const found = asked.slice(0, nonRepeaters).map((oid) => this.#after(oid));
    let last = asked.slice(nonRepeaters);
    for (let row = 0; row < maxRepetitions && found.length < maxVariables; row += 1) {
      const next = last.map((oid) => this.#after(oid));
      found.push(...next);
      last = next.map(({ oid }) => oid);
    }
    return found;
  }

  #set(pdu: Field): Field {
    const varbinds = fieldsOf(at(pdu, 3)).map((varbind) => ({
      oid: oidOf(octetsOf(at(varbind, 0))),
      value: at(varbind, 1),
    }));
    const { writable, exchanges } = this.#recording;
    const refused = varbinds.findIndex(({ oid }) => !writable.includes(oid));
    if (refused >= 0) return reply(pdu, varbinds, { status: notWritable, index: refused + 1 });
    for (const { oid, value } of varbinds) this.#values.set(oid, value);
    for (const { set, then } of exchanges)
      if (varbinds.some(({ oid }) => oid === set)) this.#load(then);
    return reply(pdu, varbinds);
  }

  #at(oid: string): Variable {
    return { oid, value: this.#values.get(oid) ?? noSuchInstance };
  }

  #after(oid: string): Variable {
    const next = this.#sorted.find((other) => compareOids(oid, other) < 0);
    return next === undefined ? { oid, value: endOfMibView } : this.#at(next);
  }

  #load(lines: string): void {
    for (const line of lines.split('\n').filter((one) => one.trim() !== '')) {
      const [oid = '', type = '', ...value] = line.trim().split('|');
      this.#values.set(oid, valueOf(type, value.join('|')));
    }
    this.#sorted = [...this.#values.keys()].sort(compareOids);
  }
}

function reply(pdu: Field, variables: readonly Variable[], { status = 0, index = 0 } = {}): Field {
  const varbinds = variables.map(({ oid, value }) => ({
    tag: sequence,
    contents: [{ tag: 6, contents: encodeOid(oid) }, value],
  }));
  return {
    tag: response,
    contents: [
      at(pdu, 0),
      { tag: integer, contents: Buffer.from([status]) },
      { tag: integer, contents: Buffer.from([index]) },
      { tag: sequence, contents: varbinds },
    ],
  };
}

/** Encodes a value of snmprec: the number of the type is the tag of BER. */
function valueOf(type: string, value: string): Field {
  const tag = Number.parseInt(type, 10);
  if (type.endsWith('x')) return { tag, contents: Buffer.from(value, 'hex') };
  if (tag === 4) return { tag, contents: Buffer.from(value) };
  if (tag === 6) return { tag, contents: encodeOid(value) };
  if (tag === 64) return { tag, contents: Buffer.from(value.split('.').map(Number)) };
  return { tag, contents: integerOctets(BigInt(value)) };
}

function integerOctets(value: bigint): Buffer {
  let octets = 1;
  while (BigInt.asIntN(octets * 8, value) !== value) octets += 1;
  return Buffer.from(
    BigInt.asUintN(octets * 8, value)
      .toString(16)
      .padStart(octets * 2, '0'),
    'hex',
  );
}

function encodeOid(oid: string): Buffer {
  const [first = 0, second = 0, ...arcs] = oid.split('.').map(Number);
  return Buffer.concat([first * 40 + second, ...arcs].map(encodeArc));
}

function encodeArc(arc: number): Buffer {
  const octets = [arc % 128];
  for (let rest = Math.floor(arc / 128); rest > 0; rest = Math.floor(rest / 128))
    octets.unshift((rest % 128) + 128);
  return Buffer.from(octets);
}

function oidOf(octets: Buffer): string {
  const arcs: number[] = [];
  let arc = 0;
  for (const octet of octets) {
    arc = arc * 128 + (octet & 0x7f);
    if (octet >= 0x80) continue;
    arcs.push(arc);
    arc = 0;
  }
  const [head = 0, ...rest] = arcs;
  const first = Math.min(2, Math.floor(head / 40));
  return [first, head - first * 40, ...rest].join('.');
}

function octetsOf({ contents }: Field): Buffer {
  if (!Buffer.isBuffer(contents)) throw new Error('a field has fields inside');
  return contents;
}

function fieldsOf({ contents }: Field): readonly Field[] {
  if (Buffer.isBuffer(contents)) throw new Error('a field has no fields inside');
  return contents;
}

function numberOf(field: Field): number {
  const octets = octetsOf(field);
  return octets.readIntBE(0, octets.length);
}
