import { setImmediate as nextTurn } from 'node:timers/promises';
import { connect } from 'node:tls';
import tap, { test } from 'tap';
import { encodeAvp } from '../../../src/protocol/eap/avp.ts';
import { EapTlsServer } from '../../../src/protocol/eap/tls-channel.ts';
import { FlightReader, FlightWriter } from '../../../src/protocol/eap/tls-fragments.ts';
import { TlsSessions } from '../../../src/radius/eap/tls-sessions.ts';
import type { MethodStep, ResumableLogin } from '../../../src/radius/eap/eap-method.ts';
import { TlsMethod } from '../../../src/radius/eap/tls-method.ts';
import { TtlsProtocol } from '../../../src/radius/eap/ttls.ts';
import { Authority } from '../../peers/certificates.ts';
import { longestDelayMs, watchLoop } from '../../loop-watch.ts';
import { randomOf, type Random } from '../../random.ts';
import { DeviceTransport } from './device-transport.ts';

/*
 * Frames of EAP and records of TLS of a device that are altered on the way. EAP_MUTATIONS says how many are altered, EAP_SEED
 * where the pseudorandom numbers begin.
 */

tap.setTimeout(3_600_000);
const mutations = Number(process.env['EAP_MUTATIONS'] ?? 200);
/** Megabytes that the process may grow by while it answers them. */
const maxGrowthMb = 256;
/** Shares of altered frames in a conversation: late frames are reached by few, early ones are altered by many. */
const percentages = [20, 60, 100];
const seed = Number(process.env['EAP_SEED'] ?? 1);
const authority = new Authority();
const { cert, keyText } = authority.issue('radius.example');
authority.remove();
const server = new EapTlsServer({ cert, key: keyText }, 60);
const sessions = new TlsSessions<ResumableLogin>({ lifetimeMs: 60_000, now: () => 0 });

function mutated(octets: Buffer, random: Random): Buffer {
  const at = octets.length === 0 ? 0 : random(octets.length);
  const kinds = [
    () => octets.subarray(0, at),
    () => Buffer.concat([octets.subarray(0, at), Buffer.alloc(3, at), octets.subarray(at)]),
    () => Buffer.concat([octets.subarray(0, at), octets.subarray(at + 1 + (at % 7))]),
    () => Buffer.concat([octets, octets]),
    () => {
      const other = Buffer.from(octets);
      other.writeUInt8(random(256), Math.min(at, other.length - 1));
      return other;
    },
  ];
  return kinds[random(kinds.length)]?.() ?? octets;
}

const credential = ['alice', 'a password'].map((value, index) =>
  encodeAvp({ code: 1 + index, vendor: 0, isMandatory: true, value: Buffer.from(value) }),
);

/** Leads one conversation with a device, some of whose frames are altered. @returns how it ended, and how many were */
async function converse(random: Random, percent: number) {
  const transport = new DeviceTransport();
  const device = connect({ socket: transport, rejectUnauthorized: false });
  device.on('error', () => undefined);
  device.on('secureConnect', () => device.write(Buffer.concat(credential)));
  const method = new TlsMethod(new TtlsProtocol(), { server, sessions });
  const reader = new FlightReader();
  let logins = 0;
  let altered = 0;
  let end: MethodStep['kind'] | 'silent' = 'silent';
  for (let round = 0; round < 12 && end === 'silent'; round += 1) {
    for (let turn = 0; turn < 4; turn += 1) await nextTurn();
    const frame = new FlightWriter().start(transport.takeSent(), 65_000);
    const isAltered = random(100) < percent;
    if (isAltered) altered += 1;
    const data = isAltered ? mutated(frame, random) : frame;
    const step = await method.respond({
      data,
      mtu: 1020,
      outerIdentity: 'anonymous',
      nextIdentifier: 1,
      mayResume: () => Promise.resolve(false),
      authenticate: () => {
        logins += 1;
        return Promise.resolve('unreadable');
      },
    });
    if (step.kind === 'request') {
      const received = reader.add(step.data);
      if (received !== 'more' && 'flight' in received) transport.push(received.flight);
    } else end = step.kind;
  }
  method.close();
  device.destroy();
  return { end, logins, altered };
}

test('a device without faults reaches the login', async (t) => {
  t.match(await converse(randomOf(seed), 0), { end: 'failed', logins: 1 });
});

test('altered frames and records end a conversation, and nothing else', async (t) => {
  const random = randomOf(seed);
  const ends = new Map<string, number>();
  let longestMs = 0;
  const stopWatch = watchLoop((delayMs) => {
    longestMs = Math.max(longestMs, delayMs);
  });
  let altered = 0;
  let conversations = 0;
  let before = process.memoryUsage.rss();
  for (; altered < mutations; conversations += 1) {
    const ended = await converse(random, percentages[random(percentages.length)] ?? 0);
    altered += ended.altered;
    ends.set(ended.end, (ends.get(ended.end) ?? 0) + 1);
    // The code is compiled, and the heap has its size.
    if (conversations === 20) before = process.memoryUsage.rss();
  }
  stopWatch();
  const grownMb = (process.memoryUsage.rss() - before) / 1e6;
  t.comment(
    `${altered} altered in ${conversations} conversations: ${[...ends].map(([end, count]) => `${end} ${count}`).join(', ')}; ` +
      `${Math.round(grownMb)} MB more, the loop was kept for ${Math.round(longestMs)} ms at most`,
  );
  t.ok((ends.get('failed') ?? 0) > conversations / 3);
  t.ok(grownMb < maxGrowthMb, `memory grows by less than ${maxGrowthMb} MB`);
  t.ok(longestMs < longestDelayMs(), 'no frame keeps the loop');
  t.match(await converse(random, 0), { end: 'failed', logins: 1 }, 'the server goes on');
});
