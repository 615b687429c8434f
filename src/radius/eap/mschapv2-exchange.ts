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
    const presented = readMsChapCredential('MS-CHAPv2', response);
    const login = await authenticate({ username: this.#username, presented });
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
      if (decision.kind === 'password_expired') this.#change = { challenge, name };
      const error = msChapErrorOf(decision.kind);
      const text = `E=${error} R=0 C=${challenge.toString('hex').toUpperCase()} V=3`;
      return { send: this.#result(mschapv2Code.failure, text) };
    }
    const { cleartextPassword } = decision;
    if (!cleartextPassword) return { fault: 'Auth-Type Accept has no password for MS-CHAPv2' };
    this.#login = login;
    const proof = authenticatorResponse(response, cleartextPassword);
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

const unreadable: ExchangeStep = { fault: 'the name is too long' };
