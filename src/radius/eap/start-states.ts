import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const nonceOctets = 8;
const timeOctets = 6;
const identifierAt = nonceOctets + timeOctets;
const macAt = identifierAt + 1;
const macOctets = 16;

/** The side of a conversation: a client, and the device behind it as its NAS spells it. */
export interface Owner {
  readonly client: number;
  readonly station: string | null;
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

  /** @param identifier  of the request that starts the method */
  create(owner: Owner, identifier: number): Buffer {
    const head = Buffer.alloc(macAt);
    randomBytes(nonceOctets).copy(head);
    head.writeUIntBE(Math.floor(this.#now()), nonceOctets, timeOctets);
    head.writeUInt8(identifier, identifierAt);
    return Buffer.concat([head, this.#mac(head, owner)]);
  }

  /** Returns the identifier of the request that started the method; null: the State is none of these, or too old. */
  read(state: Buffer, owner: Owner): number | null {
    if (state.length !== macAt + macOctets) return null;
    const head = state.subarray(0, macAt);
    if (!timingSafeEqual(this.#mac(head, owner), state.subarray(macAt))) return null;
    const age = this.#now() - head.readUIntBE(nonceOctets, timeOctets);
    return age <= this.#lifetimeMs ? head.readUInt8(identifierAt) : null;
  }

  #mac(head: Buffer, { client, station }: Owner): Buffer {
    return createHmac('sha256', this.#key)
      .update(head)
      .update(`${client}/${station ?? ''}`)
      .digest()
      .subarray(0, macOctets);
  }
}
