import { Fault } from '../../contract/errors.ts';
import { eapType, type EapResponse } from '../../protocol/eap/eap-packet.ts';
import type { RadiusRequest } from '../core/radius-request.ts';
import type { EapMethod, MethodStep, Round } from './eap-method.ts';

/** Responses of a peer in one conversation. */
const maxRounds = 50;

/** What answers a response of the peer. */
export type Answer =
  | {
      readonly kind: 'request';
      readonly identifier: number;
      readonly type: number;
      readonly data: Buffer;
      readonly failure?: string;
    }
  | Exclude<MethodStep, { kind: 'request' }>;

/** A response of a peer, and what a conversation needs to answer it. */
export interface PeerResponse extends Pick<
  Round,
  'mtu' | 'authenticate' | 'mayResume' | 'outerIdentity'
> {
  readonly request: RadiusRequest;
  readonly eap: EapResponse;
}

/** A method, and the octets behind the type in the request that starts it. */
export interface StartedMethod {
  readonly method: EapMethod;
  readonly start: Buffer;
}

/** The methods that a peer may choose from. */
export interface OfferedMethods {
  /** Opens the first one of these types that is permitted. @returns null: none is; a Nak names the types that a peer wants */
  open(types: readonly number[]): StartedMethod | null;
  /** The names of the permitted methods. */
  readonly names: string;
  /** The setting that permits them. */
  readonly setting: string;
}

/** A conversation with one peer, from the response to the first request of a method to the end. */
export class Conversation {
  readonly #methods: OfferedMethods;
  #method: EapMethod;
  /** Of the last request. */
  #identifier: number;
  #rounds = 0;
  /** True until the peer has agreed to a method. */
  #mayNak = true;
  /** The last response, and the answer to it: a repeated response gets the same one. */
  #last: { readonly key: string; readonly answer: Promise<Answer> } | null = null;
  #lastRequest: RadiusRequest | null = null;
  #workMs = 0;
  #isBusy = false;

  /** @param identifier  of the request that started the method */
  constructor(methods: OfferedMethods, method: EapMethod, identifier: number) {
    this.#methods = methods;
    this.#method = method;
    this.#identifier = identifier;
  }

  get methodName(): string {
    return this.#method.name;
  }

  /** The methods that the peer may choose from. */
  get offered(): OfferedMethods {
    return this.#methods;
  }

  /** What the peer has last been asked for, in words. */
  get progress(): string {
    return this.#method.progress;
  }

  /** The last request of the NAS; null: it has sent none to this conversation. */
  get lastRequest(): RadiusRequest | null {
    return this.#lastRequest;
  }

  /** True once the decision log has its end: the device has been sent a failure, or has been decided over. */
  isLogged = false;

  /** Time spent on answers, in milliseconds. */
  get workMs(): number {
    return this.#workMs;
  }

  /**
   * Answers a response.
   *
   * @returns  the same answer for a response that is repeated, also while the first one is being answered
   * @throws   Fault `conflict`: it does not answer the last request, and is discarded (RFC 3748 section 4.1)
   */
  respond(response: PeerResponse): Promise<Answer> {
    const { identifier, type, data } = response.eap;
    const key = `${identifier}/${type}/${data.toString('latin1')}`;
    if (this.#last?.key === key) return this.#last.answer;
    if (identifier !== this.#identifier || this.#isBusy)
      return Promise.reject(
        new Fault('conflict', 'the EAP-Response does not answer the last request'),
      );
    this.#lastRequest = response.request;
    const answer = this.#answer(response);
    this.#last = { key, answer };
    return answer;
  }

  close(): void {
    this.#method.close();
  }

  get #nextIdentifier(): number {
    return (this.#identifier + 1) % 256;
  }

  async #answer(response: PeerResponse): Promise<Answer> {
    this.#isBusy = true;
    const startedMs = performance.now();
    try {
      return this.#ask(await this.#proceed(response));
    } finally {
      this.#isBusy = false;
      this.#workMs += performance.now() - startedMs;
    }
  }

  #proceed({ eap, ...round }: PeerResponse): Promise<MethodStep> | MethodStep {
    const { type, data } = eap;
    this.#rounds += 1;
    if (this.#rounds > maxRounds)
      return failed(`the conversation has more than ${maxRounds} rounds`);
    if (type === eapType.nak && this.#mayNak) return this.#openOther([...data]);
    if (type !== this.#method.type)
      return failed(`the device answers ${this.#method.name} by EAP type ${type}`);
    this.#mayNak = false;
    return this.#method.respond({ ...round, data, nextIdentifier: this.#nextIdentifier });
  }

  /** A peer names the methods that it wants instead, the preferred one first (RFC 3748 section 5.3.1). */
  #openOther(types: readonly number[]): MethodStep {
    this.#mayNak = false;
    const opened = this.#methods.open(types);
    if (!opened)
      return failed(
        `the device wants EAP type ${types.join(', ')}; permitted are ${this.#methods.names} (${this.#methods.setting})`,
      );
    this.#method.close();
    this.#method = opened.method;
    return { kind: 'request', data: opened.start };
  }

  #ask(step: MethodStep): Answer {
    if (step.kind !== 'request') return step;
    this.#identifier = this.#nextIdentifier;
    return { ...step, identifier: this.#identifier, type: this.#method.type };
  }
}

function failed(reason: string): MethodStep {
  return { kind: 'failed', reason };
}
