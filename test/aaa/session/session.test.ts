import { exactNames } from '../../../src/organization/name-rules.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { Registry } from 'prom-client';
import tap, { test } from 'tap';
import { AccountingPacketLog } from '../../../src/aaa/session/accounting-packet-log.ts';
import { NasClocks } from '../../../src/aaa/client/nas-clocks.ts';
import { macDigits, macDigitsSql } from '../../../src/aaa/policy/mac-digits.ts';
import { SessionRecorder } from '../../../src/aaa/session/session-recorder.ts';
import { loadDictionary } from '../../../src/protocol/radius/dictionary.ts';
import { readPacket } from '../../../src/protocol/radius/packet.ts';
import { createAccountingService } from '../../../src/radius/acct/accounting-service.ts';
import { CommitMetrics } from '../../../src/radius/acct/accounting-service.ts';
import { Secret } from '../../../src/contract/secret.ts';
import { openStore } from '../../../src/store/database.ts';
import { compileStatement, type Statement, type Store } from '../../../src/store/store.ts';
import { copyBlankStore } from '../../blank-store.ts';
import { startPostgres } from '../../peers/postgres.ts';
import { signedPacket, type Attribute } from '../../radius/packets.ts';

/*
 * Which row a sequence of packets leaves. Times are seconds after 1700000000; a row is start, update, stop, interval,
 * session time, octets in, octets out, cause.
 */

const epoch = 1_700_000_000;
const secret = new Secret('testing123');
const dictionary = loadDictionary();

type Packet = readonly Attribute[];
type Values = Readonly<Record<number, Attribute[1] | null>>;
type Number = number | bigint | null;
type Row = readonly [
  start: Number,
  update: Number,
  stop: Number,
  interval: Number,
  time: Number,
  octetsIn: Number,
  octetsOut: Number,
  cause: string | null,
];

const type = {
  userName: 1,
  nasIp: 4,
  nasPort: 5,
  framedIp: 8,
  class: 25,
  nasIdentifier: 32,
  status: 40,
  delay: 41,
  in: 42,
  out: 43,
} as const;
const {
  sessionId,
  time,
  cause,
  multiSessionId,
  inGigawords,
  outGigawords,
  timestamp,
  connectInfo,
  nasIpv6,
  callingStation,
} = {
  sessionId: 44,
  time: 46,
  cause: 49,
  multiSessionId: 50,
  inGigawords: 52,
  outGigawords: 53,
  timestamp: 55,
  connectInfo: 77,
  nasIpv6: 95,
  callingStation: 31,
} as const;

const ip = (text: string) => Buffer.from(text.split('.').map(Number));
const usual: Values = {
  [type.userName]: 'alice',
  [type.nasIp]: ip('192.0.2.10'),
  [type.nasPort]: 7,
  [type.framedIp]: ip('10.0.0.5'),
  [sessionId]: 'S01',
};

/** The usual attributes and those given, which may also take one away. */
function packet(values: Values): Packet {
  const all = { ...usual, ...values };
  return Object.entries(all).flatMap(([key, value]) =>
    value === null ? [] : [[Number(key), value] as const],
  );
}

type Usage = readonly [seconds: number, octetsIn: number, octetsOut: number] | null;

function usage(used: Usage): Values {
  return used ? { [time]: used[0], [type.in]: used[1], [type.out]: used[2] } : {};
}

const S = (at: number, values: Values = {}) =>
  packet({ [type.status]: 1, [timestamp]: epoch + at, ...values });
const I = (at: number, used: Usage, values: Values = {}) =>
  packet({ [type.status]: 3, [timestamp]: epoch + at, ...usage(used), ...values });
const X = (at: number, used: Usage, values: Values = {}) =>
  packet({ [type.status]: 2, [timestamp]: epoch + at, ...usage(used), [cause]: 1, ...values });
const ofNas: Values = {
  [type.userName]: null,
  [sessionId]: null,
  [type.nasPort]: null,
  [type.framedIp]: null,
};
const On = (at: number, values: Values = {}) =>
  packet({ [type.status]: 7, [timestamp]: epoch + at, ...ofNas, ...values });
const Off = (at: number, values: Values = {}) =>
  packet({ [type.status]: 8, [timestamp]: epoch + at, ...ofNas, ...values });

const connect = (text: string): Values => ({ [connectInfo]: text });
const adminReboot: Values = { [cause]: 7 };
const lostCarrier: Values = { [cause]: 2 };
const idleTimeout: Values = { [cause]: 4 };
const ofStation = (spelling: string): Values => ({ [callingStation]: spelling });
const a = ofStation('02-00-00-00-00-0A');
const b = ofStation('02-00-00-00-00-0B');
const ticket = { [type.class]: Buffer.concat([Buffer.from('ai:'), Buffer.alloc(16, 0xa5)]) };
const user = 'User-Request';

interface Case {
  readonly says: string;
  readonly packets: readonly Packet[];
  readonly rows: readonly Row[];
  /** Columns of the last row that matter here. */
  readonly also?: Readonly<Record<string, unknown>>;
}

/** When the packets arrive, in the same seconds. */
const arrival = 5_000;

