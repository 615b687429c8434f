import type { Readable } from 'node:stream';
import { Type, type Static, type TObject, type TSchema } from 'typebox';
import type { Credential, Gateway } from '../gateway/gateway.ts';
import type { Resource } from '../contract/resource.ts';
import { readers, writers, type Caller, type Role } from '../contract/caller.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** An operation of an API: what it accepts, what it replies, and the handler. */
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
  /** The schema of the body; null if the request has none. */
  readonly body: B | null;
  readonly reply: R;
  readonly status: number;
  /** Returns the status of a reply that is a verdict. Absent: always `status`. */
  statusOf?(reply: Static<R>): number;
  /** True if the published interface lacks this endpoint. */
  readonly isExtension: boolean;
  /** True for an older name of an endpoint, which the document omits. */
  readonly isHidden: boolean;
  /** Roles whose tokens may call it. The default is `admin`, and `read_only` too for GET. */
  readonly roles: readonly Role[];
  /** True if the body may also stand in a field `data`, as an object, as JSON text or in a form. */
  readonly acceptsDataField: boolean;
  /** True if the reply is one stored object and carries its entity tag. */
  readonly hasEtag: boolean;
  /** Fields of such a reply that change by themselves: the tag excludes them, and 304 is never sent. */
  readonly volatileFields: readonly string[];
  /** Fields that a query parameter adds to such a reply: the tag excludes them, and a reply with one is never 304. */
  readonly addedFields: readonly string[];
  /**
   * Fields of a body that are accepted and ignored: the read-only ones of a resource, so that a client may
   * send back what it has read.
   */
  readonly ignoredFields: readonly string[];
  /** The media types of its reply beside JSON. */
  readonly mediaTypes: readonly string[];
  /** True if its reply is a stream of events, which has no end of its own. */
  readonly isEventStream: boolean;
  /** True if it checks a password: failed attempts are limited. */
  readonly isRateLimited: boolean;
  /** Handles a request. @returns the reply, or a stream of another media type if the client accepts that */
  handle(call: Call<P, Q, B>): Reply<R>;
  /**
   * Handles a body that is a list, in JSON or CSV: all of it is done or nothing. Absent: a list is
   * refused.
   */
  handleMany?(call: BulkCall<P, Q, B>): Reply<R>;
  /** The resource of the objects of such a list, whose references are resolved before, in CSV by name as well. */
  readonly listOf?: Resource;
  /**
   * Draws the reply of a POST in one of its `mediaTypes`, from what the handler has returned. That is stored with an
   * Idempotency-Key before, so that a repetition draws it again.
   */
  draw?(call: Call<P, Q, B>, reply: unknown): Promise<Readable>;
}

type Reply<R extends TSchema> = Promise<Static<R> | Readable> | Static<R> | Readable;

/** Content-Type of a stream of events. */
export const eventStreamType = 'text/event-stream; charset=utf-8';

/** The address of a request, for links to other pages. */
export interface RequestAddress {
  /** With `http.public_url` before it, if that is set. */
  readonly path: string;
  readonly query: string;
}

/** A client that reads a stream of events. */
export interface StreamReader {
  /** Token of the caller, which may be revoked while the stream is read. */
  readonly credential: Credential;
  /** The Last-Event-ID header: the last event that the client has got. */
  readonly lastEventId: string | null;
}

/** A validated request and what its handler may use. */
export interface Call<
  P extends TObject = TObject,
  Q extends TObject = TObject,
  B extends TSchema = TSchema,
> {
  readonly params: Static<P>;
  readonly query: Static<Q>;
  readonly body: Static<B>;
  readonly caller: Caller;
  /** Returns the IP address of the client. */
  readonly remoteAddress: () => string;
  readonly gateway: Gateway;
  readonly address: RequestAddress;
  /** The If-Match header: the entity tags of the states that the change applies to. */
  readonly ifMatch: string | null;
  /** Returns who reads the reply, for a stream of events. */
  readonly reader: () => StreamReader;
  /** What the client accepts: JSON, or one of the endpoint's other media types. */
  readonly mediaType: string;
}

/** A validated request whose body is a list. */
export interface BulkCall<
  P extends TObject = TObject,
  Q extends TObject = TObject,
  B extends TSchema = TSchema,
> extends Omit<Call<P, Q, B>, 'body'> {
  readonly bodies: readonly Static<B>[];
}

const nothing = Type.Object({}, { additionalProperties: false });
type Nothing = typeof nothing;

type Required = 'method' | 'path' | 'summary' | 'reply' | 'handle';

/** An endpoint as it is declared: everything with a default may be omitted. */
type Declaration<P extends TObject, Q extends TObject, B extends TSchema, R extends TSchema> = Pick<
  Endpoint<P, Q, B, R>,
  Required
> &
  Partial<Omit<Endpoint<P, Q, B, R>, Required | 'params' | 'query' | 'body'>> & {
    readonly params?: P;
    readonly query?: Q;
    readonly body?: B;
  };

/** Declares an endpoint: fills in the defaults and infers the types of its handler. */
export function endpoint<
  R extends TSchema,
  P extends TObject = Nothing,
  Q extends TObject = Nothing,
  B extends TSchema = Nothing,
>(declaration: Declaration<P, Q, B, R>): Endpoint {
  return {
    params: nothing,
    query: nothing,
    body: null,
    status: declaration.method === 'POST' ? 201 : 200,
    roles: declaration.method === 'GET' ? readers : writers,
    isExtension: false,
    isHidden: false,
    acceptsDataField: false,
    hasEtag: false,
    volatileFields: [],
    addedFields: [],
    ignoredFields: [],
    isRateLimited: false,
    isEventStream: false,
    mediaTypes: [],
    ...declaration,
  };
}

/** True if a client that has the current state gets 304. */
export function supportsNotModified({ method, hasEtag, volatileFields }: Endpoint): boolean {
  return method === 'GET' && hasEtag && volatileFields.length === 0;
}
