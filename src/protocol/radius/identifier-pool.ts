/** Number of values of the Identifier field of a packet (RFC 2865 section 3). */
export const identifierCount = 256;

/**
 * The packet identifiers of one source port or connection that are not in use. The one released longest ago is handed out
 * first, so that a late reply rarely meets a new request.
 *
 * @see RFC 5080 section 2.2.1
 */
export class IdentifierPool {
  readonly #free: number[];

  /** @param first  lowest identifier of the pool; those below it are reserved */
  constructor({ first = 0 } = {}) {
    this.#free = Array.from({ length: identifierCount - first }, (_, index) => first + index);
  }

  /** Takes an identifier out of the pool. @returns undefined if all are in use */
  take(): number | undefined {
    return this.#free.shift();
  }

  release(identifier: number): void {
    this.#free.push(identifier);
  }
}
