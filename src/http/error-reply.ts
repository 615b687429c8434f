import type { FastifyReply, FastifyRequest } from 'fastify';
import { asFault, Fault } from '../errors.ts';
import type { Gateway } from '../gateway.ts';

interface Exchange {
  readonly gateway: Gateway;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Answers with what went wrong in the words that such APIs use; a defect is logged and answered without words. */
export function replyWithError(
  { gateway, request, reply }: Exchange,
  error: unknown,
): FastifyReply {
  const fault = asFault(error) ?? faultOfFastify(error);
  if (!fault) {
    gateway.log.error({ err: error, method: request.method, url: request.url }, 'request failed');
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

/** The body that most clients get. */
export function errorBody(fault: Fault): unknown {
  const details = fault.kind === 'invalid' ? (fault.items ?? fault.fields) : undefined;
  return details ?? { detail: fault.message };
}

export const problemMediaType = 'application/problem+json';

function wantsProblem(request: FastifyRequest): boolean {
  return request.headers.accept?.includes(problemMediaType) ?? false;
}

/** The body for whoever asks for problem details. @see RFC 9457 section 3.1 */
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

/** What Fastify itself refuses before a handler runs. */
function faultOfFastify(error: unknown): Fault | null {
  const { statusCode, message, code } = error as {
    statusCode?: number;
    message?: string;
    code?: string;
  };
  if (statusCode === 413) return new Fault('too_large', 'The request body is too large.');
  if (statusCode === 415)
    return new Fault('media_type', 'Unsupported media type in request. Expected application/json.');
  if (code === 'FST_ERR_CTP_INVALID_JSON_BODY' || error instanceof SyntaxError)
    return new Fault('invalid', `JSON parse error - ${message ?? ''}`);
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500
    ? new Fault('invalid', message ?? 'Bad request.')
    : null;
}