const cases: readonly Case[] = [
  {
    says: '1 a session as it should be',
    packets: [S(0), I(60, [60, 1000, 2000]), X(120, [120, 1500, 3000])],
    rows: [[0, 120, 120, 60, 120, 1500, 3000, user]],
    also: { stop_is_guess: 0, is_current: 1 },
  },
  { says: '2 a repeated start', packets: [S(0), S(0)], rows: [[0, 0, null, null, 0, 0, 0, null]] },
  {
    says: '3 a start that is repeated',
    packets: [S(0, connect('first')), S(5, connect('second'))],
    rows: [[5, 5, null, null, 0, 0, 0, null]],
    also: { connectinfo_start: 'second' },
  },
  {
    says: '4 a stop alone',
    packets: [X(120, [120, 1500, 3000], connect('end'))],
    rows: [[0, 120, 120, null, 120, 1500, 3000, user]],
    also: { connectinfo_start: null, connectinfo_stop: 'end' },
  },
  {
    says: '5 a stop alone without session time',
    packets: [X(120, null, { [type.in]: 1500, [type.out]: 3000 })],
    rows: [[120, 120, 120, null, null, 1500, 3000, user]],
  },
  {
    says: '6 the start was lost',
    packets: [I(60, [60, 1000, 2000]), X(120, [120, 1500, 3000])],
    rows: [[0, 120, 120, null, 120, 1500, 3000, user]],
  },
  {
    says: '7 the start comes after an interim',
    packets: [I(60, [60, 1000, 2000], connect('interim')), S(0, connect('start'))],
    rows: [[0, 60, null, null, 60, 1000, 2000, null]],
    also: { connectinfo_start: 'start' },
  },
  {
    says: '8 the start comes after the stop',
    packets: [X(120, [120, 1500, 3000]), S(0, connect('start'))],
    rows: [[0, 120, 120, null, 120, 1500, 3000, user]],
    also: { connectinfo_start: 'start' },
  },
  {
    says: '9 an interim comes after the stop',
    packets: [S(0), X(120, [120, 1500, 3000]), I(60, [60, 1000, 2000])],
    rows: [[0, 120, 120, null, 120, 1500, 3000, user]],
  },
  {
    says: '9b an interim that is newer than the stop of the NAS itself',
    packets: [S(0), X(120, [120, 1500, 3000]), I(180, [180, 9000, 9000])],
    rows: [[0, 120, 120, null, 120, 1500, 3000, user]],
  },
  {
    says: '10 a repeated stop',
    packets: [S(0), X(120, [120, 1500, 3000]), X(120, [120, 1500, 3000])],
    rows: [[0, 120, 120, null, 120, 1500, 3000, user]],
  },
  {
    says: '10b a stop of the same second with greater counters',
    packets: [S(0), X(120, [120, 1500, 3000]), X(120, [121, 1600, 3100])],
    rows: [[0, 120, 120, null, 121, 1600, 3100, user]],
  },
  {
    says: '10b the same, the other way round',
    packets: [S(0), X(120, [121, 1600, 3100]), X(120, [120, 1500, 3000])],
    rows: [[0, 120, 120, null, 121, 1600, 3100, user]],
  },
  {
    says: '11 a later stop',
    packets: [S(0), X(120, [120, 1500, 3000]), X(200, [200, 9999, 9999], idleTimeout)],
    rows: [[0, 200, 200, null, 200, 9999, 9999, 'Idle-Timeout']],
  },
  {
    says: '11 the same, the other way round',
    packets: [S(0), X(200, [200, 9999, 9999], idleTimeout), X(120, [120, 1500, 3000])],
    rows: [[0, 200, 200, null, 200, 9999, 9999, 'Idle-Timeout']],
  },
  {
    says: '12 an older interim comes after a newer one',
    packets: [S(0), I(120, [120, 5000, 6000]), I(60, [60, 1000, 2000])],
    rows: [[0, 120, null, 120, 120, 5000, 6000, null]],
  },
  {
    says: '12 a clock is set back by an hour: the greater session time is newer',
    packets: [
      S(3600),
      I(3660, [60, 1000, 2000]),
      I(120, [120, 5000, 6000]),
      I(90, [90, 3000, 3000]),
    ],
    rows: [[3600, 3660, null, 60, 120, 5000, 6000, null]],
  },
  {
    says: '12b two interims of the same second',
    packets: [S(0), I(60, [60, 1000, 2000]), I(60, [61, 1500, 2500])],
    rows: [[0, 60, null, 60, 61, 1500, 2500, null]],
  },
  {
    says: '12b the same, the other way round',
    packets: [S(0), I(60, [61, 1500, 2500]), I(60, [60, 1000, 2000])],
    rows: [[0, 60, null, 60, 61, 1500, 2500, null]],
  },
  {
    says: '12c two interims of the same second, before the start',
    packets: [I(60, [60, 1000, 2000]), I(60, [60, 1500, 2500]), S(0)],
    rows: [[0, 60, null, null, 60, 1500, 2500, null]],
  },
  {
    says: '12d two interims of the same second that refute and follow our conclusion',
    packets: [S(0), On(30), I(60, [60, 1000, 2000]), I(60, [60, 1500, 2500])],
    rows: [[0, 60, null, 30, 60, 1500, 2500, null]],
  },
  {
    says: '13 the NAS comes up and the stop was lost',
    packets: [S(0), On(300)],
    rows: [[0, 300, 300, null, 300, 0, 0, 'NAS-Reboot']],
    also: { stop_is_guess: 1 },
  },
  {
    says: '14 the NAS goes down and says why',
    packets: [S(0), I(60, [60, 1000, 2000]), Off(300, adminReboot)],
    rows: [[0, 300, 300, 60, 300, 1000, 2000, 'Admin-Reboot']],
  },
  {
    says: '15 the NAS came up before the session',
    packets: [S(0), On(-10)],
    rows: [[0, 0, null, null, 0, 0, 0, null]],
  },
  {
    says: '16 the real stop comes after our conclusion',
    packets: [S(0), On(300), X(100, [100, 1500, 3000])],
    rows: [[0, 100, 100, null, 100, 1500, 3000, user]],
    also: { stop_is_guess: 0 },
  },
  {
    says: '17 a late interim comes after our conclusion',
    packets: [S(0), On(300), I(60, [60, 1000, 2000])],
    rows: [[0, 300, 300, null, 300, 1000, 2000, 'NAS-Reboot']],
    also: { stop_is_guess: 1 },
  },
  {
    says: '17 a newer interim refutes our conclusion',
    packets: [S(0), On(300), I(360, [360, 1000, 2000])],
    rows: [[0, 360, null, 60, 360, 1000, 2000, null]],
    also: { stop_is_guess: 0 },
  },
  {
    says: '17 the same, the other way round',
    packets: [S(0), I(360, [360, 1000, 2000]), On(300)],
    rows: [[0, 360, null, 360, 360, 1000, 2000, null]],
  },
  {
    says: '18 a session id used again',
    packets: [S(0), X(50, [50, 10, 20]), S(1000)],
    rows: [
      [0, 50, 50, null, 50, 10, 20, user],
      [1000, 1000, null, null, 0, 0, 0, null],
    ],
  },
  {
    says: '18m a session id used again in the second of the Stop',
    packets: [S(0), X(50, [50, 10, 20]), S(50), S(50), I(110, [60, 5, 6])],
    rows: [
      [0, 50, 50, null, 50, 10, 20, user],
      [50, 110, null, 60, 60, 5, 6, null],
    ],
  },
  {
    says: '18n late packets of the session before change no newer one',
    packets: [
      S(0),
      X(50, [50, 10, 20]),
      S(50),
      X(50, [50, 10, 20]),
      I(40, [40, 9, 9]),
      S(0),
      X(90, [40, 7, 8]),
    ],
    rows: [
      [0, 50, 50, null, 50, 10, 20, user],
      [50, 90, 90, null, 40, 7, 8, user],
    ],
  },
  {
    says: '18p an interim at the Start, of a NAS that counts from before it, is no packet of a session long over',
    packets: [S(0), X(50, [50, 10, 20]), S(1000), I(1000, [5, 1, 2]), I(1060, [65, 7, 8])],
    rows: [
      [0, 50, 50, null, 50, 10, 20, user],
      [1000, 1060, null, 60, 65, 7, 8, null],
    ],
  },
  {
    says: '18o an ended session is not opened again by an interim that is late, or by its own Start',
    packets: [S(0), X(1, [1, 0, 0]), S(0), I(61, [60, 5, 6])],
    rows: [[0, 1, 1, null, 1, 0, 0, user]],
  },
  {
    says: '18b a session id used again, to the end',
    packets: [S(0), X(50, [50, 10, 20]), S(1000), X(1100, [100, 77, 88])],
    rows: [
      [0, 50, 50, null, 50, 10, 20, user],
      [1000, 1100, 1100, null, 100, 77, 88, user],
    ],
  },
  {
    says: '18c a session id used again after our conclusion',
    packets: [S(0), On(300), S(400)],
    rows: [
      [0, 300, 300, null, 300, 0, 0, 'NAS-Reboot'],
      [400, 400, null, null, 0, 0, 0, null],
    ],
  },
  ...[
    { says: 'the stop', packet: X(50, [50, 10, 20]), row: [0, 50, 50, null, 50, 10, 20, user] },
    {
      says: 'a stop of its own clock',
      packet: X(52, [50, 11, 20]),
      row: [0, 52, 52, null, 50, 11, 20, user],
    },
  ].map(({ says, packet, row }): Case => ({
    says: `18d ${says} of the first session, after the second has begun`,
    packets: [S(0), On(300), S(400), I(460, [60, 7, 8]), packet],
    rows: [row as unknown as Row, [400, 460, null, 60, 60, 7, 8, null]],
    also: { is_current: 1, stop_is_guess: 0 },
  })),
  {
    says: '18e an interim of the first session, after the second has begun',
    packets: [S(0), On(300), S(400), I(200, [200, 1000, 2000])],
    rows: [
      [0, 300, 300, null, 300, 1000, 2000, 'NAS-Reboot'],
      [400, 400, null, null, 0, 0, 0, null],
    ],
  },
  {
    says: '18f an interim that shows the first session to have lasted longer than we had concluded',
    packets: [S(0), On(300), S(400), I(350, [350, 1000, 2000])],
    rows: [
      [0, 350, 350, 50, 350, 1000, 2000, 'Lost-Carrier'],
      [400, 400, null, null, 0, 0, 0, null],
    ],
  },
  {
    says: '18g the start of the first session comes last',
    packets: [X(50, [45, 10, 20]), S(1000), S(0, connect('first'))],
    rows: [
      [0, 50, 50, null, 45, 10, 20, user],
      [1000, 1000, null, null, 0, 0, 0, null],
    ],
  },
  {
    says: '18h a session between two others, reported late',
    packets: [S(0), X(50, [50, 10, 20]), S(1000), S(500), X(600, [100, 3, 4]), X(600, [100, 3, 4])],
    rows: [
      [0, 50, 50, null, 50, 10, 20, user],
      [1000, 1000, null, null, 0, 0, 0, null],
      [500, 600, 600, null, 100, 3, 4, user],
    ],
    also: { is_current: 0, stop_is_guess: 0 },
  },
  {
    says: '18i a session id used again, and the stop of the first is lost',
    packets: [S(0), I(60, [60, 1000, 2000]), S(1000), X(1100, [100, 77, 88])],
    rows: [
      [0, 60, 60, 60, 60, 1000, 2000, 'Lost-Carrier'],
      [1000, 1100, 1100, null, 100, 77, 88, user],
    ],
  },
  {
    says: '18j the same, and the stop of the first comes in the end',
    packets: [
      S(0),
      I(60, [60, 1000, 2000]),
      S(1000),
      X(1100, [100, 77, 88]),
      X(90, [90, 1500, 3000]),
    ],
    rows: [
      [0, 90, 90, 60, 90, 1500, 3000, user],
      [1000, 1100, 1100, null, 100, 77, 88, user],
    ],
  },
  {
    says: '19 counters beyond 32 bits',
    packets: [X(120, [120, 5, 4_294_967_295], { [inGigawords]: 1, [outGigawords]: 2 })],
    rows: [[0, 120, 120, null, 120, 4_294_967_301, 12_884_901_887, user]],
  },
  {
    says: '19b counters beyond 63 bits',
    packets: [
      X(120, [120, 4_294_967_295, 4_294_967_295], {
        [inGigawords]: 4_294_967_295,
        [outGigawords]: 2_097_152,
      }),
    ],
    rows: [[0, 120, 120, null, 120, 9_223_372_036_854_775_807n, 9_007_203_549_708_287n, user]],
  },
  {
    says: '20 an interim without octets',
    packets: [S(0), I(60, [60, 1000, 2000]), I(120, null, { [time]: 120 })],
    rows: [[0, 120, null, 60, 120, 1000, 2000, null]],
  },
  {
    says: '20b a stop without octets and session time',
    packets: [S(0), I(60, [60, 1000, 2000]), X(120, null, lostCarrier)],
    rows: [[0, 120, 120, 60, 120, 1000, 2000, 'Lost-Carrier']],
  },
  {
    says: '20b the same stop, repeated',
    packets: [S(0), I(60, [60, 1000, 2000]), X(120, null, lostCarrier), X(120, null, lostCarrier)],
    rows: [[0, 120, 120, 60, 120, 1000, 2000, 'Lost-Carrier']],
  },
  {
    says: '21 a session of no time',
    packets: [S(0), X(0, [0, 0, 0])],
    rows: [[0, 0, 0, null, 0, 0, 0, user]],
  },
  { says: '22 no Acct-Status-Type', packets: [packet({ [timestamp]: epoch })], rows: [] },
  {
    says: '22b statuses that are of no session',
    packets: [15, 9, 100].map((status) => S(0, { [type.status]: status })),
    rows: [],
  },
  {
    says: '23 no User-Name',
    packets: [S(0, { [type.userName]: null })],
    rows: [[0, 0, null, null, 0, 0, 0, null]],
    also: { username: null },
  },
  {
    says: '24 the same session id on two ports',
    packets: [S(0), S(0, { [type.nasPort]: 8 })],
    rows: [
      [0, 0, null, null, 0, 0, 0, null],
      [0, 0, null, null, 0, 0, 0, null],
    ],
  },
  {
    says: '25 an address that is not repeated',
    packets: [S(0), I(60, [60, 1, 2], { [type.framedIp]: null })],
    rows: [[0, 60, null, 60, 60, 1, 2, null]],
    also: { framedipaddress: '10.0.0.5' },
  },
  {
    says: '25a values that a NAS sends in place of none do not replace known ones',
    packets: [
      S(0, {
        30: '02-00-00-00-00-01:guests',
        31: '02-00-00-00-00-02',
        77: 'CONNECT 54Mbps',
        87: 'ge-1',
      }),
      X(60, [60, 1, 2], {
        [type.framedIp]: ip('0.0.0.0'),
        30: '00-00-00-00-00-00:guests',
        31: '00:00:00:00:00:00',
        77: ' ',
        87: 'ge-1',
        168: Buffer.alloc(16),
        97: Buffer.from('0040', 'hex'),
        96: Buffer.alloc(8),
      }),
    ],
    rows: [[0, 60, 60, null, 60, 1, 2, 'User-Request']],
    also: {
      framedipaddress: '10.0.0.5',
      calledstationid: '02-00-00-00-00-01:guests',
      callingstationid: '02-00-00-00-00-02',
      connectinfo_start: 'CONNECT 54Mbps',
      connectinfo_stop: null,
      framedipv6address: null,
      framedipv6prefix: null,
      framedinterfaceid: null,
    },
  },
  {
    says: '25b an address that comes later',
    packets: [
      S(0, { [type.framedIp]: null }),
      I(60, [60, 1, 2], { [type.framedIp]: ip('10.0.0.77') }),
    ],
    rows: [[0, 60, null, 60, 60, 1, 2, null]],
    also: { framedipaddress: '10.0.0.77' },
  },
  {
    says: '25c an older address does not replace a newer one',
    packets: [I(60, [60, 1, 2], { [type.framedIp]: ip('10.0.0.77') }), S(0)],
    rows: [[0, 60, null, null, 60, 1, 2, null]],
    also: { framedipaddress: '10.0.0.77' },
  },
  {
    says: '26 a NAS that names no address is where its packets come from',
    packets: [
      S(0, { [type.nasIp]: null }),
      S(0),
      On(300, { [type.nasIp]: null, [type.nasIdentifier]: 'ap' }),
    ],
    rows: [
      [0, 300, 300, null, 300, 0, 0, 'NAS-Reboot'],
      [0, 0, null, null, 0, 0, 0, null],
    ],
  },
  {
    says: '27 the clock of the NAS was not set',
    packets: [S(0, { [timestamp]: 100 })],
    rows: [[arrival, arrival, null, null, 0, 0, 0, null]],
  },
  {
    says: '27 the clock of the NAS is more than a day ahead',
    packets: [S(arrival + 86_401)],
    rows: [[arrival, arrival, null, null, 0, 0, 0, null]],
  },
  {
    says: '27b the clock was not set, and the session lasted',
    packets: [X(0, [500, 0, 0], { [timestamp]: 100 })],
    rows: [[arrival - 500, arrival, arrival, null, 500, 0, 0, user]],
  },
  {
    says: '27b a session older than time',
    packets: [X(0, [4_294_967_295, 0, 0])],
    rows: [[-epoch, 0, 0, null, 4_294_967_295, 0, 0, user]],
  },
  {
    says: '28 no Acct-Session-Id',
    packets: [S(0, { [sessionId]: null })],
    rows: [[0, 0, null, null, 0, 0, 0, null]],
    also: { acctsessionid: '' },
  },
  {
    says: '29 a session of ours that moves to another NAS',
    packets: [
      S(0, ticket),
      X(120, [120, 1, 2], { ...ticket, [type.nasIp]: ip('192.0.2.11'), [type.nasPort]: 9 }),
    ],
    rows: [[0, 120, 120, null, 120, 1, 2, user]],
    also: { nasipaddress: '192.0.2.11' },
  },
  {
    says: '30 a name made to do harm',
    packets: [S(0, { [type.userName]: "x'; DROP TABLE radacct;--" })],
    rows: [[0, 0, null, null, 0, 0, 0, null]],
    also: { username: "x'; DROP TABLE radacct;--" },
  },
  {
    says: '31 RFC 2866 section 5.12, links of one session',
    packets: links(),
    rows: [10, 11, 12, 13].map(() => [0, 60, 60, null, 60, 1, 2, user]),
    also: { acctmultisessionid: '10' },
  },
  {
    says: '33 everything in disorder',
    packets: [
      I(180, [180, 3000, 300]),
      I(60, [60, 1000, 100]),
      S(0),
      I(120, [120, 2000, 200]),
      X(240, [240, 4000, 400]),
    ],
    rows: [[0, 240, 240, null, 240, 4000, 400, user]],
  },
  {
    says: '34 a NAS of IPv6 alone',
    packets: [
      S(0, {
        [type.nasIp]: null,
        [nasIpv6]: Buffer.from('20010db8000000000000000000000001', 'hex'),
      }),
    ],
    rows: [[0, 0, null, null, 0, 0, 0, null]],
    also: { nasipaddress: '2001:db8::1' },
  },
  { says: '35 a NAS comes up without sessions', packets: [On(0)], rows: [] },
  {
    says: '36 one NAS of two comes up',
    packets: [S(0), S(0, { [type.nasIp]: ip('192.0.2.11') }), On(300)],
    rows: [
      [0, 300, 300, null, 300, 0, 0, 'NAS-Reboot'],
      [0, 0, null, null, 0, 0, 0, null],
    ],
  },
  {
    says: '36a one radio of an access point comes up: by NAS-Identifier',
    packets: [
      S(0, { [type.nasIdentifier]: 'ap-radio0' }),
      S(0, { [type.nasIdentifier]: 'ap-radio1', [type.nasPort]: 8 }),
      On(300, { [type.nasIdentifier]: 'ap-radio0' }),
    ],
    rows: [
      [0, 300, 300, null, 300, 0, 0, 'NAS-Reboot'],
      [0, 0, null, null, 0, 0, 0, null],
    ],
  },
  {
    says: '36b one radio of an access point comes up: by BSSID, however it is spelled',
    packets: [
      S(0, { 30: '02-00-00-00-00-0A:guests' }),
      S(0, { 30: '02-00-00-00-00-0B:guests', [type.nasPort]: 8 }),
      On(300, { 30: '02:00:00:00:00:0a' }),
    ],
    rows: [
      [0, 300, 300, null, 300, 0, 0, 'NAS-Reboot'],
      [0, 0, null, null, 0, 0, 0, null],
    ],
  },
  {
    says: '36c sessions whose Called-Station-Id is no MAC address end with their NAS',
    packets: [S(0, { 30: 'hotspot1' }), On(300, { 30: '02-00-00-00-00-0A' })],
    rows: [[0, 300, 300, null, 300, 0, 0, 'NAS-Reboot']],
  },
  {
    says: '36d a NAS that states nothing more ends all of its sessions',
    packets: [S(0, { 30: '02-00-00-00-00-0A:guests', [type.nasIdentifier]: 'ap' }), On(300)],
    rows: [[0, 300, 300, null, 300, 0, 0, 'NAS-Reboot']],
  },
  {
    says: '37 a session that began after the NAS came up',
    packets: [S(301), On(300)],
    rows: [[301, 301, null, null, 0, 0, 0, null]],
  },
  {
    says: '38 the NAS comes up after the stop',
    packets: [S(0), X(60, [60, 1, 2]), On(300)],
    rows: [[0, 60, 60, null, 60, 1, 2, user]],
    also: { stop_is_guess: 0 },
  },
  {
    says: '39 counters that shrink',
    packets: [S(0), I(60, [60, 1000, 1000]), I(120, [120, 10, 10])],
    rows: [[0, 120, null, 60, 120, 10, 10, null]],
  },
  {
    says: '40 two stations with the same identifiers: each has a row of its own',
    packets: [
      S(0, a),
      S(10, b),
      I(60, [60, 100, 0], a),
      I(60, [50, 10, 0], b),
      X(90, [80, 50, 0], b),
      X(120, [120, 150, 0], a),
    ],
    rows: [
      [0, 120, 120, 60, 120, 150, 0, user],
      [10, 90, 90, 50, 80, 50, 0, user],
    ],
    also: { callingstationid: '02-00-00-00-00-0B', station: '02000000000B', is_current: 1 },
  },
  {
    says: '40a a station in other spellings is the same',
    packets: [
      S(0, a),
      I(60, [60, 100, 0], ofStation('0200.0000.000a')),
      X(120, [120, 150, 0], ofStation('02:00:00:00:00:0A')),
    ],
    rows: [[0, 120, 120, 60, 120, 150, 0, user]],
    also: { station: '' },
  },
  {
    says: '40b packets without a station are of the only session',
    packets: [S(0), I(60, [60, 100, 0], a), X(120, [120, 150, 0])],
    rows: [[0, 120, 120, 60, 120, 150, 0, user]],
    also: { callingstationid: '02-00-00-00-00-0A' },
  },
  {
    says: '40c packets without a station are of the session that was last updated',
    packets: [
      S(0, a),
      S(10, b),
      I(60, [60, 100, 0], a),
      I(70, [70, 110, 0]),
      X(90, [80, 50, 0], b),
    ],
    rows: [
      [0, 70, null, 10, 70, 110, 0, null],
      [10, 90, 90, null, 80, 50, 0, user],
    ],
  },
  {
    says: '40d the second of two stations, without a station',
    packets: [S(0, a), S(10, b), X(90, [80, 50, 0])],
    rows: [
      [0, 0, null, null, 0, 0, 0, null],
      [10, 90, 90, null, 80, 50, 0, user],
    ],
  },
  {
    says: '40e what is no MAC address may change',
    packets: [
      S(0, ofStation('198.051.100.201')),
      I(60, [60, 100, 0], ofStation('192.168.100.202')),
      X(120, [120, 150, 0], a),
    ],
    rows: [[0, 120, 120, 60, 120, 150, 0, user]],
  },
  {
    says: '40f the identifiers again for another station, and again for the first',
    packets: [
      S(0, a),
      X(60, [60, 10, 0], a),
      S(100, b),
      S(200, a),
      X(260, [60, 20, 0], a),
      X(300, [200, 30, 0], b),
    ],
    rows: [
      [0, 60, 60, null, 60, 10, 0, user],
      [100, 300, 300, null, 200, 30, 0, user],
      [200, 260, 260, null, 60, 20, 0, user],
    ],
  },
  {
    says: '40g late packets of the second station',
    packets: [
      S(0, a),
      S(0, b),
      X(60, [60, 10, 0], b),
      S(300, b),
      I(360, [60, 500, 0], b),
      I(30, [30, 5, 0], b),
      X(61, [61, 11, 0], b),
    ],
    rows: [
      [0, 0, null, null, 0, 0, 0, null],
      [0, 61, 61, null, 61, 11, 0, user],
      [300, 360, null, 60, 60, 500, 0, null],
    ],
  },
  {
    says: '40h the NAS comes up: the sessions of all stations end',
    packets: [S(0, a), S(0, b), On(300)],
    rows: [
      [0, 300, 300, null, 300, 0, 0, 'NAS-Reboot'],
      [0, 300, 300, null, 300, 0, 0, 'NAS-Reboot'],
    ],
  },
  {
    says: 'A16 the event was so long ago as the NAS has been trying',
    packets: [S(0, { [timestamp]: null, [type.delay]: 30 })],
    rows: [[arrival - 30, arrival - 30, null, null, 0, 0, 0, null]],
  },
  {
    says: 'A17 Event-Timestamp is taken as it is',
    packets: [S(0, { [type.delay]: 30 })],
    rows: [[0, 0, null, null, 0, 0, 0, null]],
  },
  {
    says: 'A17 a delay longer than time is none',
    packets: [S(0, { [timestamp]: null, [type.delay]: 4_294_967_295 })],
    rows: [[arrival, arrival, null, null, 0, 0, 0, null]],
  },
  {
    says: 'A25 a start repeated with another delay',
    packets: [S(0), S(0, { [type.delay]: 5 })],
    rows: [[0, 0, null, null, 0, 0, 0, null]],
  },
  {
    says: 'a start repeated late, without the clock of the NAS, is not a new session',
    packets: [S(arrival), X(arrival, [0, 0, 0]), S(0, { [timestamp]: null })],
    rows: [[arrival, arrival, arrival, null, 0, 0, 0, user]],
  },
  {
    says: 'A27 a cause without a name',
    packets: [X(0, [0, 0, 0], { [cause]: 4711 })],
    rows: [[0, 0, 0, null, 0, 0, 0, '4711']],
  },
  {
    says: 'a stop before the start, because the clock was set',
    packets: [S(1000), X(500, [100, 1, 2])],
    rows: [[400, 1000, 500, null, 100, 1, 2, user]],
  },
  {
    says: 'a start that a stop without session time was waiting for',
    packets: [X(120, null), S(0)],
    rows: [[0, 120, 120, null, 120, null, null, user]],
  },
];

