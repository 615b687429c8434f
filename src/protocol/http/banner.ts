import { HttpClient, type HttpReply } from './client.ts';
import { followRedirect, isRedirect } from './redirect.ts';
import type { HttpPeer } from './socket.ts';
import type { HttpRequest } from './template.ts';

const maxRedirects = 2;
const maxLength = 1000;
const shownHeaders = ['server', 'www-authenticate', 'location'] as const;
/** Parts of a page that say what serves it: its title, and where its begin leads to. Bounded, so that no page costs much. */
const shownParts = [
  /<title[^<>]{0,200}>[^<]{0,300}<\/title>/i,
  /<meta http-equiv=["']?refresh["']?[^<>]{0,300}>/i,
];

/**
 * Reads the identification of a web server from its first page: the headers that name it, and the title, as lines. Redirects to
 * itself are followed, and add their lines.
 *
 * @throws Fault of the connection; `timeout`
 */
export async function readHttpBanner(
  peer: HttpPeer,
  { signal, timeoutMs }: { readonly signal: AbortSignal; readonly timeoutMs: number },
): Promise<string> {
  const client = new HttpClient(peer);
  const lines: string[] = [];
  try {
    let request: HttpRequest = { method: 'GET', target: '/', headers: {}, body: '' };
    for (let hop = 0; hop <= maxRedirects; hop += 1) {
      const reply = await client.send(request, { signal, timeoutMs, isOnce: false });
      lines.push(...linesOf(reply));
      const next = nextOf(peer, request, reply);
      if (next === null) break;
      request = next;
    }
  } finally {
    client.close();
  }
  return [...new Set(lines)].join('\n').slice(0, maxLength);
}

function linesOf({ headers, body }: HttpReply): readonly string[] {
  const named = shownHeaders.flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [`${name}: ${String(value)}`];
  });
  const parts = shownParts.flatMap((part) => part.exec(body.slice(0, 65_536))?.[0] ?? []);
  return [...named, ...parts].map((line) =>
    line
      .replaceAll(/[\s\p{Cc}]+/gu, ' ')
      .replaceAll(/(?<=>) | (?=<)/g, '')
      .slice(0, 300),
  );
}

/** Returns the request of a redirect; null without a redirect, or if it leads to another server. */
function nextOf(peer: HttpPeer, request: HttpRequest, reply: HttpReply): HttpRequest | null {
  if (!isRedirect(reply)) return null;
  try {
    return followRedirect(peer, request, reply);
  } catch {
    return null;
  }
}
