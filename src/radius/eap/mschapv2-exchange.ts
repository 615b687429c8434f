import { randomBytes, randomInt } from 'node:crypto';
import { hostname } from 'node:os';
import {
  encodeChallenge,
  encodeResult,
  mschapv2Code,
  readChallengeResponse,
  readPasswordChange,
} from '../../protocol/eap/mschapv2-packet.ts';
import {
  authenticatorResponse,
  readMsChapV2,
  type MsChapResponse,
} from '../../protocol/radius/ms-chap.ts';
import { openNewPassword, readMsChapChange } from '../../protocol/radius/ms-chap-change.ts';
import { msChapErrorOf } from '../auth/access-reject.ts';
import { readMsChapCredential } from '../auth/access-request.ts';
import { carriedMsChap } from '../auth/carried-credential.ts';
import type { DecidedLogin, Round } from './eap-method.ts';

/** What follows a packet of EAP-MSCHAPv2: a further one, or the end. */
export type ExchangeStep =
  { readonly send: Buffer } | { readonly login: DecidedLogin } | { readonly fault: string };

/** EAP-MSCHAPv2 inside of a tunnel: a challenge, a response, and a result that the peer acknowledges. */
export class MsChapV2Exchange {
  readonly #username: Buffer;
  readonly #challenge = randomBytes(16);
  #identifier = randomInt(256);
  #login: DecidedLogin | null = null;
  /** What a change of the password answers; null: none is asked for. */
  #change: { readonly challenge: Buffer; readonly name: string } | null = null;

  /** @param username  the identity inside of the tunnel */
  constructor(username: Buffer) {
    this.#username = username;
  }

  /** Returns the first request. */
  start(): Buffer {
    return encodeChallenge(this.#identifier, this.#challenge, hostname());
  }

  async respond(data: Buffer, authenticate: Round['authenticate']): Promise<ExchangeStep> {
    if (this.#change && data[0] === mschapv2Code.change)
      return this.#changePassword(data, this.#change, authenticate);
    if (this.#login) return this.#acknowledge(data, this.#login);
    const read = readChallengeResponse(data);
    const response =
      read?.identifier === this.#identifier &&
      readMsChapV2({ challenge: this.#challenge, response: read.response }, read.name);
    if (!response) return { fault: 'the response of EAP-MSCHAPv2 is malformed' };
    const login = await authenticate({
      username: this.#username,
      presented: readMsChapCredential('MS-CHAPv2', response),
      carried: carriedMsChap(2, { challenge: this.#challenge, response: read.response }),
    });
    return login === 'unreadable' ? unreadable : this.#decide(login, response, read.name);
  }

  /** A peer whose password has to be changed answers by a new one (draft-kamath-pppext-eap-mschapv2-02 section 2.7). */
  async #changePassword(
    data: Buffer,
    { challenge, name }: { readonly challenge: Buffer; readonly name: string },
    authenticate: Round['authenticate'],
  ): Promise<ExchangeStep> {
    this.#change = null;
    const read = readPasswordChange(data);
    const change =
      read &&
      readMsChapChange(
        { challenge, change: read.change, fragments: [read.encryptedPassword] },
        name,
      );
    if (!change) return { fault: 'the change of the password is malformed' };
    this.#identifier = read.identifier;
    const presented = readMsChapCredential('MS-CHAPv2', change, (former) =>
      openNewPassword(change, former),
    );
    const login = await authenticate({ username: this.#username, presented });
    return login === 'unreadable' ? unreadable : this.#decide(login, change, name);
  }

  /** Sends the result, which the peer acknowledges. */
  #decide(login: DecidedLogin, response: MsChapResponse, name: string): ExchangeStep {
    const { decision } = login;
    if (!decision.isAccepted) {
      this.#login = login;
      const challenge = randomBytes(16);
      const kind = 'reply' in decision ? null : decision.kind;
      if (kind === 'password_expired') this.#change = { challenge, name };
      const error = msChapErrorOf(kind);
      const text = `E=${error} R=0 C=${challenge.toString('hex').toUpperCase()} V=3`;
      return { send: this.#result(mschapv2Code.failure, text) };
    }
    const proof = proofOf(decision, response);
    if (proof === null) return { fault: noProof(decision) };
    this.#login = login;
    return { send: this.#result(mschapv2Code.success, `${proof} M=OK`) };
  }

  /** The peer acknowledges a success only if the proof of the gateway is right. */
  #acknowledge(data: Buffer, login: DecidedLogin): ExchangeStep {
    if (!login.decision.isAccepted || data[0] === mschapv2Code.success) return { login };
    return { fault: 'the device does not accept that the gateway knows the password' };
  }

  #result(code: Parameters<typeof encodeResult>[0], message: string): Buffer {
    return encodeResult(code, this.#identifier, message);
  }
}

type Decision = DecidedLogin['decision'];

/** Returns what proves to the device that the password is known, as MS-CHAPv2 wants it after an accept; null: nothing does. */
export function proofOf(decision: Decision, response: MsChapResponse): string | null {
  if ('reply' in decision) return decision.proof;
  const password = decision.isAccepted ? decision.cleartextPassword : null;
  return password && authenticatorResponse(response, password);
}

/** Says why an accept has no proof. */
export function noProof(decision: Decision): string {
  return 'reply' in decision
    ? 'the upstream has not proved that it knows the password'
    : 'Auth-Type Accept has no password for MS-CHAPv2';
}

const unreadable: ExchangeStep = { fault: 'the name is too long' };