function links(): Packet[] {
  const link = (id: number): Values => ({ [sessionId]: String(id), [multiSessionId]: '10' });
  const start = (id: number) => S(0, link(id));
  const stop = (id: number) => X(60, [60, 1, 2], link(id));
  return [start(10), start(11), stop(11), start(12), start(13), stop(12), stop(13), stop(10)];
}

/** The digits of the MAC address that a value of Calling-Station-Id or Called-Station-Id begins with. */
const digitsOf: Readonly<Record<string, string | null>> = {
  '02-00-00-00-00-0a': '02000000000A',
  '02:00:00:00:00:0A': '02000000000A',
  '0200.0000.000a': '02000000000A',
  '020000-00000a': '02000000000A',
  '02000000000A': '02000000000A',
  '02-00-00-00-00-0A:guests of the café': '02000000000A',
  '0200.0000.000A:Gäste': '02000000000A',
  '02000000000a:x': '02000000000A',
  '': null,
  '192.168.100.200': null,
  '10.0.0.1': null,
  '2001:db8::1': null,
  'lobby, port 7': null,
  '02-00-00-00-00': null,
  '02-00-00-00-00-0g': null,
};

interface Bench {
  readonly store: Store;
  readonly sessions: SessionRecorder;
  readonly clocks: NasClocks;
  organization: number;
  /** When a packet arrives; left out: at `arrival`. */
  readonly receivedAt?: Date;
}

