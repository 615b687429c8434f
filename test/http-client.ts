import type { IncomingMessage } from 'node:http';
import { Agent, request } from '../src/runtime/node-http.ts';

export interface Reply {
  readonly status: number;
  readonly headers: Pick<Headers, 'get'>;
  readonly text: string;
}

/** Token and body of a request. The body is JSON text unless the headers name another type. */
export interface RequestContent {
  readonly token?: string | undefined;
  readonly body?: string | Buffer | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Stands before the path in the request line, which is in absolute form then. */
  readonly origin?: string;
}

/**
 * HTTP client for one server on loopback. It takes a third of the processor time of `fetch`: tap follows every promise and
 * handle, and `fetch` creates dozens of them for each request.
 */
export class HttpClient {
  readonly #agent = new Agent({ keepAlive: true });
  readonly #origin: string;

  constructor(port: number) {
    this.#origin = `http://127.0.0.1:${port}`;
  }

  /** @param path  from the root, or a URL; escaped where `fetch` would escape it */
  async ask(method: string, path: string, content: RequestContent = {}): Promise<Reply> {
    const { token, body, origin = '' } = content;
    const isAbsolute = path.startsWith('http://');
    const { hostname, port, pathname, search } = new URL(isAbsolute ? path : this.#origin + path);
    const headers = {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      }),
      ...content.headers,
    };
    return new Promise((resolve, reject) => {
      const sent = request({
        agent: this.#agent,
        hostname,
        port,
        method,
        path: origin + pathname + search,
        headers,
      });
      sent.on('error', reject).on('response', (response) => {
        read(response, resolve, reject);
      });
      sent.end(body);
    });
  }
}

function read(
  response: IncomingMessage,
  resolve: (reply: Reply) => void,
  reject: (error: Error) => void,
): void {
  const { statusCode: status = 0, headers } = response;
  let text = '';
  response
    .setEncoding('utf8')
    .on('data', (chunk: string) => (text += chunk))
    .on('error', reject)
    .on('end', () => {
      resolve({ status, headers: { get: (name) => headers[name]?.toString() ?? null }, text });
    });
}
