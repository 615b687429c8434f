/** Secret value that is printed, logged and serialized as `***`. Only `reveal` returns the value. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** Returns the clear value. Call it only where the value is sent to its peer or verified. */
  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return '***';
  }

  toJSON(): string {
    return '***';
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return '***';
  }
}

/** The NT hash of a password, which stands for the password in MS-CHAP and nowhere else. */
export class NtHash extends Secret {
  /** @param octets  16 octets */
  constructor(octets: Uint8Array) {
    super(Buffer.from(octets).toString('hex'));
  }

  /** Returns the hash itself. */
  revealOctets(): Buffer {
    return Buffer.from(this.reveal(), 'hex');
  }
}
