import {
  avpCode,
  avpValue,
  encodeAvp,
  microsoftVendor,
  readAvps,
  type Avp,
} from '../../protocol/eap/avp.ts';
import { eapType, encodeEapRequest, readPeerPacket } from '../../protocol/eap/eap-packet.ts';
import type { MsChapResponse } from '../../protocol/radius/ms-chap.ts';
import { MsChapV2Exchange, noProof, proofOf } from './mschapv2-exchange.ts';
import type { DecidedLogin } from './eap-method.ts';
import { endResumed } from './resumed-login.ts';
import type { Tunnel, TunnelProtocol, TunnelStep } from './tls-method.ts';
import { readAvpCredential } from './ttls-credential.ts';

/** EAP-TTLS with PAP, CHAP, MS-CHAP or EAP-MSCHAPv2 in its tunnel (RFC 5281 section 11). */
export class TtlsProtocol implements TunnelProtocol {
  readonly type = eapType.ttls;
  readonly name = 'EAP-TTLS';
  readonly asksFor = 'the request to log in in the tunnel';
  #exchange: MsChapV2Exchange | null = null;

  async proceed(tunnel: Tunnel): Promise<TunnelStep> {
    const { plaintext, socket, resumed, authenticate } = tunnel;
    if (resumed) return endResumed(resumed, tunnel);
    if (plaintext.length === 0) return { kind: 'ask' };
    const avps = readAvps(plaintext);
    if (!avps) return fail('the AVPs of the device are malformed');
    const eap = avpValue(avps, avpCode.eapMessage);
    if (eap) return this.#respond(eap, tunnel);
    const username = avpValue(avps, avpCode.userName);
    if (!username) return fail('the device sends no User-Name');
    const read = readAvpCredential({ avps, socket, username });
    const login = await authenticate({ username, ...read });
    if (login === 'unreadable') return fail('the User-Name is too long');
    const { msChap } = read.presented;
    return msChap?.version === 2 ? proveByMsChap(login, msChap) : { kind: 'decide', login };
  }

  /** Goes on with EAP inside of the tunnel, whose packets have their headers. */
  async #respond(octets: Buffer, { authenticate }: Tunnel): Promise<TunnelStep> {
    const packet = readPeerPacket(octets);
    if (!packet || packet === 'start') return fail('the EAP-Message of the device is malformed');
    const { identifier, type, data } = packet;
    const next = (identifier + 1) % 256;
    if (type === eapType.identity && !this.#exchange) {
      this.#exchange = new MsChapV2Exchange(data);
      return askByEap(next, this.#exchange.start());
    }
    if (type !== eapType.mschapv2 || !this.#exchange)
      return fail(
        'the device does not want EAP-MSCHAPv2, the EAP that is permitted inside of EAP-TTLS',
      );
    const step = await this.#exchange.respond(data, authenticate);
    if ('fault' in step) return fail(step.fault);
    return 'send' in step ? askByEap(next, step.send) : { kind: 'decide', login: step.login };
  }
}

function askByEap(identifier: number, data: Buffer): TunnelStep {
  const value = encodeEapRequest(identifier, eapType.mschapv2, data);
  return { kind: 'ask', write: encodeAvp(mandatory({ code: avpCode.eapMessage, value })) };
}

/** An accept by MS-CHAPv2 proves to the device that the gateway knows the password (RFC 5281 section 11.2.4). */
function proveByMsChap(login: DecidedLogin, response: MsChapResponse): TunnelStep {
  const { decision } = login;
  if (!decision.isAccepted) return { kind: 'decide', login };
  const proof = proofOf(decision, response);
  if (proof === null) return fail(noProof(decision));
  const value = Buffer.concat([Buffer.from([response.ident]), Buffer.from(proof)]);
  const avp = mandatory({ code: avpCode.msChap2Success, vendor: microsoftVendor, value });
  return { kind: 'decide', login, write: encodeAvp(avp) };
}

function mandatory({
  vendor = 0,
  ...avp
}: Pick<Avp, 'code' | 'value'> & Partial<Pick<Avp, 'vendor'>>): Avp {
  return { ...avp, vendor, isMandatory: true };
}

function fail(reason: string): TunnelStep {
  return { kind: 'fail', reason: `inside the tunnel: ${reason}` };
}
