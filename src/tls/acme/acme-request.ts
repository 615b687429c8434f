import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { errorCode, isUnknownAuthority } from '../../contract/errors.ts';
import { runWithin } from '../../runtime/deadline.ts';
import { readStart } from '../../runtime/node-http.ts';

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

function send({ method, url, body, ca }: AcmeRequest, signal: AbortSignal): Promise<AcmeReply> {
  return new Promise((resolve, reject) => {
    const headers = {
      'user-agent': 'Gatehouse',
      ...(body !== undefined && {
        'content-type': 'application/jose+json',
        'content-length': String(Buffer.byteLength(body)),
      }),
    };
    const options = { method, headers, signal, agent: false, ...(ca && { ca }) };
    const request = httpsRequest(url, options, (reply) => {
      readText(reply).then(
        (text) => {
          resolve({ status: reply.statusCode ?? 0, headers: reply.headers, text });
        },
        (error: unknown) => {
          reject(error instanceof Error ? error : new Error(String(error)));
        },
      );
    });
    request.on('error', reject);
    request.end(body);
  });
}

async function readText(reply: IncomingMessage): Promise<string> {
  const octets = await readStart(reply, maxReplyOctets + 1);
  if (octets.length > maxReplyOctets) throw new Error('the reply is too long');
  return octets.toString();
}
