import type { FastifyReply, FastifyRequest } from 'fastify';
import { asFault, errorCode, Fault } from '../contract/errors.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { withLines } from './request-body.ts';

interface Exchange {
  readonly gateway: Gateway;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Replies with a fault; any other error is a defect, which is logged and replied to without details. */
export function replyWithError(
  { gateway, request, reply }: Exchange,
  error: unknown,
): FastifyReply {
  const found = asFault(error) ?? faultOfFastify(error);
  const fault = found && withLines(request, found);
  if (!fault) {
    // The query may have a secret.
    const [path = ''] = request.url.split('?', 1);
    gateway.log.error({ err: error, method: request.method, path }, 'request failed');
    return reply.code(500).send({ detail: 'Internal server error.' });
  }
  if (fault.kind === 'unauthenticated') void reply.header('www-authenticate', 'Bearer');
  if (fault.status === 503 || fault.kind === 'throttled')
    void reply.header('retry-after', String(fault.retryAfter ?? 1));
  if (wantsProblem(request))
    return reply
      .code(fault.status)
      .type(problemMediaType)
      .send(JSON.stringify(problemDetails(fault)));
  return reply.code(fault.status).send(errorBody(fault));
}

/** Returns the body of an error in plain JSON: errors by field, or `detail`. */
export function errorBody(fault: Fault): unknown {
  const details = fault.kind === 'invalid' ? (fault.items ?? fault.fields) : undefined;
  return details ?? { detail: fault.message };
}

export const problemMediaType = 'application/problem+json';

function wantsProblem(request: FastifyRequest): boolean {
  return request.headers.accept?.includes(problemMediaType) ?? false;
}

/** Returns the body of an error as problem details. @see RFC 9457 section 3.1 */
export function problemDetails(fault: Fault) {
  const title = fault.kind.replaceAll('_', ' ');
  const details = fault.items ?? fault.fields;
  return {
    type: 'about:blank',
    title,
    status: fault.status,
    detail: fault.message,
    ...(details && { errors: details }),
  };
}

/** Returns the fault of a request that Fastify refuses before a handler runs. */
function faultOfFastify(error: unknown): Fault | null {
  if (!(error instanceof Error)) return null;
  const { message } = error;
  const statusCode = 'statusCode' in error ? Number(error.statusCode) : undefined;
  if (statusCode === 413) return new Fault('too_large', 'The request body is too large.');
  if (statusCode === 415)
    return new Fault('media_type', 'Unsupported media type in request. Expected application/json.');
  if (errorCode(error) === 'FST_ERR_CTP_INVALID_JSON_BODY' || error instanceof SyntaxError)
    return new Fault('invalid', `JSON parse error - ${message}`);
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500
    ? new Fault('invalid', message)
    : null;
}
