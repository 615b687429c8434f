import { createHmac, randomBytes } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { connect, type TLSSocket } from 'node:tls';
import { encodeAvp } from '../src/protocol/eap/avp.ts';
import { eapCode, eapType } from '../src/protocol/eap/eap-packet.ts';
import { emptyFrame, FlightReader, FlightWriter } from '../src/protocol/eap/tls-fragments.ts';
import { attributeType } from '../src/protocol/radius/attribute-type.ts';
import { allValues, firstValue, packetCode, readPacket } from '../src/protocol/radius/packet.ts';
import { text } from '../tools/accounting-packets.ts';
import type { User } from './access-packets.ts';

/* Devices with EAP-TTLS and PAP behind a NAS: of Node, so that one process can be many of them. */

const repeatMs = 2_000;
const attempts = 10;
const mtu = 1_000;
const octetsOfPart = 253;

/** A reply of the server. */
interface Reply {
  readonly code: number;
  readonly eap: Buffer;
  readonly state: Buffer | null;
}

/** A NAS: a socket that asks one server, with up to 256 requests at a time. */
export class EapNas {
  readonly #socket: Socket;
  readonly #secret: string;
  readonly #waiting = new Map<number, (reply: Buffer) => void>();
  #next = 0;

  private constructor(socket: Socket, secret: string) {
    this.#socket = socket;
    this.#secret = secret;
    socket.on('message', (reply) => this.#waiting.get(reply[1] ?? 0)?.(reply));
  }

  static async open(port: number, secret: string): Promise<EapNas> {
    const socket = createSocket({ type: 'udp4', recvBufferSize: 4 * 1024 * 1024 });
    socket.connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return new EapNas(socket, secret);
  }

  close(): void {
    this.#socket.close();
  }

  /** Sends an EAP packet of a device, again and again if no reply comes. @throws Error if none comes within 20 seconds */
  async ask(station: string, eap: Buffer, state: Buffer | null): Promise<Reply> {
    this.#next = (this.#next + 1) % 256;
    const identifier = this.#next;
    const request = this.#request(identifier, { station, eap, state });
    const reply = await new Promise<Buffer>((resolve, reject) => {
      let sent = 0;
      const send = () => {
        sent += 1;
        if (sent > attempts) reject(new Error(`no reply to ${station}`));
        else this.#socket.send(request);
      };
      const timer = setInterval(send, repeatMs);
      this.#waiting.set(identifier, (octets) => {
        clearInterval(timer);
        this.#waiting.delete(identifier);
        resolve(octets);
      });
      send();
    });
    const packet = readPacket(reply);
    if (typeof packet === 'string') throw new Error(`an unreadable reply: ${packet}`);
    return {
      code: reply.readUInt8(0),
      eap: Buffer.concat(allValues(packet, attributeType.eapMessage)),
      state: firstValue(packet, attributeType.state),
    };
  }

  #request(
    identifier: number,
    {
      station,
      eap,
      state,
    }: { readonly station: string; readonly eap: Buffer; readonly state: Buffer | null },
  ): Buffer {
    const signature = Buffer.alloc(18);
    signature.set([attributeType.messageAuthenticator, signature.length]);
    const parts = Array.from({ length: Math.ceil(eap.length / octetsOfPart) }, (_, part) =>
      attribute(
        attributeType.eapMessage,
        eap.subarray(part * octetsOfPart, (part + 1) * octetsOfPart),
      ),
    );
    const request = Buffer.concat([
      Buffer.from([packetCode.accessRequest, identifier, 0, 0]),
      randomBytes(16),
      signature,
      text(attributeType.userName, 'anonymous'),
      text(attributeType.callingStationId, station),
      ...parts,
      ...(state ? [attribute(attributeType.state, state)] : []),
    ]);
    request.writeUInt16BE(request.length, 2);
    createHmac('md5', this.#secret).update(request).digest().copy(request, 22);
    return request;
  }
}

function attribute(type: number, value: Buffer): Buffer {
  return Buffer.concat([Buffer.from([type, 2 + value.length]), value]);
}

function response(identifier: number, type: number, data: Buffer): Buffer {
  const octets = Buffer.concat([Buffer.from([eapCode.response, identifier, 0, 0, type]), data]);
  octets.writeUInt16BE(octets.length, 2);
  return octets;
}

const identity = response(0, eapType.identity, Buffer.from('anonymous'));

/** Begins a conversation and sends the first flight of a device, but no further one: it stays open. */
export async function openConversation(nas: EapNas, station: string, hello: Buffer): Promise<void> {
  const start = await nas.ask(station, identity, null);
  const frame = new FlightWriter().start(hello, mtu);
  const reply = await nas.ask(
    station,
    response(start.eap.readUInt8(1), eapType.ttls, frame),
    start.state,
  );
  if (reply.code !== packetCode.accessChallenge)
    throw new Error(`code ${reply.code} in reply to a first flight`);
}

/** Returns the first flight of a device. */
export async function firstFlight(): Promise<Buffer> {
  const device = new Device();
  const flight = await device.takeFlight();
  device.close();
  return flight;
}

/** Logs a device in by EAP-TTLS and PAP. @returns true: it is accepted */
export async function logInByTtls(nas: EapNas, station: string, user: User): Promise<boolean> {
  const device = new Device(user);
  const reader = new FlightReader();
  try {
    let reply = await nas.ask(station, identity, null);
    while (reply.code === packetCode.accessChallenge) {
      const data = reply.eap.subarray(5);
      const received = (data[0] ?? 0) & 0x20 ? { flight: Buffer.alloc(0) } : reader.add(data);
      let frame: Buffer = emptyFrame;
      if (received !== 'more' && 'flight' in received) {
        device.receive(received.flight);
        frame = new FlightWriter().start(await device.takeFlight(), mtu);
      }
      const eap = response(reply.eap.readUInt8(1), eapType.ttls, frame);
      reply = await nas.ask(station, eap, reply.state);
    }
    return reply.code === packetCode.accessAccept;
  } finally {
    device.close();
  }
}

/** The curve of most devices: Node would send keys of a kilobyte. */
export const ofDevice = { ecdhCurve: 'X25519', rejectUnauthorized: false } as const;

/** The TLS of a device. */
class Device {
  #output: Buffer[] = [];
  readonly #transport: Duplex;
  readonly #socket: TLSSocket;

  /** @param user  sent through the tunnel as soon as there is one */
  constructor(user?: User) {
    this.#transport = new Duplex({
      read: () => undefined,
      write: (chunk: Buffer, _encoding, done) => {
        this.#output.push(chunk);
        done();
      },
    });
    this.#socket = connect({ ...ofDevice, socket: this.#transport });
    this.#socket.on('error', () => undefined);
    if (user) this.#socket.on('secureConnect', () => this.#socket.write(credential(user)));
  }

  receive(flight: Buffer): void {
    if (flight.length > 0) this.#transport.push(flight);
  }

  async takeFlight(): Promise<Buffer> {
    for (let turn = 0; turn < 4; turn += 1) await nextTurn();
    return Buffer.concat(this.#output.splice(0));
  }

  close(): void {
    this.#socket.destroy();
    this.#transport.destroy();
  }
}

function credential({ username, password }: User): Buffer {
  return Buffer.concat(
    [username, password].map((value, index) =>
      encodeAvp({ code: 1 + index, vendor: 0, isMandatory: true, value: Buffer.from(value) }),
    ),
  );
}
