import { randomBytes, randomInt } from 'node:crypto';
import { hostname } from 'node:os';
import {
  encodeChallenge,
  encodeResult,
  mschapv2Code,
  readChallengeResponse,
} from '../../protocol/eap/mschapv2-packet.ts';
import { authenticatorResponse, readMsChapV2 } from '../../protocol/radius/ms-chap.ts';
import { readMsChapCredential } from '../auth/access-request.ts';
import type { DecidedLogin, Round } from './eap-method.ts';

/** What follows a packet of EAP-MSCHAPv2: a further one, or the end. */
export type ExchangeStep =
  { readonly send: Buffer } | { readonly login: DecidedLogin } | { readonly fault: string };

/** EAP-MSCHAPv2 inside of a tunnel: a challenge, a response, and a result that the peer acknowledges. */
export class MsChapV2Exchange {
  readonly #username: Buffer;
  readonly #challenge = randomBytes(16);
  readonly #identifier = randomInt(256);
  #login: DecidedLogin | null = null;

  /** @param username  the identity inside of the tunnel */
  constructor(username: Buffer) {
    this.#username = username;
  }

  /** Returns the first request. */
  start(): Buffer {
    return encodeChallenge(this.#identifier, this.#challenge, hostname());
  }

  async respond(data: Buffer, authenticate: Round['authenticate']): Promise<ExchangeStep> {
    if (this.#login) return this.#acknowledge(data, this.#login);
    const read = readChallengeResponse(data);
    const response =
      read?.identifier === this.#identifier &&
      readMsChapV2({ challenge: this.#challenge, response: read.response }, read.name);
    if (!response) return { fault: 'the response of EAP-MSCHAPv2 is malformed' };
    const presented = readMsChapCredential('MS-CHAPv2', response);
    const login = await authenticate({ username: this.#username, presented });
    if (login === 'unreadable') return { fault: 'the name is too long' };
    const { decision } = login;
    if (!decision.isAccepted) {
      this.#login = login;
      return { send: this.#result(mschapv2Code.failure, `E=691 R=0 C=${randomChallenge()} V=3`) };
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

function randomChallenge(): string {
  return randomBytes(16).toString('hex').toUpperCase();
}