const directory = mkdtempSync(join(tmpdir(), 'sessions-'));
const postgres = await startPostgres({ fsync: false });
const benches: readonly Bench[] = [await bench('sqlite'), await bench(postgres.url)];
tap.teardown(async () => {
  for (const { store } of benches) await store.close();
  await postgres.stop();
  rmSync(directory, { recursive: true });
});

async function bench(url: string): Promise<Bench> {
  copyBlankStore(url, directory);
  const store = await openStore(url, directory);
  const organization = await idOf(
    store.db
      .insertInto('organization')
      .values({ name: 'Hotel', short_name: 'hotel', created: 0, last_change: 0 })
      .returning('id')
      .compile(),
    store,
  );
  return { store, sessions: new SessionRecorder(store), clocks: new NasClocks(), organization };
}

async function idOf(
  insert: { readonly sql: string; readonly parameters: readonly unknown[] },
  store: Store,
): Promise<number> {
  const [written] = await store.write([insert]);
  return Number(written?.rows[0]?.['id']);
}

let clients = 0;

/** Each case has a client of its own, and so its own sessions. */
function newClient({ store, organization }: Bench): Promise<number> {
  clients += 1;
  const values = {
    organization,
    name: `nas ${clients}`,
    address: `client ${clients}`,
    secret: '',
    created: 0,
    last_change: 0,
  };
  return idOf(store.db.insertInto('aaa_client').values(values).returning('id').compile(), store);
}

