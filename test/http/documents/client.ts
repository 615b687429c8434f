import createClient, { type Client } from 'openapi-fetch';
import type { GatewayProcess } from '../../gateway-process.ts';
import type { paths as ControlPaths } from './control-api.d.ts';
import type { paths as GatePaths } from './gate-api.d.ts';

/** Calls of a gateway in the words and types of its own documents: paths, parameters, bodies and replies are checked by the compiler. */
export interface TypedClients {
  readonly control: Client<ControlPaths, 'application/json'>;
  readonly gate: Client<GatePaths, 'application/json'>;
}

export function clientsOf(gateway: GatewayProcess, token = gateway.token): TypedClients {
  const options = {
    baseUrl: `http://127.0.0.1:${gateway.httpPort}`,
    headers: { authorization: `Bearer ${token}` },
    fetch: (request: Request) => fetch(request, { signal: AbortSignal.timeout(10_000) }),
  };
  return { control: createClient(options), gate: createClient(options) };
}

/** The one thing of a reply that may also be a list. */
export function single<T extends object>(shown: T | readonly T[] | undefined): T {
  const [one, ...others] = [shown ?? []].flat() as readonly T[];
  if (!one || others.length > 0) throw new Error(`not one: ${JSON.stringify(shown)}`);
  return one;
}
