import tap, { test } from 'tap';
import { passwordChange, peerChallenge, type Change } from '../../peers/ms-chap-change.ts';
import type { Site } from '../fixture.ts';
import { addSubscriber, logIn, password, startOnBothEngines } from './two-engines.ts';

/* The change of a password by MS-CHAPv2. OpenSSL computes what the peer sends. */

const { sites, stop } = await startOnBothEngines();
tap.teardown(stop);

const part = (octets: Buffer, at: number, size: number) => octets.subarray(at, at + size);
const authChallenge = Buffer.from('5B5D7C7D7B3F2F3E3C2C602132262628', 'hex');

/** Returns the attributes of a change (RFC 2548 sections 2.1.7 and 2.3.4, RFC 2759 section 7). */
function changeOf(about: Omit<Change, 'challenge'>): string {
  const { username } = about;
  const { encrypted, encryptedHash, response } = passwordChange({
    ...about,
    challenge: authChallenge,
  });
  const reserved = Buffer.alloc(8);
  const change = [
    Buffer.from([7, 9]),
    encryptedHash,
    peerChallenge,
    reserved,
    response,
    Buffer.alloc(2),
  ];
  const fragments = [0, 1, 2].map((at) => part(encrypted, 172 * at, 172).toString('hex'));
  return [
    `User-Name=${username}`,
    `MS-CHAP-Challenge=0x${authChallenge.toString('hex')}`,
    `MS-CHAP2-CPW=0x${Buffer.concat(change).toString('hex')}`,
    ...fragments.map((hex, at) => `MS-CHAP-NT-Enc-PW=0x0609000${at}${hex}`),
  ].join('\n');
}

const stored = ({ store }: Site, username: string) =>
  store.db
    .selectFrom('user')
    .select(['must_change_password', 'last_change'])
    .where('username', '=', username)
    .executeTakeFirstOrThrow();

const by = (username: string, text: string, attribute = 'MS-CHAP-Password') =>
  `User-Name=${username}\n${attribute}="${text}"`;
const msChapV2 = `User-Name=User
MS-CHAP-Challenge=0x${authChallenge.toString('hex')}
MS-CHAP2-Response=0x07002140232425 5E262A28295F2B3A337C7E000000000000000082309ECD8D708B5EA08FAA3981CD83544233114A3D85D6DF`.replace(
  ' ',
  '',
);

for (const [engine, site] of Object.entries(sites))
  test(`${engine}: MS-CHAPv2 asks for a new password and stores it`, async (t) => {
    const chosen = 'neues Wort für 2027 ✓';
    await addSubscriber(site, 'User', { isReversible: true, must_change_password: 1 });
    const change = { username: 'User', former: password, chosen };
    t.match(await logIn(site, msChapV2), /MS-CHAP-Error = "\\007E=648 R=0 C=/);
    t.match(await logIn(site, changeOf({ ...change, former: 'wrong' })), /E=691/);
    t.match(await stored(site, 'User'), { must_change_password: 1 });
    const changed = await logIn(site, changeOf(change));
    t.match(changed, /^Received Access-Accept/);
    t.match(changed, /MS-CHAP2-Success = 0x09533d/, 'with the ident of the change');
    t.match(changed, /MS-MPPE-Send-Key/);
    const row = await stored(site, 'User');
    t.equal(row.must_change_password, 0);
    t.ok(row.last_change > 0);
    for (const method of ['MS-CHAP-Password', 'CHAP-Password', 'User-Password']) {
      t.match(await logIn(site, by('User', chosen, method)), /^Received Access-Accept/, method);
      t.match(await logIn(site, by('User', password, method)), /^Received Access-Reject/, method);
    }
    const again = { username: 'User', former: chosen, chosen: 'another' };
    t.match(await logIn(site, changeOf(again)), /E=709/, 'it has not to be changed again');
    const malformed = changeOf(again).replace(/MS-CHAP-NT-Enc-PW=.*$/, '');
    t.match(await logIn(site, malformed), /^Received Access-Reject/);
  });

test('a password of which only a hash is stored cannot be changed', async (t) => {
  const site = sites.sqlite;
  await addSubscriber(site, 'hashed', { must_change_password: 1 });
  const change = { username: 'hashed', former: password, chosen: 'another' };
  t.match(await logIn(site, changeOf(change)), /^Received Access-Reject/);
  t.match(await stored(site, 'hashed'), { must_change_password: 1, last_change: 0 });
});
