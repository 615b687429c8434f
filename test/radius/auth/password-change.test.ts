import { execFileSync } from 'node:child_process';
import tap, { test } from 'tap';
import type { Site } from '../fixture.ts';
import { addSubscriber, logIn, password, startOnBothEngines } from './two-engines.ts';

/* The change of a password by MS-CHAPv2. OpenSSL computes what the peer sends. */

const { sites, stop } = await startOnBothEngines();
tap.teardown(stop);

const legacy = ['-provider', 'legacy', '-provider', 'default'];

function openssl(args: readonly string[], input: Buffer): Buffer {
  return execFileSync('openssl', args, { input });
}

const ntHash = (text: string) =>
  openssl(['dgst', '-md4', '-binary', ...legacy], Buffer.from(text, 'utf16le'));
const sha1 = (...parts: readonly Buffer[]) =>
  openssl(['dgst', '-sha1', '-binary'], Buffer.concat(parts));
const rc4 = (key: Buffer, octets: Buffer) =>
  openssl(['enc', '-rc4', '-K', key.toString('hex'), ...legacy], octets);

/** Encrypts 8 octets with DES; the key of 7 octets gets its parity bits. */
function des(key: Buffer, block: Buffer): Buffer {
  const bits = [...key].map((octet) => octet.toString(2).padStart(8, '0')).join('');
  const octets = Array.from({ length: 8 }, (_, at) =>
    parseInt(`${bits.slice(7 * at, 7 * at + 7)}0`, 2),
  );
  const hex = Buffer.from(octets).toString('hex');
  return openssl(['enc', '-des-ecb', '-nopad', '-K', hex, ...legacy], block);
}

const part = (octets: Buffer, at: number, size: number) => octets.subarray(at, at + size);
const authChallenge = Buffer.from('5B5D7C7D7B3F2F3E3C2C602132262628', 'hex');
const peerChallenge = Buffer.from('21402324255E262A28295F2B3A337C7E', 'hex');

interface Change {
  readonly username: string;
  readonly former: string;
  readonly chosen: string;
}

/** Returns the attributes of a change (RFC 2548 sections 2.1.7 and 2.3.4, RFC 2759 section 7). */
function changeOf({ username, former, chosen }: Change): string {
  const [formerHash, chosenHash] = [ntHash(former), ntHash(chosen)];
  const text = Buffer.from(chosen, 'utf16le');
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  const clear = Buffer.concat([Buffer.alloc(512 - text.length, 0x5a), text, length]);
  const encrypted = rc4(formerHash, clear);
  const encryptedHash = Buffer.concat(
    [0, 1].map((half) => des(part(chosenHash, 7 * half, 7), part(formerHash, 8 * half, 8))),
  );
  const challenge = part(sha1(peerChallenge, authChallenge, Buffer.from(username)), 0, 8);
  const padded = Buffer.concat([chosenHash, Buffer.alloc(5)]);
  const response = Buffer.concat([0, 7, 14].map((at) => des(part(padded, at, 7), challenge)));
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
