import { createHash, createHmac } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomOf, type Random } from '../../random.ts';
import { bend, bentAttributes, longestDatagram, pick } from '../core/mutations.ts';
import { encoded, type Attribute } from '../packets.ts';

/* What a proxy stands between, bent at random: an upstream's replies and a NAS' requests. The same seed bends the same. */

const headerOctets = 20;
const digestOctets = 16;
const proxyState = 33;
const eapMessage = 79;
const messageAuthenticator = 80;
const mostValue = 253;
const mostBeside = 4_000;

interface Reply {
  readonly code: number;
  readonly request: Buffer;
  readonly secret: string;
  readonly attributes: Buffer;
}

/** Encodes a reply with valid authenticators and arbitrary attributes. */
function reply({ code, request, secret, attributes }: Reply): Buffer {
  const signature = Buffer.from([
    messageAuthenticator,
    2 + digestOctets,
    ...Buffer.alloc(digestOctets),
  ]);
  const header = Buffer.from([code, request.readUInt8(1), 0, 0]);
  const packet = Buffer.concat([header, request.subarray(4, headerOctets), signature, attributes]);
  packet.writeUInt16BE(Math.min(packet.length, 0xffff), 2);
  sign(packet, secret);
  createHash('md5').update(packet).update(secret).digest().copy(packet, 4);
  return packet;
}

/** Writes the Message-Authenticator, which is the first attribute and zeros until then. */
function sign(packet: Buffer, secret: string): void {
  const signature = createHmac('md5', secret).update(packet).digest();
  signature.copy(packet, headerOctets + 2);
}

export interface BentUpstream {
  readonly port: number;
  /** Replies that were bent. */
  sent(): number;
  stop(): Promise<void>;
}

interface Site {
  readonly secret: string;
  readonly seed: number;
}

/**
 * Accounting-Requests whose replies are bent. An authentic reply that is wrong is a failure, and each doubles the backoff of its
 * packet: without an end of them the last packet once took longer than a minute.
 */
const mostBentAccounting = 150;
const accountingRequest = 4;

/** A server of which each answer comes after up to three bent ones, most of them authentic. */
export async function startBentUpstream({ secret, seed }: Site): Promise<BentUpstream> {
  const socket = createSocket({ type: 'udp4', recvBufferSize: 4 * 1024 * 1024 });
  await once(socket.bind(0, '127.0.0.1'), 'listening');
  let [requests, accounting, sent] = [0, 0, 0];
  socket.on('message', (request, { port, address }) => {
    requests += 1;
    if (request[0] === accountingRequest) accounting += 1;
    const random = randomOf(seed + requests);
    const length = accounting > mostBentAccounting ? 0 : random(4);
    const bent = Array.from({ length }, () => bentReply(request, { random, secret }));
    sent += bent.length;
    for (const datagram of [...bent, rightReply(request, { random, secret })])
      socket.send(datagram, port, address);
  });
  return { port: socket.address().port, sent: () => sent, stop: () => closed(socket) };
}

interface Means {
  readonly random: Random;
  readonly secret: string;
}

const repliesTo = new Map([
  [1, [2, 3, 11]],
  [4, [5]],
  [12, [2]],
]);

function rightReply(request: Buffer, { random, secret }: Means): Buffer {
  const code = pick(random, repliesTo.get(request.readUInt8(0)) ?? [2]);
  const [attributes, states] = [encoded(serverAttributes(random)), encoded(proxyStatesOf(request))];
  // Proxy-States come back however many they are; then there may be room for nothing else.
  const isFull = code === 5 || attributes.length + states.length > mostBeside;
  return reply({
    code,
    request,
    secret,
    attributes: isFull ? states : Buffer.concat([attributes, states]),
  });
}

function bentReply(request: Buffer, means: Means): Buffer {
  const { random, secret } = means;
  const code =
    random(10) === 0 ? random(256) : pick(random, repliesTo.get(request.readUInt8(0)) ?? [2]);
  const states = random(4) === 0 ? [] : proxyStatesOf(request);
  const attributes = bentAttributes([...serverAttributes(random), ...states], random);
  const packet = reply({ code, request, secret, attributes });
  if (random(6) === 0) return bend(packet, random);
  if (random(10) === 0) packet.writeUInt16BE(random(5_000), 2);
  if (random(10) === 0) return packet.subarray(0, random(packet.length));
  return packet.subarray(0, longestDatagram);
}