/** Does with a packet what the server does with one that it has checked; returns what became of it. */

function receive(
  { store, sessions, clocks, organization, receivedAt = new Date((epoch + arrival) * 1000) }: Bench,
  client: number,
  attributes: Packet,
): Promise<string> {
  const packet = readPacket(signedPacket(secret.reveal(), { code: 4, attributes }));
  if (typeof packet === 'string') throw new Error(packet);
  const commits = new CommitMetrics({ store, metrics: new Registry() });
  const forwardQueue = { enqueueStatements: () => [] };
  const means = {
    sessions,
    clocks,
    packets: new AccountingPacketLog(store),
    commits,
    upstreams: { isEmpty: false },
    forwardQueue,
    radsecConnections: { recordSession: () => undefined },
    spool: null,
    onHeld: () => Promise.resolve(),
  };
  return createAccountingService({ ...means, dictionary: () => dictionary }).serve({
    packet,
    peer: { address: '127.0.0.1', port: 1 },
    client: {
      id: client,
      organization,
      serves: [],
      formattedServes: '',
      names: exactNames,
      nasGroup: null,
      keys: null,
      eapRules: [],
      name: 'nas',
      transport: 'udp',
      tlsName: null,
      secret,
      isNetwork: false,
      requireMessageAuthenticator: 'auto',
      limitProxyState: 'auto',
      signs: false,
    },
    receivedAt,
  });
}

