import pg from 'pg';
import { Fault } from '../../contract/errors.ts';
import { serversOf } from '../postgres-address.ts';

/** Time that a host has to connect and to say whether it can be written. */
export const hostTimeoutMs = 2500;
const defaultPort = 5432;

/** Returns where a server is, for messages: `db1:5432`. */
function nameOfServer(url: string): string {
  const parsed = URL.parse(url);
  return parsed ? `${parsed.hostname}:${parsed.port || defaultPort}` : 'the server';
}

/** @throws Error if the server of a connection takes no writes */
export async function checkRole(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  const { rows } = await client.query<{ read_only: string }>(
    "select current_setting('transaction_read_only') as read_only",
  );
  if (rows[0]?.read_only !== 'off') throw new Error('the server is read-only');
}

/**
 * Finds the first server that can be written.
 *
 * @param urls   of `serversOf`
 * @returns      its position
 * @throws Fault `unavailable` with what each of them said
 */
export async function findWritable(urls: readonly string[]): Promise<number> {
  const said: string[] = [];
  for (const [at, url] of urls.entries())
    try {
      await askServer(url);
      return at;
    } catch (error) {
      const text = error instanceof Error ? error.message || error.name : 'no answer';
      said.push(urls.length === 1 ? text : `${nameOfServer(url)}: ${text}`);
    }
  throw new Fault('unavailable', `PostgreSQL: ${said.join('; ')}`);
}

/**
 * Finds a server that can be written in the place of one that cannot: the first of the others to say so, else the same one.
 *
 * @returns its position
 * @throws Error if none can
 */
export async function findSuccessor(urls: readonly string[], former: number): Promise<number> {
  const ask = (at: number) => askServer(urls[at] ?? '').then(() => at);
  const others = [...urls.keys()].filter((at) => at !== former);
  return Promise.any(others.map(ask)).catch(() => ask(former));
}

async function askServer(url: string): Promise<void> {
  const limits = { connectionTimeoutMillis: hostTimeoutMs, query_timeout: hostTimeoutMs };
  const client = new pg.Client({ connectionString: url, ...limits });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await checkRole(client);
  } finally {
    // A server that hangs does not take part in a goodbye.
    client.end().catch(() => undefined);
    client.connection.stream.destroy();
  }
}

/** Returns the address of the first server of an address that can be written. @throws Fault `unavailable` */
export async function findWritableServer(address: string): Promise<string> {
  const urls = serversOf(address);
  return urls[await findWritable(urls)] ?? address;
}
