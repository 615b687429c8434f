import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const nonceOctets = 8;
const timeOctets = 6;
const identifierAt = nonceOctets + timeOctets;
const typeAt = identifierAt + 1;
const macAt = typeAt + 1;
const macOctets = 16;

/** The side of a conversation: a client, and the device behind it as its NAS spells it. */
export interface Owner {
  readonly client: number;
  readonly station: string | null;
}

/** The request that started a method. */
interface StartRequest {
  readonly identifier: number;
  /** Of the method. */
  readonly type: number;
}

/**
 * States of conversations that have only begun. They carry what the gateway has to know, under a key of this process, so that
 * a flood of Starts takes no memory.
 */
export class StartStates {
  readonly #key = randomBytes(32);
  readonly #lifetimeMs: number;
  readonly #now: () => number;

  /** @param now  milliseconds that never go backwards */
  constructor(lifetimeMs: number, now: () => number) {
    this.#lifetimeMs = lifetimeMs;
    this.#now = now;
  }

  create(owner: Owner, { identifier, type }: StartRequest): Buffer {
    const head = Buffer.alloc(macAt);
    randomBytes(nonceOctets).copy(head);
    head.writeUIntBE(Math.floor(this.#now()), nonceOctets, timeOctets);
    head.writeUInt8(identifier, identifierAt);
    head.writeUInt8(type, typeAt);
    return Buffer.concat([head, this.#mac(head, owner)]);
  }

  /** Returns the request that started the method; null: the State is none of these, or too old. */
  read(state: Buffer, owner: Owner): StartRequest | null {
    if (state.length !== macAt + macOctets) return null;
    const head = state.subarray(0, macAt);
    if (!timingSafeEqual(this.#mac(head, owner), state.subarray(macAt))) return null;
    const age = this.#now() - head.readUIntBE(nonceOctets, timeOctets);
    if (age > this.#lifetimeMs) return null;
    return { identifier: head.readUInt8(identifierAt), type: head.readUInt8(typeAt) };
  }

  #mac(head: Buffer, { client, station }: Owner): Buffer {
    return createHmac('sha256', this.#key)
      .update(head)
      .update(`${client}/${station ?? ''}`)
      .digest()
      .subarray(0, macOctets);
  }
}