function rowsOf({ store }: Bench, client: number) {
  return store.db
    .selectFrom('aaa_accounting')
    .selectAll()
    .where('client', '=', client)
    .orderBy('radacctid')
    .execute();
}

type Stored = Awaited<ReturnType<typeof rowsOf>>[number];

function brief(row: Stored): Row {
  const second = (ms: number | null) => (ms === null ? null : ms / 1000 - epoch);
  const { acctinterval, acctsessiontime, acctinputoctets, acctoutputoctets, acctterminatecause } =
    row;
  return [
    ...([
      second(row.acctstarttime),
      second(row.acctupdatetime),
      second(row.acctstoptime),
      acctinterval,
    ] as const),
    ...([acctsessiontime, acctinputoctets, acctoutputoctets, acctterminatecause] as const),
  ];
}

test('PostgreSQL: a packet reads its own session alone, although the table has no statistics yet', async (t) => {
  const [, bench] = benches;
  if (!bench) throw new Error('no PostgreSQL');
  const client = await newClient(bench);
  const updates: Statement[] = [];
  const store: Store = {
    ...bench.store,
    write: (batch) => {
      updates.push(...batch.map(compileStatement));
      return bench.store.write(batch);
    },
  };
  const noted = { ...bench, sessions: new SessionRecorder(store) };
  await receive(bench, client, S(0));
  await addOpenSessions(bench, client);
  await receive(noted, client, I(60, [60, 1000, 2000]));
  await receive(noted, client, X(120, [120, 1500, 3000]));
  const read: number[] = [];
  for (const update of updates) {
    const planned = await plannedOf(update);
    read.push(await planned.sessionsRead());
    await planned.end();
  }
  t.equal(read.length, 2);
  t.ok(Math.max(...read) <= 2, `read for an Interim-Update and for a Stop: ${read.join(', ')}`);
});

test('PostgreSQL: a plan made while there were no sessions reads the session of its packet alone', async (t) => {
  const [, bench] = benches;
  if (!bench) throw new Error('no PostgreSQL');
  const { store } = bench;
  const client = await newClient(bench);
  const statements = new Map<string, Statement>();
  const noted: Store = {
    ...store,
    write: (batch) => {
      for (const statement of batch.map(compileStatement)) statements.set(statement.sql, statement);
      return store.write(batch);
    },
  };
  const sessions = new SessionRecorder(noted);
  for (const packet of [
    S(0),
    I(60, [60, 1000, 2000]),
    X(120, [120, 1500, 3000]),
    S(300),
    X(360, [60, 10, 20]),
  ])
    await receive({ ...bench, sessions }, client, packet);
  await store.write([sql`delete from aaa_accounting`.compile(store.db)]);
  const planned: Planned[] = [];
  for (const statement of statements.values()) planned.push(await plannedOf(statement));
  t.ok(planned.length > 2, 'an open session, an Interim-Update and a Stop are written');
  await receive(bench, client, S(0));
  await addOpenSessions(bench, client);
  for (const one of planned) {
    const read = await one.sessionsRead();
    await one.end();
    t.ok(read <= 2, `${read}: ${one.text}`);
  }
});

