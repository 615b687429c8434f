import { test } from 'tap';
import type { LoginDecision, RejectKind } from '../../../src/aaa/policy/login-decision.ts';
import { Secret } from '../../../src/contract/secret.ts';
import { mschapv2Code } from '../../../src/protocol/eap/mschapv2-packet.ts';
import type { PeerLogin } from '../../../src/radius/eap/eap-method.ts';
import { MsChapV2Exchange } from '../../../src/radius/eap/mschapv2-exchange.ts';
import { passwordChange, peerChallenge } from '../../peers/ms-chap-change.ts';

/* EAP-MSCHAPv2 of a peer whose password has to be changed: eapol_test cannot be given a new one. */

const former = new Secret('the former one');
const chosen = 'the new one ✓';
const rejected = (kind: RejectKind) => ({ isAccepted: false, kind }) as LoginDecision;

/** Decides as the policy does over a user that has to change its password. */
function authenticate({ presented: { credential } }: PeerLogin) {
  const opened = credential.kind === 'challenge' ? credential.openNewPassword?.(former) : null;
  const decision = opened
    ? ({ isAccepted: true, newPassword: opened, cleartextPassword: opened } as LoginDecision)
    : rejected(opened === null ? 'wrong_credential' : 'password_expired');
  return Promise.resolve({ decision, resumable: null, certificate: null, request: {} as never });
}

/** Leads the exchange to its question for a new password. @returns the challenge in it */
async function asked(exchange: MsChapV2Exchange) {
  const identifier = exchange.start().readUInt8(1);
  const response = Buffer.alloc(54);
  response.set([mschapv2Code.response, identifier, 0, 58, 49]);
  const step = await exchange.respond(Buffer.concat([response, Buffer.from('User')]), authenticate);
  const text = 'send' in step ? step.send.toString('latin1', 4) : '';
  return Buffer.from(/^E=648 R=0 C=([0-9A-F]{32}) V=3$/.exec(text)?.[1] ?? '', 'hex');
}

function changeTo(password: string, challenge: Buffer): Buffer {
  const about = { username: 'User', former: former.reveal(), chosen: password, challenge };
  const { encrypted, encryptedHash, response } = passwordChange(about);
  return Buffer.concat([
    Buffer.from([mschapv2Code.change, 77, 2, 74]),
    encrypted,
    encryptedHash,
    peerChallenge,
    Buffer.alloc(8),
    response,
    Buffer.alloc(2),
  ]);
}

test('a peer answers the error 648 by a new password, which is proved and accepted', async (t) => {
  const exchange = new MsChapV2Exchange(Buffer.from('User'));
  const step = await exchange.respond(changeTo(chosen, await asked(exchange)), authenticate);
  t.match('send' in step && step.send.toString('latin1'), /^\x03M\0.S=[0-9A-F]{40} M=OK$/);
  const end = await exchange.respond(Buffer.from([mschapv2Code.success]), authenticate);
  const decision = 'login' in end ? end.login.decision : null;
  const accepted = decision?.isAccepted && 'newPassword' in decision ? decision : null;
  t.equal(accepted?.newPassword?.reveal(), chosen);
});

test('a change for another challenge, or a malformed one, is refused', async (t) => {
  const exchange = new MsChapV2Exchange(Buffer.from('User'));
  await asked(exchange);
  const step = await exchange.respond(changeTo(chosen, Buffer.alloc(16)), authenticate);
  t.match('send' in step && step.send.toString('latin1'), /^\x04M\0.E=691 /);
  const other = new MsChapV2Exchange(Buffer.from('User'));
  const whole = changeTo(chosen, await asked(other));
  t.match(await other.respond(whole.subarray(0, -1), authenticate), {
    fault: 'the change of the password is malformed',
  });
});