/** Returns attributes of servers, among them values hidden by the request: a Tunnel-Password, MPPE keys. */
function serverAttributes(random: Random): Attribute[] {
  return [
    [18, 'welcome'],
    [25, Buffer.alloc(random(mostValue), random(256))],
    [24, Buffer.alloc(1 + random(16), random(256))],
    [27, random(100_000)],
    [
      69,
      Buffer.concat([
        Buffer.from([0, 0x80 | random(128), random(256)]),
        Buffer.alloc(16 * random(4), random(256)),
      ]),
    ],
    [
      26,
      Buffer.concat([
        Buffer.from('0000013711', 'hex'),
        Buffer.from([36, 0x80, random(256)]),
        Buffer.alloc(32, random(256)),
      ]),
    ],
    ...fragments(random),
  ];
}

/** Returns the attributes of one EAP packet, whose length field is mostly right. */
function fragments(random: Random): Attribute[] {
  const whole = Buffer.alloc(4 + random(1_500), random(256));
  whole.writeUInt16BE(random(5) === 0 ? random(0x10000) : whole.length, 2);
  const pieces = Math.ceil(whole.length / mostValue);
  return Array.from({ length: pieces }, (_, piece) => [
    eapMessage,
    whole.subarray(piece * mostValue, (piece + 1) * mostValue),
  ]);
}

/** @returns an Access-Request; mostly with a right Message-Authenticator */
function bentRequest(identifier: number, { random, secret }: Means): Buffer {
  const valid: Attribute[] = [
    [1, `guest ${random(500)}@partner.example`],
    [2, Buffer.alloc(16 * (1 + random(8)), random(256))],
    [4, Buffer.from([192, 0, 2, random(8)])],
    ...(random(3) === 0 ? fragments(random) : []),
    ...Array.from({ length: random(4) === 0 ? random(60) : random(3) }, () => manyOctets(random)),
  ];
  const attributes = random(2) === 0 ? encoded(valid) : bentAttributes(valid, random);
  const signature = encoded([[messageAuthenticator, Buffer.alloc(digestOctets)]]);
  const header = Buffer.from([1, identifier, 0, 0]);
  const nonce = Buffer.from(Array.from({ length: digestOctets }, () => random(256)));
  const packet = Buffer.concat([header, nonce, signature, attributes]).subarray(0, 4_096);
  packet.writeUInt16BE(packet.length, 2);
  sign(packet, secret);
  return random(12) === 0 ? packet.subarray(0, random(packet.length)) : packet;
}

function manyOctets(random: Random): Attribute {
  return [
    proxyState,
    Buffer.alloc(random(8) === 0 ? random(mostValue + 1) : random(20), random(256)),
  ];
}

interface Nas extends Site {
  /** Port of the gateway, on 127.0.0.1. */
  readonly port: number;
  readonly requests: number;
}

/** Requests per batch: all but the dropped ones have their reply before the next batch is sent. */
const batch = 32;
const [msForBatch, msForFirst, msForNext] = [5_000, 1_500, 150];
const rememberedOfIdentifier = 8;

/**
 * Sends malformed requests, and checks each reply as a NAS does.
 *
 * @returns the number of replies, and the faults found in them
 */
export async function sendBentRequests({
  port,
  secret,
  seed,
  requests,
}: Nas): Promise<{ answered: number; faults: string[] }> {
  const random = randomOf(seed);
  const socket = createSocket({ type: 'udp4', recvBufferSize: 4 * 1024 * 1024 });
  await once(socket.bind(0, '127.0.0.1'), 'listening');
  const sent = new Map<number, Buffer[]>();
  const answers: Buffer[] = [];
  const faults: string[] = [];
  socket.on('message', (answer) => {
    answers.push(answer);
    const fault = faultOf(answer, { requests: sent.get(answer.readUInt8(1)) ?? [], secret });
    if (fault !== null) faults.push(`${fault}: ${answer.toString('hex')}`);
  });
  for (let begun = 0; begun < requests; begun += batch) {
    const before = answers.length;
    const datagrams = Array.from({ length: batch }, (_, index) =>
      bentRequest((begun + index) % 256, { random, secret }),
    );
    for (const datagram of datagrams) remember(sent, datagram);
    for (const datagram of datagrams) socket.send(datagram, port, '127.0.0.1');
    await settled(() => answers.length - before, batch);
  }
  await closed(socket);
  return { answered: answers.length, faults };
}

