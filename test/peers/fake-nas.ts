import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';

/*
 * A NAS that implements RFC 5176: it receives Disconnect and CoA requests, verifies them with code of its own, and answers
 * by a script.
 */

/** Answer to a request: the n-th behaviour for the n-th request, the last one for all that follow. */
export type Behaviour =
  | {
      readonly answer: 'ack' | 'nak';
      readonly errorCause?: number;
      readonly isSigned?: boolean;
      readonly afterMs?: number;
    }
  | {
      readonly answer:
        'silence' | 'wrong authenticator' | 'wrong signature' | 'from another port' | 'wrong code';
    };

export interface ReceivedRequest {
  readonly kind: 'disconnect' | 'coa';
  readonly identifier: number;
  /** Hexadecimal. */
  readonly authenticator: string;
  readonly fromPort: number;
  readonly atMs: number;
  /** Hexadecimal values by attribute type. */
  readonly attributes: ReadonlyMap<number, readonly string[]>;
}

export interface FakeNas {
  readonly port: number;
  readonly received: readonly ReceivedRequest[];
  /** Reasons why requests were dropped without an answer. */
  readonly faults: readonly string[];
  behave(...behaviours: readonly Behaviour[]): void;
  stop(): Promise<void>;
}

const codes = new Map([
  [40, { kind: 'disconnect', ack: 41, nak: 42 }],
  [43, { kind: 'coa', ack: 44, nak: 45 }],
] as const);
const digestOctets = 16;
const headerOctets = 20;
const messageAuthenticator = 80;

export async function startFakeNas(secret: string, { host = '127.0.0.1' } = {}): Promise<FakeNas> {
  const options = {
    type: host.includes(':') ? 'udp6' : 'udp4',
    recvBufferSize: 4 * 1024 * 1024,
  } as const;
  const [socket, other] = [createSocket(options), createSocket(options)];
  await Promise.all([socket, other].map((one) => once(one.bind(0, host), 'listening')));
  const received: ReceivedRequest[] = [];
  const faults: string[] = [];
  let script: Behaviour[] = [{ answer: 'ack' }];
  let isOpen = true;
  socket.on('message', (request, from) => {
    const fault = faultOf(request, secret);
    if (fault) {
      faults.push(fault);
      return;
    }
    received.push(parseRequest(request, from));
    const [behaviour = { answer: 'silence' }] = script.length > 1 ? script.splice(0, 1) : script;
    respond(behaviour, { request, secret }, (reply, isOtherPort) => {
      const send = () => {
        if (isOpen) (isOtherPort ? other : socket).send(reply, from.port, from.address);
      };
      if ('afterMs' in behaviour) setTimeout(send, behaviour.afterMs);
      else send();
    });
  });
  return {
    port: socket.address().port,
    received,
    faults,
    behave: (...behaviours) => {
      script = [...behaviours];
    },
    stop() {
      isOpen = false;
      return closeAll([socket, other]);
    },
  };
}

async function closeAll(sockets: readonly Socket[]): Promise<void> {
  const closed = Promise.all(sockets.map((socket) => once(socket, 'close')));
  for (const socket of sockets) socket.close();
  await closed;
}

/** Returns why a request is invalid (RFC 5176 sections 2.3 and 3.4), or null. */
function faultOf(request: Buffer, secret: string): string | null {
  if (!codes.has(request[0] as 40 | 43)) return `code ${request[0] ?? 'none'}`;
  if (request.length !== request.readUInt16BE(2)) return 'length';
  const blank = Buffer.from(request).fill(0, 4, headerOctets);
  const digest = createHash('md5').update(blank).update(secret).digest();
  if (!timingSafeEqual(digest, request.subarray(4, headerOctets))) return 'authenticator';
  const place = placeOf(request, messageAuthenticator);
  if (place === null) return 'no Message-Authenticator';
  const signature = request.subarray(place + 2, place + 2 + digestOctets);
  const unsigned = Buffer.from(blank).fill(0, place + 2, place + 2 + digestOctets);
  const isRight = timingSafeEqual(createHmac('md5', secret).update(unsigned).digest(), signature);
  return isRight ? null : 'Message-Authenticator';
}

function parseRequest(request: Buffer, from: RemoteInfo): ReceivedRequest {
  const attributes = new Map<number, string[]>();
  for (const { type, value } of walk(request))
    attributes.set(type, [...(attributes.get(type) ?? []), value.toString('hex')]);
  return {
    kind: codes.get(request[0] as 40 | 43)?.kind ?? 'coa',
    identifier: request.readUInt8(1),
    authenticator: request.toString('hex', 4, headerOctets),
    fromPort: from.port,
    atMs: performance.now(),
    attributes,
  };
}

function* walk(
  packet: Buffer,
): Generator<{ readonly type: number; readonly start: number; readonly value: Buffer }> {
  for (let start = headerOctets; start < packet.length; start += packet.readUInt8(start + 1)) {
    const value = packet.subarray(start + 2, start + packet.readUInt8(start + 1));
    yield { type: packet.readUInt8(start), start, value };
  }
}

function placeOf(packet: Buffer, wanted: number): number | null {
  for (const { type, start } of walk(packet)) if (type === wanted) return start;
  return null;
}

interface Asked {
  readonly request: Buffer;
  readonly secret: string;
}

function respond(
  behaviour: Behaviour,
  { request, secret }: Asked,
  send: (reply: Buffer, isOtherPort: boolean) => void,
): void {
  if (behaviour.answer === 'silence') return;
  const { ack, nak } = codes.get(request[0] as 40 | 43) ?? { ack: 0, nak: 0 };
  const code = behaviour.answer === 'nak' ? nak : behaviour.answer === 'wrong code' ? 5 : ack;
  const cause =
    'errorCause' in behaviour ? errorCauseOctets(behaviour.errorCause) : Buffer.alloc(0);
  const isSigned =
    behaviour.answer === 'wrong signature' || ('isSigned' in behaviour && behaviour.isSigned);
  const reply = signed(
    Buffer.concat([
      Buffer.from([code, request.readUInt8(1), 0, 0]),
      request.subarray(4, headerOctets),
      cause,
    ]),
    {
      secret,
      isSigned,
      isForged: behaviour.answer === 'wrong signature',
    },
  );
  if (behaviour.answer === 'wrong authenticator') reply.writeUInt8(reply.readUInt8(4) ^ 1, 4);
  send(reply, behaviour.answer === 'from another port');
}

function errorCauseOctets(cause = 0): Buffer {
  return Buffer.from([101, 6, 0, 0, cause >> 8, cause & 255]);
}

interface Signing {
  readonly secret: string;
  readonly isSigned: boolean;
  readonly isForged: boolean;
}

/** Signs a reply: replaces the request's authenticator in it by the Response Authenticator. */
function signed(unfinished: Buffer, { secret, isSigned, isForged }: Signing): Buffer {
  const blank = isSigned
    ? Buffer.from([messageAuthenticator, 2 + digestOctets, ...Buffer.alloc(digestOctets)])
    : Buffer.alloc(0);
  const reply = Buffer.concat([unfinished, blank]);
  reply.writeUInt16BE(reply.length, 2);
  if (isSigned)
    createHmac('md5', isForged ? 'another' : secret)
      .update(reply)
      .digest()
      .copy(reply, reply.length - digestOctets);
  createHash('md5').update(reply).update(secret).digest().copy(reply, 4);
  return reply;
}