/** Adds open sessions like the only one of a client, and no statistics of them: the server of a run has no autovacuum. */
async function addOpenSessions({ store }: Bench, client: number): Promise<void> {
  const copy = sql`
    insert into aaa_accounting (organization, client, acctsessionid, acctuniqueid, nasipaddress, acctstarttime, acctupdatetime)
    select organization, client, 'more ' || n, 'more ' || n, nasipaddress, acctstarttime, acctupdatetime
    from aaa_accounting, generate_series(1, 3000) as n where client = ${client}`;
  await store.write([copy.compile(store.db)]);
}

/** A statement with a plan for any parameters. */
interface Planned {
  readonly text: string;
  /** Runs it, and returns how many sessions it read, those included that it left out. */
  readonly sessionsRead: () => Promise<number>;
  readonly end: () => Promise<void>;
}

async function plannedOf({ sql: text, parameters }: Statement): Promise<Planned> {
  const connection = new pg.Client({ connectionString: postgres.url });
  await connection.connect();
  const execute = `execute merge (${parameters.map(literal).join(', ')})`;
  await connection.query('set plan_cache_mode = force_generic_plan');
  await connection.query(`prepare merge as ${text}`);
  await connection.query(`explain ${execute}`);
  return {
    text,
    async sessionsRead() {
      const { rows } = await connection.query<{ 'QUERY PLAN': readonly { Plan: PlanNode }[] }>(
        `explain (analyze, format json) ${execute}`,
      );
      const [planned] = rows[0]?.['QUERY PLAN'] ?? [];
      if (!planned) throw new Error('PostgreSQL shows no plan');
      return sessionsReadBy(planned.Plan);
    },
    end: () => connection.end(),
  };
}

interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Node Type': string;
  readonly Plans?: readonly PlanNode[];
}

function sessionsReadBy(node: PlanNode): number {
  const isScan = node['Relation Name'] === 'aaa_accounting' && node['Node Type'] !== 'ModifyTable';
  const rows = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0);
  const below = (node.Plans ?? []).map(sessionsReadBy).reduce((sum, some) => sum + some, 0);
  return below + (isScan ? rows * node['Actual Loops'] : 0);
}

