import createClient, { type Client } from 'openapi-fetch';
import type { paths as ControlPaths } from './control-api.d.ts';
import type { paths as GatePaths } from './gate-api.d.ts';

/* Calls of a gateway in the words and types of its own documents: paths, parameters, bodies and replies are checked by the compiler. */

/** A client of each API. */
export interface GatehouseClients {
  readonly control: Client<ControlPaths, 'application/json'>;
  readonly gate: Client<GatePaths, 'application/json'>;
}

export interface ClientOptions {
  /** Address of the gateway, such as https://gate.example:8443. */
  readonly url: string;
  /** API token. */
  readonly token: string;
  /** Longest wait for a reply in milliseconds; default: a minute. */
  readonly timeoutMs?: number;
}

/** Creates the clients of a gateway. Redirects are errors: the token is for the gateway that was named. */
export function createClients({ url, token, timeoutMs = 60_000 }: ClientOptions): GatehouseClients {
  const options = {
    baseUrl: url.replace(/\/$/, ''),
    headers: { authorization: `Bearer ${token}` },
    fetch: (request: Request): Promise<Response> =>
      fetch(request, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) }),
  };
  return { control: createClient(options), gate: createClient(options) };
}

/** Parameters of the next page, for the query of its request. */
export interface PageParameters {
  readonly limit: number;
  readonly offset?: number;
  readonly cursor?: string;
}

/** A page as openapi-fetch returns it. */
export interface PageReply<Row> {
  readonly data?: { readonly results: readonly Row[]; readonly next: string | null };
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * Yields the rows of a list to its end.
 *
 * @param readPage  requests a page: `(page) => control.GET(path, { params: { query: { ...filters, ...page } } })`
 * @throws Error with the answer of the gateway if a page is refused
 */
export async function* everyRow<Row>(
  readPage: (page: PageParameters) => Promise<PageReply<Row>>,
): AsyncGenerator<Row, void, void> {
  const limit = 1000;
  let page: PageParameters | null = { limit };
  while (page) {
    const { data, error, response }: PageReply<Row> = await readPage(page);
    if (!data) throw new Error(`the answer is ${response.status}: ${JSON.stringify(error)}`);
    yield* data.results;
    page = data.next === null ? null : { limit, ...placeOf(new URL(data.next, response.url)) };
  }
}

function placeOf({ searchParams }: URL): Pick<PageParameters, 'cursor' | 'offset'> {
  const cursor = searchParams.get('cursor');
  return cursor === null ? { offset: Number(searchParams.get('offset')) } : { cursor };
}
