import {
  createClients,
  everyRow,
  type GatehouseClients,
} from '../../../packaging/typescript/client.ts';
import type { GatewayProcess } from '../../gateway-process.ts';

export { everyRow };

/** Returns the clients that the project ships, for a gateway of a test. */
export function clientsOf(gateway: GatewayProcess, token = gateway.token): GatehouseClients {
  return createClients({
    url: `http://127.0.0.1:${gateway.httpPort}`,
    token,
    timeoutMs: 10_000,
  });
}

/** The one thing of a reply that may also be a list. */
export function single<T extends object>(shown: T | readonly T[] | undefined): T {
  const [one, ...others] = [shown ?? []].flat() as readonly T[];
  if (!one || others.length > 0) throw new Error(`not one: ${JSON.stringify(shown)}`);
  return one;
}