function literal(value: unknown): string {
  if (value === null) return 'null';
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`;
  if (typeof value === 'string') return pg.escapeLiteral(value);
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  throw new Error(`no literal of a ${typeof value}`);
}

for (const bench of benches) {
  const { engine } = bench.store;
  for (const { says, packets, rows, also } of cases) {
    test(`${engine}: ${says}`, async (t) => {
      const client = await newClient(bench);
      for (const packet of packets)
        t.match(await receive(bench, client, packet), /recorded|ignored/, 'is answered');
      const stored = await rowsOf(bench, client);
      t.strictSame(stored.map(brief), rows);
      if (also) t.match(stored.at(-1), also);
    });
  }

  test(`${engine}: the digits of a MAC address, by the store and by the gateway`, async (t) => {
    for (const [value, digits] of Object.entries(digitsOf)) {
      const query = sql<{
        digits: string | null;
      }>`select ${macDigitsSql(sql`cast(${value} as text)`)} as digits`;
      const { rows } = await query.execute(bench.store.db);
      t.strictSame([rows[0]?.digits, macDigits(value)], [digits, digits], value);
    }
  });

  test(`${engine}: 32 twenty identical starts at once leave one row`, async (t) => {
    const client = await newClient(bench);
    const results = await Promise.all(
      Array.from({ length: 20 }, () => receive(bench, client, S(0))),
    );
    t.strictSame(new Set(results), new Set(['recorded']));
    t.strictSame((await rowsOf(bench, client)).map(brief), [[0, 0, null, null, 0, 0, 0, null]]);
  });

  test(`${engine}: stations with the same identifiers that start and stop at once, by two gateways`, async (t) => {
    const client = await newClient(bench);
    const gateways = [bench, { ...bench, sessions: new SessionRecorder(bench.store) }];
    const stations = Array.from({ length: 8 }, (_, at) => ofStation(`02-00-00-00-00-1${at}`));
    const sentTwice = (packetOf: (station: Values, at: number) => Packet) =>
      Promise.all(
        gateways.flatMap((gateway) =>
          stations.map((station, at) => receive(gateway, client, packetOf(station, at))),
        ),
      );
    await sentTwice((station) => S(0, station));
    await sentTwice((station, at) => X(60, [60, 100 + at, 0], station));
    const stored = await rowsOf(bench, client);
    t.strictSame(
      stored.map(({ acctinputoctets }) => acctinputoctets).toSorted(),
      stations.map((_, at) => 100 + at),
    );
    t.equal(new Set(stored.map(({ callingstationid }) => callingstationid)).size, 8);
    t.equal(new Set(stored.map(({ acctuniqueid }) => acctuniqueid)).size, 1);
  });

  test(`${engine}: whatever order the packets of two stations arrive in, both rows end the same`, async (t) => {
    const packets = [S(0, a), X(60, [60, 100, 1], a), S(0, b), X(90, [90, 50, 2], b)];
    for (const order of permutations(packets)) {
      const client = await newClient(bench);
      for (const packet of order) await receive(bench, client, packet);
      const ended = (await rowsOf(bench, client)).map(brief);
      t.strictSame(
        ended.toSorted(([, one], [, other]) => Number(one) - Number(other)),
        [
          [0, 60, 60, null, 60, 100, 1, user],
          [0, 90, 90, null, 90, 50, 2, user],
        ],
      );
    }
  });

  test(`${engine}: whatever order the packets of a session arrive in, the row ends the same`, async (t) => {
    const packets = [
      S(0),
      I(60, [60, 1000, 2000]),
      I(120, [120, 1500, 3000]),
      X(180, [180, 2000, 4000]),
    ];
    for (const order of permutations(packets)) {
      const client = await newClient(bench);
      for (const packet of order) await receive(bench, client, packet);
      const [[start, update, stop, , ...rest] = []] = (await rowsOf(bench, client)).map(brief);
      t.strictSame([start, update, stop, ...rest], [0, 180, 180, 180, 2000, 4000, user]);
    }
  });

  test(`${engine}: an interval is whole seconds, although a packet without Event-Timestamp came between two`, async (t) => {
    const client = await newClient(bench);
    await receive(bench, client, S(0));
    const receivedAt = new Date(epoch * 1000 + 61_640);
    const interim = I(61, [60, 1000, 2000], { [timestamp]: null });
    await receive({ ...bench, receivedAt }, client, interim);
    const [row] = await rowsOf(bench, client);
    t.strictSame(row?.acctinterval, 61);
    t.strictSame(row?.acctupdatetime, receivedAt.getTime());
  });

  test(`${engine}: a copy of a Start that another gateway held back opens no session after the Stop`, async (t) => {
    const client = await newClient(bench);
    const at = (second: number) => ({ ...bench, receivedAt: new Date((epoch + second) * 1000) });
    const start = packet({ [type.status]: 1 });
    const stop = (seconds: number) =>
      packet({ [type.status]: 2, ...usage([seconds, 10, 20]), [cause]: 1 });
    await receive(at(0), client, start);
    await receive(at(60), client, stop(60));
    await receive(at(90), client, start);
    const [first, ...ghosts] = (await rowsOf(bench, client)).map(brief);
    t.strictSame(ghosts, []);
    t.strictSame(first, [0, 60, 60, null, 60, 10, 20, user]);
    // Within a second a NAS may begin anew under the same identifier: with another Identifier it is another packet.
    await receive(at(91), client, packet({ [type.status]: 1, [connectInfo]: '2' }));
    t.equal((await rowsOf(bench, client)).length, 2);
    await receive(
      at(151),
      client,
      packet({ [type.status]: 2, ...usage([60, 1, 2]), [cause]: 1, [connectInfo]: '2' }),
    );
    await receive(at(152), client, start);
    t.equal((await rowsOf(bench, client)).length, 2, 'nor after a later session');
    // A NAS that starts anew may repeat itself, octet for octet.
    await receive(at(7200), client, start);
    t.equal((await rowsOf(bench, client)).length, 3);
  });

  test(`${engine}: the same session of two clients is two sessions`, async (t) => {
    const [one, other] = [await newClient(bench), await newClient(bench)];
    await receive(bench, one, S(0));
    await receive(bench, other, X(50, [50, 1, 2]));
    t.strictSame((await rowsOf(bench, one)).map(brief), [[0, 0, null, null, 0, 0, 0, null]]);
  });

  test(`${engine}: a NAS that comes up ends no session of another client`, async (t) => {
    const [one, other] = [await newClient(bench), await newClient(bench)];
    await receive(bench, one, S(0));
    await receive(bench, other, On(300));
    t.strictSame((await rowsOf(bench, one)).map(brief), [[0, 0, null, null, 0, 0, 0, null]]);
  });

  test(`${engine}: a row has all that the packets have`, async (t) => {
    const client = await newClient(bench);
    const vendor = Buffer.from('0001869f0104abcd', 'hex');
    const start = S(0, {
      [type.userName]: 'alice@example.net',
      [multiSessionId]: 'M1',
      [type.nasIdentifier]: 'ap-lobby',
      [87]: 'ge-0/0/1',
      [6]: 2,
      [7]: 1,
      [61]: 19,
      [45]: 1,
      [30]: 'AA-BB:guest',
      [31]: Buffer.from('610062', 'hex'),
      [type.class]: Buffer.from('c0ffee', 'hex'),
      [26]: vendor,
      [connectInfo]: 'CONNECT',
      [2]: 'never kept',
    });
    await receive(bench, client, start);
    const [row] = await rowsOf(bench, client);
    t.match(row, {
      username: 'alice@example.net',
      realm: 'example.net',
      acctsessionid: 'S01',
      acctmultisessionid: 'M1',
      nasipaddress: '192.0.2.10',
      nasidentifier: 'ap-lobby',
      nasportid: 'ge-0/0/1',
      nasporttype: 'Wireless-802.11',
      servicetype: 'Framed-User',
      framedprotocol: 'PPP',
      acctauthentic: 'RADIUS',
      framedipaddress: '10.0.0.5',
      calledstationid: 'AA-BB:guest',
      callingstationid: 'a\\x00b',
      class: '\\xc0\\xff\\xee',
      connectinfo_start: 'CONNECT',
    });
    const kept = Buffer.from(row?.attributes ?? []);
    t.ok(kept.includes(vendor), 'vendor attributes are kept');
    t.notOk(kept.includes('never kept'), 'a password is not');
  });

  test(`${engine}: the key of a session is FreeRADIUS' Acct-Unique-Session-Id`, async (t) => {
    const client = await newClient(bench);
    await receive(bench, client, S(0));
    t.equal((await rowsOf(bench, client))[0]?.acctuniqueid, '97b696b3b951f2885dd16831a6032772');
  });

  test(`${engine}: a user of the client's organization is found by name, also one who is created later`, async (t) => {
    const client = await newClient(bench);
    await receive(bench, client, S(0, { [type.userName]: 'bob' }));
    t.equal((await rowsOf(bench, client))[0]?.user, null);
    const values = {
      organization: bench.organization,
      username: 'bob',
      role: 'user',
      created: 0,
      last_change: 0,
    };
    const bob = await idOf(
      bench.store.db.insertInto('user').values(values).returning('id').compile(),
      bench.store,
    );
    await receive(bench, client, I(60, [60, 1, 2], { [type.userName]: 'bob' }));
    t.equal((await rowsOf(bench, client))[0]?.user, bob);
  });

  test(`${engine}: no column is negative, whatever was sent`, async (t) => {
    const client = await newClient(bench);
    const extremes = [0, 1, 2_147_483_648, 4_294_967_295];
    for (const [position, extreme] of extremes.entries()) {
      const values = {
        [sessionId]: `S${position}`,
        [inGigawords]: extreme,
        [outGigawords]: extreme,
        [type.delay]: extreme,
        [timestamp]: extreme,
      };
      for (const packet of [
        I(0, [extreme, extreme, extreme], values),
        X(0, [extreme, extreme, extreme], values),
        S(0, values),
      ])
        await receive(bench, client, packet);
    }
    for (const row of await rowsOf(bench, client)) {
      const {
        acctstarttime,
        acctupdatetime,
        acctstoptime,
        acctinterval,
        acctsessiontime,
        acctinputoctets,
        acctoutputoctets,
      } = row;
      for (const value of [
        acctstarttime,
        acctupdatetime,
        acctstoptime,
        acctinterval,
        acctsessiontime,
        acctinputoctets,
        acctoutputoctets,
      ])
        t.ok((value ?? 0) >= 0, String(value));
    }
  });
}

function permutations<T>(list: readonly T[]): T[][] {
  if (list.length < 2) return [[...list]];
  return list.flatMap((first, position) =>
    permutations(list.toSpliced(position, 1)).map((rest) => [first, ...rest]),
  );
}
