import { GatewayProcess, results, type Answer, type Json } from '../../gateway-process.ts';
import { startPostgres } from '../../peers/postgres.ts';

/** Starts a gateway on each engine, without polling. */
export async function startBoth(): Promise<{
  readonly engines: Readonly<Record<'sqlite' | 'postgres', GatewayProcess>>;
  readonly stop: () => Promise<void>;
}> {
  const postgres = await startPostgres({ fsync: false, hasTypes: true });
  const quiet = { GATEHOUSE_POLLING_ENABLED: 'false' };
  const [sqlite, onPostgres] = await Promise.all([
    GatewayProcess.start(quiet),
    GatewayProcess.start({ ...quiet, GATEHOUSE_DATABASE_URL: postgres.url }),
  ]);
  return {
    engines: { sqlite, postgres: onPostgres },
    async stop() {
      await Promise.all([sqlite.remove(), onPostgres.remove()]);
      await postgres.stop();
    },
  };
}

export type Call = (method: string, path: string, body?: unknown) => Promise<Answer>;

/** Calls the access-control API with a token. */
export function callerOf(gateway: GatewayProcess, token: string): Call {
  return (method, path, body) => gateway.gate(method, path, body, token);
}

export interface Tenant {
  readonly id: number;
  readonly admin: number;
  readonly call: Call;
}

/** Creates an organization below the first one, and an API token of a user in it. */
export async function addTenant(
  gateway: GatewayProcess,
  name: string,
  role = 'admin',
): Promise<Tenant> {
  const organization = await gateway.gate('POST', '/organization/', { name });
  const id = Number(organization.body['id']);
  return {
    id,
    ...(await addCaller(gateway, { organization: id, username: `${name} ${role}`, role })),
  };
}

export async function addCaller(
  gateway: GatewayProcess,
  user: Json,
): Promise<{ admin: number; call: Call; token: string }> {
  const made = await gateway.gate('POST', '/user/', user);
  const { body } = await gateway.gate('POST', '/user_token/', { user: made.body['id'] });
  const token = String(body['token']);
  return { admin: Number(made.body['id']), call: callerOf(gateway, token), token };
}

/** Returns the values of one field in a list. */
export function column(answer: Answer, field: string): unknown[] {
  return results(answer).map((row) => row[field]);
}

export function pathOf(link: unknown): string {
  const { pathname, search } = new URL(String(link), 'http://gateway');
  return pathname.replace('/gate/api/v1', '') + search;
}