function remember(sent: Map<number, Buffer[]>, datagram: Buffer): void {
  const identifier = datagram[1];
  if (identifier === undefined) return;
  sent.set(
    identifier,
    [datagram, ...(sent.get(identifier) ?? [])].slice(0, rememberedOfIdentifier),
  );
}

/** Waits until all have a reply, or no more arrives for a while. */
async function settled(count: () => number, all: number): Promise<void> {
  const deadline = performance.now() + msForBatch;
  let [known, since] = [0, performance.now()];
  while (performance.now() < deadline && count() < all) {
    await sleep(2);
    if (count() > known) [known, since] = [count(), performance.now()];
    if (performance.now() - since > (known === 0 ? msForFirst : msForNext)) return;
  }
}

interface Asked {
  /** Requests that were sent with the identifier of the reply. */
  readonly requests: readonly Buffer[];
  readonly secret: string;
}

/** Returns what is wrong with a reply to an Access-Request; null: nothing. */
export function faultOf(answer: Buffer, { requests, secret }: Asked): string | null {
  if (
    answer.length < headerOctets ||
    answer.length > 4_096 ||
    answer.length !== answer.readUInt16BE(2)
  )
    return 'length';
  if (![2, 3, 11].includes(answer.readUInt8(0))) return 'code';
  const attributes = attributesOf(answer);
  if (!attributes) return 'attributes do not fill it';
  const request = requests.find((asked) => isAuthentic(answer, asked, secret));
  if (!request) return 'authenticator';
  if (!isSigned(answer, request, secret)) return 'Message-Authenticator';
  const [given, back] = [attributesOf(request) ?? [], attributes].map((all) =>
    all.filter(({ type }) => type === proxyState).map(({ value }) => value.toString('hex')),
  );
  return String(given) === String(back) ? null : 'Proxy-State';
}

function isAuthentic(answer: Buffer, request: Buffer, secret: string): boolean {
  const digest = createHash('md5')
    .update(answer.subarray(0, 4))
    .update(request.subarray(4, headerOctets));
  return digest
    .update(answer.subarray(headerOctets))
    .update(secret)
    .digest()
    .equals(answer.subarray(4, headerOctets));
}

/** Message-Authenticator comes first (CVE-2024-3596). */
function isSigned(answer: Buffer, request: Buffer, secret: string): boolean {
  if (answer[headerOctets] !== messageAuthenticator) return false;
  const unsigned = Buffer.from(answer);
  request.copy(unsigned, 4, 4, headerOctets);
  unsigned.fill(0, headerOctets + 2, headerOctets + 2 + digestOctets);
  const signature = answer.subarray(headerOctets + 2, headerOctets + 2 + digestOctets);
  return createHmac('md5', secret).update(unsigned).digest().equals(signature);
}

interface Walked {
  readonly type: number;
  readonly value: Buffer;
}

/** Parses the attributes of a packet; null: they do not fill it. */
function attributesOf(packet: Buffer): Walked[] | null {
  const found: Walked[] = [];
  for (let start = headerOctets; start < packet.length;) {
    const length = packet[start + 1] ?? 0;
    if (length < 2 || start + length > packet.length) return null;
    found.push({
      type: packet.readUInt8(start),
      value: packet.subarray(start + 2, start + length),
    });
    start += length;
  }
  return found;
}

function proxyStatesOf(request: Buffer): Attribute[] {
  return (attributesOf(request) ?? [])
    .filter(({ type }) => type === proxyState)
    .map(({ type, value }) => [type, value]);
}

async function closed(socket: Socket): Promise<void> {
  socket.close();
  await once(socket, 'close');
}
