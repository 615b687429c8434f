import snmp, { type Session } from 'net-snmp';
import { bindingsOf, decodeAnswer, encodeGet, type PlainRequest } from './plain-message.ts';
import { decodeVarbinds, type Varbind } from './varbind.ts';
import type { VariableList } from './variable-list.ts';

type LibraryRequest = Parameters<Session['send']>[0];
type Answer = (error: Error | null, varbinds?: readonly Varbind[]) => void;

/**
 * Session of net-snmp over SNMPv1 and SNMPv2c, one GET at a time. The usual messages are encoded and decoded by
 * `plain-message.ts`. Requests are registered, repeated and ended by net-snmp, which also decodes each unusual answer.
 */
export class CommunitySession extends snmp.Session {
  readonly #version: number;
  readonly #community: string;
  /** The variables of the next request. */
  #list: VariableList | null = null;
  #sent: PlainRequest | null = null;
  #answer: Answer = () => undefined;

  constructor(
    target: string,
    community: string,
    options: ConstructorParameters<typeof snmp.Session>[2] & { readonly version: 0 | 1 },
  ) {
    super(target, community, options);
    this.#version = options.version;
    this.#community = community;
  }

  /** Reads the variables of a list. @param answer  called with the varbinds in their order, or an error of net-snmp */
  getList(list: VariableList, answer: Answer): void {
    this.#list = list;
    this.#answer = answer;
    this.get(list.oids, (error, varbinds = []) => {
      this.#sent = null;
      if (error) answer(error);
      else decodeVarbinds(varbinds, answer);
    });
    this.#list = null;
  }

  /** @param request  the first time without its octets */
  override send(request: LibraryRequest, noWait: boolean): this {
    const list = this.#list;
    if (list === null || request.message.buffer !== undefined) return super.send(request, noWait);
    if (list.bindings === null) {
      const sent = super.send(request, noWait);
      list.bindings = bindingsOf(request.message.toBuffer());
      return sent;
    }
    const plain = {
      version: this.#version,
      community: Buffer.from(this.#community),
      id: request.message.getReqId(),
      list,
      bindings: list.bindings,
    };
    request.message.buffer = encodeGet(plain);
    this.#sent = plain;
    return super.send(request, noWait);
  }

  override onMsg(datagram: Buffer): void {
    const varbinds = this.#sent && decodeAnswer(datagram, this.#sent);
    if (varbinds === null) {
      super.onMsg(datagram);
      return;
    }
    // Null once the request has ended.
    if (this.#sent === null || this.unregisterRequest(this.#sent.id) === null) return;
    this.#sent = null;
    this.#answer(null, varbinds);
  }
}
