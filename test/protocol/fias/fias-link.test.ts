import tap, { test } from 'tap';
import { FiasLink } from '../../../src/protocol/fias/fias-link.ts';
import {
  encodeFiasRecord,
  FiasReader,
  fiasStamp,
  parseFiasDate,
  type FiasRecord,
} from '../../../src/protocol/fias/fias-record.ts';
import { ManualClock } from '../../manual-clock.ts';
import { startFakePms } from '../../peers/fake-pms.ts';

/* Links to a hotel system (Oracle Hospitality, FIAS Interface Specification 2.20). */

const pms = await startFakePms();
tap.teardown(() => pms.stop());

/** Opens a link, and keeps what it reports. */
function openLink() {
  const clock = new ManualClock();
  const records: FiasRecord[] = [];
  let alive: () => void = () => undefined;
  let ended: (reason: string) => void = () => undefined;
  const ends: string[] = [];
  const isAlive = new Promise<void>((resolve) => (alive = resolve));
  const end = new Promise<string>((resolve) => (ended = resolve));
  let heard: () => void = () => undefined;
  const link = FiasLink.open(
    { address: '127.0.0.1', port: pms.port, encoding: 'utf-8' },
    {
      onAlive: alive,
      onRecords(arrived) {
        records.push(...arrived);
        heard();
        return Promise.resolve();
      },
      onEnd(reason) {
        ends.push(reason);
        ended(reason);
      },
    },
    { clock, stamp: () => ({ DA: '261128', TI: '074500' }), posts: true },
  );
  const until = (count: number) =>
    new Promise<void>((resolve) => {
      heard = () => {
        if (records.length >= count) resolve();
      };
      heard();
    });
  return { link, records, isAlive, end, ends, until, clock };
}

test('a link is started, described and confirmed, and brings the records of guests in their order', async (t) => {
  pms.guests = [{ room: '101', reservation: '7', name: 'Müller', departure: '261201' }];
  const { link, records, isAlive, until } = openLink();
  t.throws(() => {
    link.send({ id: 'DR', fields: {} });
  }, /not alive/);
  await isAlive;
  t.match(pms.received.slice(0, 2).sort(), [
    'LD|DA261128|TI074500|V#1.0|IFWW|',
    'LS|DA261128|TI074500|',
  ]);
  for (const described of [
    'LR|RIGI|FLRNG#GSGNGFGLGAGDNPSF|',
    'LR|RIGO|FLRNG#GSSF|',
    'LR|RIPS|FLRNG#PTTACTP#DATI|',
    'LR|RIPA|FLRNASP#CTDATI|',
  ])
    t.ok(pms.received.includes(described), described);
  link.send({ id: 'DR', fields: link.stamp() });
  await until(3);
  t.same(
    records.map(({ id }) => id),
    ['DS', 'GI', 'DE'],
  );
  t.match(records[1]?.fields, { RN: '101', 'G#': '7', GN: 'Müller', GD: '261201', SF: '' });
  link.close();
  await pms.heard(/^LE\|/);
});

test('a silent link is asked whether it is alive, and given up when it does not answer', async (t) => {
  const { isAlive, end, clock, link } = openLink();
  await isAlive;
  const asked = pms.received.filter((record) => record.startsWith('LA|')).length;
  await clock.advance(31_000);
  await pms.heard(/^LA\|/, asked + 1);
  pms.confirms = false;
  await clock.advance(120_000);
  pms.confirms = true;
  t.match(await end, /silent for 90 s/);
  t.notOk(link.isAlive);
});

test('a link that is not confirmed, not answered, ended or reset says why it has ended', async (t) => {
  pms.confirms = false;
  const unconfirmed = openLink();
  await pms.heard(/^LA\|/, pms.received.filter((one) => one.startsWith('LA|')).length + 1);
  await unconfirmed.clock.advance(60_000);
  t.match(await unconfirmed.end, /has not confirmed the link within 60 s/);
  pms.confirms = true;
  const ended = openLink();
  await ended.isAlive;
  pms.send('GO|RN5|G#9|\u0003\u0002LE|');
  t.match(await ended.end, /has ended the link/);
  t.match(ended.records, [{ id: 'GO' }], 'what came before is not lost');
  const reset = openLink();
  await reset.isAlive;
  pms.drop();
  t.match(await reset.end, /ECONNRESET|closed the connection/);
  await pms.stop();
  t.match(await openLink().end, /ECONNREFUSED/);
  await pms.start();
});

test('records arrive in pieces, in both encodings, and what is no record is skipped', (t) => {
  const reader = new FiasReader('windows-1252');
  const octets = Buffer.concat([
    Buffer.from('noise'),
    encodeFiasRecord({ id: 'GI', fields: { GN: 'Žižka|\u0003é', RN: '1' } }, 'windows-1252'),
    Buffer.from([0x41, 2, 3, 2, 0x78, 3]),
    encodeFiasRecord({ id: 'GO', fields: { RN: '2' } }, 'utf-8'),
  ]);
  const found = [...octets].flatMap((octet) => reader.read(Buffer.from([octet])));
  t.same(found, [
    { id: 'GI', fields: { GN: '?i?ka  é', RN: '1' } },
    { id: 'GO', fields: { RN: '2' } },
  ]);
  t.throws(() => reader.read(Buffer.from(`\u0002${'x'.repeat(9_000)}`)), /more than 8192 octets/);
  t.same(['261201', '260230', '', undefined, 'tomorrow'].map(parseFiasDate), [
    '2026-12-01',
    null,
    null,
    null,
    null,
  ]);
  t.same(fiasStamp(new Date('2026-11-28T23:30:05Z'), 'Europe/Prague'), {
    DA: '261129',
    TI: '003005',
  });
  t.end();
});

test('what is no record is ignored, and closing a link ends it once', async (t) => {
  const { records, isAlive, ends, link, until } = openLink();
  await isAlive;
  pms.send('HELLO');
  pms.send('GO|RN7|');
  await until(1);
  t.same(records, [{ id: 'GO', fields: { RN: '7' } }]);
  const goodbyes = pms.received.filter((record) => record.startsWith('LE|')).length;
  link.close();
  link.close();
  await pms.heard(/^LE\|/, goodbyes + 1);
  await pms.gone();
  t.same(ends, ['closed']);
  t.equal(pms.received.filter((record) => record.startsWith('LE|')).length, goodbyes + 1);
});
