import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer } from '../../src/runtime/node-http.ts';

interface SignIn {
  /** Of the gateway. */
  readonly baseUrl: string;
  readonly username: string;
  readonly password: string;
}

interface SignInLink {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves an address on this machine that signs a browser in and leads it to the console: a browser sends a cookie to all ports of
 * the host that has set it.
 */
export async function serveSignIn(as: SignIn): Promise<SignInLink> {
  const path = `/${randomBytes(12).toString('base64url')}`;
  const server = createServer((request, response) => {
    if (request.url !== path) response.writeHead(404).end();
    else void lead(response, as);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}${path}`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function lead(response: ServerResponse, { baseUrl, ...body }: SignIn): Promise<void> {
  try {
    const session = await fetch(`${baseUrl}/gate/api/v1/session/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(10_000),
    });
    if (!session.ok) throw new Error(await session.text());
    response.setHeader('set-cookie', session.headers.getSetCookie());
    response.writeHead(303, { location: `${baseUrl}/console/` }).end();
  } catch (error) {
    response.writeHead(502).end(error instanceof Error ? error.message : String(error));
  }
}
