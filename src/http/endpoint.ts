import type { Readable } from 'node:stream';
import { Type, type Static, type TObject, type TSchema } from 'typebox';
import type { Gateway } from '../gateway.ts';
import type { Caller, Role } from '../caller.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type { Role } from '../caller.ts';

/** One line of an API: what it accepts, what it answers, and the function that does it. */
export interface Endpoint<
  P extends TObject = TObject,
  Q extends TObject = TObject,
  B extends TSchema = TSchema,
  R extends TSchema = TSchema,
> {
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly params: P;
  readonly query: Q;
  /** null: the request has no body. */
  readonly body: B | null;
  readonly reply: R;
  readonly status: number;
  /** The status of a reply that is a verdict; left out: always `status`. */
  statusOf?(reply: Static<R>): number;
  /** True where the published interface does not have it. */
  readonly extension: boolean;
  /** True: an older name of a row, which the document leaves out. */
  readonly hidden: boolean;
  /** Whose tokens may call it. Left out: administrators, and for GET those who may only read. */
  readonly roles: readonly Role[];
  /** True: the body may also stand in a field `data`, as an object, as JSON text or in a form. */
  readonly wrapped: boolean;
  /** True: the reply is one object of the store, and carries its entity tag. */
  readonly hasEtag: boolean;
  /** Fields of such a reply that change by themselves: they are no part of its tag, and it is always given in full. */
  readonly volatile: readonly string[];
  /** True: it checks a password, and whoever tries many has to wait. */
  readonly isRateLimited: boolean;
  /** True: the body may be a list, in JSON or CSV: all of it is done, or nothing. */
  readonly bulk: boolean;
  /** @returns the reply, or a stream of CSV where the client wants that */
  handle(call: Call<P, Q, B>): Promise<Static<R> | Readable> | Static<R> | Readable;
}

/** A validated request, and what a handler may reach for. */
export interface Call<
  P extends TObject = TObject,
  Q extends TObject = TObject,
  B extends TSchema = TSchema,
> {
  readonly params: Static<P>;
  readonly query: Static<Q>;
  readonly body: Static<B>;
  readonly caller: Caller;
  /** The IP address that the request came from. */
  readonly remoteAddress: string;
  readonly gateway: Gateway;
  /** The request's own address, for links to other pages. */
  readonly url: URL;
  /** The If-Match header: the change is meant for this state only. */
  readonly ifMatch: string | null;
  /** True: the client asks for CSV. */
  readonly wantsCsv: boolean;
}

const nothing = Type.Object({}, { additionalProperties: false });
const writers: readonly Role[] = ['admin'];
const readers: readonly Role[] = ['admin', 'read_only'];
type Nothing = typeof nothing;

type Declared<P extends TObject, Q extends TObject, B extends TSchema, R extends TSchema> = Pick<
  Endpoint<P, Q, B, R>,
  'method' | 'path' | 'summary' | 'reply' | 'handle'
> & {
  params?: P;
  query?: Q;
  body?: B;
  status?: number;
  statusOf?: (reply: Static<R>) => number;
  extension?: boolean;
  roles?: readonly Role[];
  wrapped?: boolean;
  isRateLimited?: boolean;
  hasEtag?: boolean;
  volatile?: readonly string[];
};

/** Declares an endpoint; only fills in what was left out, so that the row is read as written. */
export function endpoint<
  R extends TSchema,
  P extends TObject = Nothing,
  Q extends TObject = Nothing,
  B extends TSchema = Nothing,
>(row: Declared<P, Q, B, R>): Endpoint {
  const defaults = {
    params: nothing,
    query: nothing,
    body: null,
    status: row.method === 'POST' ? 201 : 200,
    extension: false,
  };
  const usual = {
    roles: row.method === 'GET' ? readers : writers,
    wrapped: false,
    isRateLimited: false,
    hasEtag: false,
    volatile: [],
    bulk: false,
    hidden: false,
  };
  return { ...defaults, ...usual, ...row };
}

/** Whether a client that knows the state already need not be told it again. */
export function supportsNotModified({ method, hasEtag, volatile }: Endpoint): boolean {
  return method === 'GET' && hasEtag && volatile.length === 0;
}
