import { Type, type TObject, type TSchema } from 'typebox';
import { readers, writers } from '../contract/caller.ts';
import type { Endpoint } from '../gateway/endpoint.ts';

export type {
  BulkCall,
  Call,
  Endpoint,
  Method,
  RequestAddress,
  StreamReader,
} from '../gateway/endpoint.ts';

/** Content-Type of a stream of events. */
export const eventStreamType = 'text/event-stream; charset=utf-8';

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
    auditedFields: [],
    acceptsText: false,
    hasEtag: false,
    volatileFields: [],
    addedFields: [],
    ignoredFields: [],
    isRateLimited: false,
    isEnrolment: false,
    storesNothing: false,
    isEventStream: false,
    mediaTypes: [],
    ...declaration,
  };
}

/** True if a client that has the current state gets 304. */
export function supportsNotModified({ method, hasEtag, volatileFields }: Endpoint): boolean {
  return method === 'GET' && hasEtag && volatileFields.length === 0;
}
