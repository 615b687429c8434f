import type { IncomingHttpHeaders } from 'node:http';
import { errorCode, isUnknownAuthority } from '../../contract/errors.ts';
import { runWithin } from '../../runtime/deadline.ts';
import { readWhole, sendRequest } from '../../runtime/http-client.ts';

const requestTimeoutMs = 30_000;
const maxReplyOctets = 1_048_576;

interface AcmeRequest {
  readonly method: 'GET' | 'HEAD' | 'POST';
  readonly url: string;
  /** A signed request. */
  readonly body?: string;
  readonly ca?: string[] | undefined;
  readonly signal: AbortSignal;
}

export interface AcmeReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Sends a request to an ACME server; redirects are not followed. @throws Error naming the URL and the reason */
export async function exchange(asked: AcmeRequest): Promise<AcmeReply> {
  if (!asked.url.startsWith('https://'))
    throw new Error(`"${asked.url}" is no https URL, which the ACME server has to name`);
  const limit = { signal: asked.signal, timeoutMs: requestTimeoutMs };
  return runWithin(limit, async (signal) => {
    try {
      return await send(asked, signal);
    } catch (error) {
      const code = errorCode(error) ?? '';
      const reason = signal.aborted ? 'no reply in time' : reasonOf(code, error);
      throw new Error(`${asked.url} cannot be used: ${reason}`, { cause: error });
    }
  });
}

function reasonOf(code: string, error: unknown): string {
  if (isUnknownAuthority(code))
    return 'its certificate is of a CA that is not known; name that in http.tls.acme.ca';
  return error instanceof Error && error.message !== '' ? error.message : code;
}

async function send(
  { method, url, body, ca }: AcmeRequest,
  signal: AbortSignal,
): Promise<AcmeReply> {
  const reply = await sendRequest({
    method,
    url,
    body,
    signal,
    certificate: ca ? { ca } : 'public',
    headers: {
      'user-agent': 'Gatehouse',
      ...(body !== undefined && { 'content-type': 'application/jose+json' }),
    },
  });
  const octets = await readWhole(reply, maxReplyOctets);
  return { status: reply.statusCode ?? 0, headers: reply.headers, text: octets.toString() };
}
