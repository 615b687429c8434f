import type { Readable } from 'node:stream';
import type { Static, TObject, TSchema } from 'typebox';
import type { Caller, Role } from '../contract/caller.ts';
import type { Resource } from '../contract/resource.ts';
import type { Credential, Gateway } from './gateway.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** An operation of an API: the schemas of its request and reply, and the handler. */
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
  /** The schema of the body; null: no body. */
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
  /** Fields of a body that have the request of an app audited, such as the password of a user. */
  readonly auditedFields: readonly string[];
  /** Largest body in octets, where it is more than `http.body_limit`. */
  readonly maxBody?: number;
  /** True if the body may also be `text/plain`: the handler reads it as it arrives, in `text` of its call. */
  readonly acceptsText: boolean;
  /** True if the reply is one stored object and carries its entity tag. */
  readonly hasEtag: boolean;
  /** Fields of such a reply that change by themselves: the tag excludes them, and 304 is never sent. */
  readonly volatileFields: readonly string[];
  /** Fields that a query parameter adds to such a reply: the tag excludes them, and a reply with one is never 304. */
  readonly addedFields: readonly string[];
  /**
   * Fields of a body that are accepted and ignored: read-only fields of a resource, so that a client may send
   * back a row that it has read.
   */
  readonly ignoredFields: readonly string[];
  /** The media types of its reply in addition to JSON. */
  readonly mediaTypes: readonly string[];
  /** True if its reply is a stream of events, which has no end of its own. */
  readonly isEventStream: boolean;
  /** True if it checks a password: failed attempts are limited. */
  readonly isRateLimited: boolean;
  /** True if a user who has to enrol a second factor first may call it. */
  readonly isEnrolment: boolean;
  /** True if it changes nothing, whatever its method: its requests are not audited. */
  readonly storesNothing: boolean;
  /**
   * Finds the caller of a request that needs no token: by its body, for a sign-in. Absent: the request needs a token or a
   * session.
   */
  identify?(request: AnonymousCall<Q, B>): Promise<Caller> | Caller;
  /** Handles a request. @returns the reply, or a stream of another media type if the client accepts that */
  handle(call: Call<P, Q, B>): Reply<R>;
  /**
   * Handles a body that is a list, in JSON or CSV, in one batch. Absent: a list is refused.
   */
  handleMany?(call: BulkCall<P, Q, B>): Reply<R>;
  /**
   * The resource that a body describes, or each object of a list. References of a list are resolved before, in CSV by name as
   * well; a fault of other fields names the wrong references of the body as well.
   */
  readonly bodyOf?: Resource;
  /**
   * Draws the reply of a POST in one of its `mediaTypes`, from what the handler has returned. That is stored with an
   * Idempotency-Key before, so that a repetition draws it again.
   */
  draw?(call: Call<P, Q, B>, reply: unknown): Promise<Readable>;
}

type Reply<R extends TSchema> = Promise<Static<R> | Readable> | Static<R> | Readable;

/** The address of a request, for links to other pages. */
export interface RequestAddress {
  /** Returns what stands before the path: `http.public_url`, or scheme, host and port as the client has addressed them. */
  readonly origin: () => string;
  readonly path: string;
  readonly query: string;
}

/** How a request has come: by HTTPS, from this machine, or by plain HTTP from another one. */
export type Transport = 'https' | 'loopback' | 'http';

/** The browser of a request, as far as a sign-in needs it. */
export interface Browser {
  readonly transport: Transport;
  /** The User-Agent header. */
  readonly agent: string | null;
  /** Address of the gateway as the browser has used it, for errors. */
  readonly usedOrigin: string;
  /** Gives it the token of a session in a cookie. */
  readonly keepSession: (token: string) => void;
  /** Has it forget the cookie. */
  readonly forgetSession: () => void;
}

/** A validated request whose caller is not known yet. */
export interface AnonymousCall<
  Q extends TObject = TObject,
  B extends TSchema = TSchema,
> extends Pick<Call<TObject, Q, B>, 'query' | 'body' | 'remoteAddress' | 'gateway' | 'browser'> {
  readonly requestId: string;
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
  /** A body in `text/plain` that is still arriving: the JSON body is then empty. */
  readonly text: Readable | null;
  readonly caller: Caller;
  /** Returns the IP address of the client. */
  readonly remoteAddress: () => string;
  readonly browser: () => Browser;
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

/** An API: its endpoints under a prefix, and the texts of its document. */
export interface Api {
  readonly title: string;
  readonly description: string;
  readonly prefix: string;
  readonly endpoints: readonly Endpoint[];
  /** The description of each tag, by the first segment of a path. */
  readonly tags: Readonly<Record<string, string>>;
  readonly examples: Examples;
}

/** The examples of a document. */
export interface Examples {
  /** A meaningful value by field. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** A complete body by collection, if its required fields alone are not valid or not clear. */
  readonly bodies: Readonly<Record<string, unknown>>;
}
