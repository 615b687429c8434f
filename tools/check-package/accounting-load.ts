import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { exchangesOf } from '../accounting-packets.ts';

/*
 * A NAS with many sessions: sends Starts to port 1813 of an address at an even rate until its standard input ends, each again
 * after a second or more until it has its answer, at the same rate. Then waits for the last answers, and prints how many were sent and answered, and the
 * longest time without an answer.
 *
 *   accounting-load.js ADDRESS SECRET NAME
 */

export interface LoadResult {
  readonly sent: number;
  readonly answered: number;
  readonly silenceMs: number;
}

const msBetweenPackets = 20;
const msUntilRepeated = 1_000;
const msForLastAnswers = 60_000;
const maxSessions = 50_000;
/** As many as a port has identifiers, so that a slow machine is not flooded with requests. */
const maxWaiting = 256;

const [, , address = '', secret = '', name = ''] = process.argv;
const packets = exchangesOf({ sessions: maxSessions, name, secret }).slice(0, maxSessions);
const waiting = new Map<number, number>();
const socket = createSocket('udp4');
socket.connect(1813, address);
await once(socket, 'connect');
// A closed port is silence.
socket.on('error', () => undefined);

let sent = 0;
let lastAnswerAt = performance.now();
let silenceMs = 0;
socket.on('message', (reply) => {
  for (const number of waiting.keys()) {
    if (packets[number]?.isAnsweredBy(reply) !== true) continue;
    waiting.delete(number);
    const now = performance.now();
    silenceMs = Math.max(silenceMs, now - lastAnswerAt);
    lastAnswerAt = now;
    return;
  }
});

function send(number: number): void {
  const packet = packets[number];
  if (!packet) return;
  // Keep the order by time of sending: the first has waited longest.
  waiting.delete(number);
  waiting.set(number, performance.now());
  socket.send(packet.request);
}

/** Repeats one packet, so that a slow machine has as many repetitions to drop as new packets to answer, and no more. */
function repeat(): void {
  const [oldest] = waiting;
  if (oldest && oldest[1] < performance.now() - msUntilRepeated) send(oldest[0]);
}

const news = setInterval(() => {
  if (sent < maxSessions && waiting.size < maxWaiting) send(sent++);
}, msBetweenPackets);
const repeats = setInterval(repeat, msBetweenPackets);
process.stdin.resume();
await once(process.stdin, 'end');
clearInterval(news);
const end = performance.now() + msForLastAnswers;
const rest = setInterval(() => {
  if (waiting.size > 0 && performance.now() < end) return;
  clearInterval(rest);
  clearInterval(repeats);
  socket.close();
  const result: LoadResult = { sent, answered: sent - waiting.size, silenceMs };
  process.stdout.write(`${JSON.stringify(result)}\n`);
}, 50);
