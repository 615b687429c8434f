/**
 * HTTP status of each kind of fault. The kind is also the error code of a failed transaction. An error that is not a
 * Fault is a defect: it is logged and answered with 500.
 */
const statusOf = {
  // errors of the caller's request
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method: 405,
  not_acceptable: 406,
  conflict: 409,
  precondition: 412,
  too_large: 413,
  media_type: 415,
  throttled: 429,
  // errors of a device, or of a server behind it
  unreachable: 502,
  timeout: 504,
  refused: 502,
  rejected: 502,
  garbled: 502,
  unsupported: 400,
  // errors of the gateway itself
  interrupted: 500,
  overloaded: 503,
  unavailable: 503,
} as const;

export type FaultKind = keyof typeof statusOf;

/** Kinds of faults that an adapter may throw. */
export type DeviceFaultKind =
  'unreachable' | 'timeout' | 'refused' | 'rejected' | 'garbled' | 'unsupported';

/** Messages by field name. */
export type FieldErrors = { readonly [field: string]: readonly string[] };

interface FaultDetails {
  readonly cause?: unknown;
  readonly fields?: FieldErrors;
  readonly items?: readonly FieldErrors[];
  readonly statement?: number;
  readonly retryAfter?: number;
  readonly isUntried?: boolean;
  readonly results?: readonly unknown[];
}

/**
 * Error of a known kind. The message names the field or object and the value, and never contains a secret.
 *
 * `unreachable` no connection; `timeout` no answer before the deadline; `refused` login failed (credentials, host key);
 * `rejected` the device returned an error for the request; `garbled` the answer violates the protocol; `unsupported` the
 * device or the protocol does not support the request.
 */
export class Fault extends Error {
  readonly kind: FaultKind;
  readonly fields: FieldErrors | undefined;
  /** Errors of each item of a list, in its order. */
  readonly items: readonly FieldErrors[] | undefined;
  /** Index of the failed statement in a transaction of the store. */
  readonly statement: number | undefined;
  /** Seconds after which a retry may succeed. */
  readonly retryAfter: number | undefined;
  /** True: the device was not contacted, because its credentials are incomplete or unusable for the protocol. */
  readonly isUntried: boolean;
  /** What a transaction has reached for each of its variables before it failed. */
  readonly results: readonly unknown[] | undefined;

  constructor(kind: FaultKind, message: string, options: FaultDetails = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : {});
    this.name = 'Fault';
    this.kind = kind;
    this.fields = options.fields;
    this.items = options.items;
    this.statement = options.statement;
    this.retryAfter = options.retryAfter;
    this.isUntried = options.isUntried ?? false;
    this.results = options.results;
  }

  get status(): number {
    return statusOf[this.kind];
  }

  /** Creates the fault of a reference to a row that does not exist or that the caller may not see. */
  static absent(field: string, value: unknown, known: readonly string[] = []): Fault {
    const others = known.length === 0 ? '' : ` Known: ${known.join(', ')}.`;
    return Fault.field(
      field,
      `Invalid value ${JSON.stringify(value)} - object does not exist.${others}`,
    );
  }

  /** Creates the fault of an invalid field. */
  static field(field: string, message: string): Fault {
    return new Fault('invalid', `${field}: ${message}`, { fields: { [field]: [message] } });
  }
}

/** Returns an unknown error as a Fault, or null if it is a defect. */
export function asFault(error: unknown): Fault | null {
  return error instanceof Fault ? error : null;
}

/** Returns true if the store cannot take the rows now, and may later. */
export function isTemporary(error: unknown): boolean {
  const kind = asFault(error)?.kind;
  return kind === 'overloaded' || kind === 'unavailable';
}

/** Returns true if the store is away; one that has too much to do is not. */
export function isAway(error: unknown): boolean {
  const kind = asFault(error)?.kind;
  return kind === 'unavailable' || kind === 'timeout';
}

/** Returns the code of a failed system call or of a library (`ENOENT`); undefined if the error has no code. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
}

/** True for the code of an error that says that no known CA has signed a certificate. */
export function isUnknownAuthority(code: string): boolean {
  return /SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)/.test(code);
}
