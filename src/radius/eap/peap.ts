import {
  eapCode,
  eapHeaderOctets,
  eapType,
  encodeEapRequest,
  readPeerPacket,
} from '../../protocol/eap/eap-packet.ts';
import { MsChapV2Exchange } from './mschapv2-exchange.ts';
import type { DecidedLogin, ResumableLogin } from './eap-method.ts';
import { decideResumed } from './resumed-login.ts';
import type { Tunnel, TunnelProtocol, TunnelStep } from './tls-method.ts';

/** A response inside of the tunnel: its type, and the octets behind it. */
interface InnerResponse {
  readonly type: number;
  readonly data: Buffer;
}

/**
 * PEAP version 0 with EAP-MSCHAPv2 (draft-kamath-pppext-peapv0-00): packets inside of the tunnel have no header, but for the
 * result that ends them.
 */
export class PeapProtocol implements TunnelProtocol {
  readonly type = eapType.peap;
  readonly name = 'EAP-PEAP';
  readonly asksFor = 'the login in the tunnel';
  #exchange: MsChapV2Exchange | null = null;
  #hasAskedName = false;
  #login: DecidedLogin | null = null;

  async proceed(tunnel: Tunnel): Promise<TunnelStep> {
    const { plaintext, resumed } = tunnel;
    if (plaintext.length === 0) return this.#begin(resumed, tunnel);
    const response = readInner(plaintext);
    if (!response) return fail('the response of the device is malformed');
    if (this.#login) return end(this.#login, response);
    return this.#exchange ? this.#respond(this.#exchange, response, tunnel) : this.#start(response);
  }

  /** Asks for the name, or sends the result of a resumed login. The peer has to have the end of the handshake first. */
  #begin(resumed: ResumableLogin | null, tunnel: Tunnel): TunnelStep | Promise<TunnelStep> {
    if (tunnel.hasOutput || this.#hasAskedName || this.#login) return { kind: 'ask' };
    return resumed ? this.#resume(resumed, tunnel) : this.#askName();
  }

  async #resume(resumed: ResumableLogin, tunnel: Tunnel): Promise<TunnelStep> {
    const login = await decideResumed(resumed, tunnel);
    if (login === 'unreadable') return fail('the name is too long');
    return this.#sendResult(login, tunnel);
  }

  #askName(): TunnelStep {
    this.#hasAskedName = true;
    return { kind: 'ask', write: Buffer.from([eapType.identity]) };
  }

  #start({ type, data }: InnerResponse): TunnelStep {
    if (type !== eapType.identity) return fail('the device sends no name');
    this.#exchange = new MsChapV2Exchange(data);
    return ask(this.#exchange.start());
  }

  async #respond(
    exchange: MsChapV2Exchange,
    { type, data }: InnerResponse,
    tunnel: Tunnel,
  ): Promise<TunnelStep> {
    if (type !== eapType.mschapv2)
      return fail('the device does not want EAP-MSCHAPv2, which alone is permitted inside of PEAP');
    const step = await exchange.respond(data, tunnel.authenticate);
    if ('fault' in step) return fail(step.fault);
    if ('send' in step) return ask(step.send);
    return this.#sendResult(step.login, tunnel);
  }

  #sendResult(login: DecidedLogin, { nextIdentifier }: Tunnel): TunnelStep {
    this.#login = login;
    return { kind: 'ask', write: encodeInnerResult(nextIdentifier, login.decision.isAccepted) };
  }
}

function ask(data: Buffer): TunnelStep {
  return { kind: 'ask', write: Buffer.concat([Buffer.from([eapType.mschapv2]), data]) };
}

function fail(reason: string): TunnelStep {
  return { kind: 'fail', reason: `inside the tunnel: ${reason}` };
}

/** Reads a response, which some devices send with its header. */
function readInner(plaintext: Buffer): InnerResponse | null {
  const hasHeader =
    plaintext.length > eapHeaderOctets &&
    plaintext[0] === eapCode.response &&
    plaintext.readUInt16BE(2) === plaintext.length;
  if (!hasHeader) return { type: plaintext.readUInt8(0), data: plaintext.subarray(1) };
  const packet = readPeerPacket(plaintext);
  return packet === 'start' ? null : packet;
}

const resultSuccess = 1;
const resultFailure = 2;

/** A login is accepted only if the device agrees to the result (draft-kamath-pppext-peapv0-00 section 2.2). */
function end(login: DecidedLogin, { type, data }: InnerResponse): TunnelStep {
  const agrees = type === eapType.tlv && data.equals(resultTlv(resultSuccess));
  return agrees || !login.decision.isAccepted
    ? { kind: 'decide', login }
    : fail('the device does not agree to the result of the login');
}

/** A mandatory TLV of type 3. */
function resultTlv(result: number): Buffer {
  return Buffer.from([0x80, 3, 0, 2, 0, result]);
}

/** Encodes a request with the result of the login, with its header. */
function encodeInnerResult(identifier: number, isAccepted: boolean): Buffer {
  const result = isAccepted ? resultSuccess : resultFailure;
  return encodeEapRequest(identifier, eapType.tlv, resultTlv(result));
}
