import { randomBytes } from 'node:crypto';
import { test } from 'tap';
import { Secret } from '../../src/contract/secret.ts';
import { checkOfHandshake } from '../../src/protocol/eapol/four-way-handshake.ts';
import { deriveMasterKey } from '../../src/protocol/eapol/pairwise-master-key.ts';
import { masterKeyOf, secondMessage, type Station } from './eapol-station.ts';

const station: Station = {
  passphrase: 'tozu-mika-relo-pida',
  ssid: 'Hotel',
  mac: '02005e000031',
  radio: '02005e0000aa',
  nonce: randomBytes(32),
  radioNonce: randomBytes(32),
};

function reportOf(frame: Buffer, more = {}) {
  return {
    authenticator: Buffer.from(station.radio, 'hex'),
    supplicant: Buffer.from(station.mac, 'hex'),
    authenticatorNonce: station.radioNonce,
    frame,
    ...more,
  };
}

test('a passphrase has the master keys of IEEE 802.11-2020 annex J.4.2', async (t) => {
  for (const [passphrase, ssid, key] of [
    ['password', 'IEEE', 'f42c6fc52df0ebef9ebb4b90b38a5f902e83fe1b135a70e23aed762e9710a12e'],
    [
      'ThisIsAPassword',
      'ThisIsASSID',
      '0dc0d6eb90555ed6419756b9a15ec3e3209b63df707dd508d14581f8982721af',
    ],
  ] as const)
    t.equal((await deriveMasterKey(new Secret(passphrase), ssid)).toString('hex'), key);
});

test('a handshake fits the key that it was made with, and no other one', (t) => {
  const fits = checkOfHandshake(reportOf(secondMessage(station)));
  if (typeof fits === 'string') throw new Error(fits);
  t.equal(fits(masterKeyOf(station)), true);
  t.equal(fits(masterKeyOf({ ...station, passphrase: 'tozu-mika-relo-pido' })), false);
  t.equal(fits(masterKeyOf({ ...station, ssid: 'Motel' })), false);
  const padded = Buffer.concat([secondMessage(station), Buffer.alloc(7)]);
  const trailed = checkOfHandshake(reportOf(padded));
  t.equal(typeof trailed === 'string' ? trailed : trailed(masterKeyOf(station)), true, 'padding');
  const other = checkOfHandshake(reportOf(secondMessage(station), { supplicant: randomBytes(6) }));
  t.equal(typeof other === 'string' ? other : other(masterKeyOf(station)), false);
  t.end();
});

test('what is no handshake is refused with its reason, and no altered frame throws', (t) => {
  const frame = secondMessage(station);
  const reasonOf = (altered: Buffer, more = {}) => {
    const fits = checkOfHandshake(reportOf(altered, more));
    return typeof fits === 'string' ? fits : fits(masterKeyOf(station));
  };
  t.match(reasonOf(frame, { supplicant: Buffer.alloc(0) }), /address/);
  t.match(reasonOf(frame, { authenticatorNonce: Buffer.alloc(31) }), /31 octets/);
  t.match(reasonOf(frame.subarray(0, 98)), /not the second message/);
  t.match(reasonOf(frame.subarray(0, -1)), /not the second message/, 'cut off');
  t.match(reasonOf(secondMessage(station, 3)), /version 3 is not supported/);
  for (let at = 0; at < frame.length; at += 1) {
    const altered = Buffer.from(frame);
    altered[at] = (altered[at] ?? 0) ^ 0x5a;
    t.not(reasonOf(altered), true, `octet ${at}`);
  }
  t.end();
});
