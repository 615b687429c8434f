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
import { randomOf, type Random } from '../../random.ts';
import { DeviceTransport } from './device-transport.ts';

/*
 * Frames and records of a device that are altered on the way. EAP_MUTATIONS says how many conversations there are, EAP_SEED
 * where the pseudorandom numbers begin.
 */

tap.setTimeout(3_600_000);
const conversations = Number(process.env['EAP_MUTATIONS'] ?? 150);
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

/** Leads one conversation with a device, some of whose frames are altered. @returns how it ended, and the longest answer */
async function converse(random: Random, percent: number) {
  const transport = new DeviceTransport();
  const device = connect({ socket: transport, rejectUnauthorized: false });
  device.on('error', () => undefined);
  device.on('secureConnect', () => device.write(Buffer.concat(credential)));
  const method = new TlsMethod(new TtlsProtocol(), { server, sessions });
  const reader = new FlightReader();
  let logins = 0;
  let end: MethodStep['kind'] | 'silent' = 'silent';
  for (let round = 0; round < 12 && end === 'silent'; round += 1) {
    for (let turn = 0; turn < 4; turn += 1) await nextTurn();
    const frame = new FlightWriter().start(transport.takeSent(), 65_000);
    const data = random(100) < percent ? mutated(frame, random) : frame;
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
  return { end, logins };
}

test('a device without faults reaches the login', async (t) => {
  t.match(await converse(randomOf(seed), 0), { end: 'failed', logins: 1 });
});

test('altered frames and records end a conversation, and nothing else', async (t) => {
  const random = randomOf(seed);
  const ends = new Map<string, number>();
  for (let count = 0; count < conversations; count += 1) {
    const { end } = await converse(random, 40);
    ends.set(end, (ends.get(end) ?? 0) + 1);
  }
  t.comment([...ends].map(([end, count]) => `${end}: ${count}`).join(', '));
  t.ok((ends.get('failed') ?? 0) > conversations / 3);
  t.match(await converse(random, 0), { end: 'failed', logins: 1 }, 'the server goes on');
});
