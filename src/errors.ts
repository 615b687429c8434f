/**
 * Everything that can go wrong and be told to somebody. The kind decides both the HTTP status and what a
 * transaction that ends with it says; anything that is not a Fault is a defect: logged, and 500 without words.
 */
const statusOf = {
  // what a caller asked for
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
  // what a device or a server beyond it did
  unreachable: 502,
  timeout: 504,
  refused: 502,
  rejected: 502,
  garbled: 502,
  unsupported: 400,
  // what the gateway itself could not do
  interrupted: 500,
  overloaded: 503,
  unavailable: 503,
} as const;

export type FaultKind = keyof typeof statusOf;

/** What an adapter may throw: the closed list of ways in which a device can fail its caller. */
export type DeviceFaultKind =
  'unreachable' | 'timeout' | 'refused' | 'rejected' | 'garbled' | 'unsupported';

/** Field name -> what is wrong with it; nests for objects, lists for lists. */
export type FieldErrors = { readonly [field: string]: readonly string[] };

interface FaultDetails {
  readonly cause?: unknown;
  readonly fields?: FieldErrors;
  readonly items?: readonly FieldErrors[];
  readonly statement?: number;
  readonly retryAfter?: number;
}

/**
 * A failure of a known kind. The message names the thing and the value, and never holds a secret.
 *
 * `unreachable` no connection; `timeout` no answer within the deadline; `refused` the device did not let us in
 * (credentials, host key); `rejected` it understood and said no; `garbled` it answered what its protocol does not
 * allow; `unsupported` this device or protocol cannot do that.
 */
export class Fault extends Error {
  readonly kind: FaultKind;
  readonly fields: FieldErrors | undefined;
  /** Of a list: what is wrong with each item, in its order. */
  readonly items: readonly FieldErrors[] | undefined;
  /** Of a unit of the store: which of its statements failed. */
  readonly statement: number | undefined;
  /** Seconds after which another try has a chance. */
  readonly retryAfter: number | undefined;

  constructor(kind: FaultKind, message: string, options: FaultDetails = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : {});
    this.name = 'Fault';
    this.kind = kind;
    this.fields = options.fields;
    this.items = options.items;
    this.statement = options.statement;
    this.retryAfter = options.retryAfter;
  }

  get status(): number {
    return statusOf[this.kind];
  }

  /** A reference in a field to a row that does not exist, or that the caller may not see. */
  static absent(field: string, value: unknown): Fault {
    return Fault.field(field, `Invalid value ${JSON.stringify(value)} - object does not exist.`);
  }

  /** Bad input in one named field. */
  static field(field: string, message: string): Fault {
    return new Fault('invalid', `${field}: ${message}`, { fields: { [field]: [message] } });
  }
}

/** The fault behind an unknown error, or null where it is a defect. */
export function asFault(error: unknown): Fault | null {
  return error instanceof Fault ? error : null;
}

/** Returns the code of a failed system call or of a library (`ENOENT`), undefined where the error has none. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
}
