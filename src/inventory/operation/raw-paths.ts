import type { ReadRequest, Reading } from '../../contract/adapter.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { createAdapterLog, type Connection } from '../device/connection.ts';
import { limitReading } from '../device/parameter.ts';

type Request = ReadRequest<Readonly<Record<string, unknown>>>;

/** Returns what reads the names that are paths of the device's protocol, where its type allows them. */
export function rawRequests(
  { type, adapter }: Pick<Connection, 'type' | 'adapter'>,
  names: readonly string[],
): readonly Request[] {
  if (type.raw !== true) return [];
  return names.flatMap((variable) => {
    const command = adapter.rawCommand?.(variable) ?? null;
    return command === null ? [] : [{ variable, command }];
  });
}

/** Reads paths of the device's protocol. @throws Fault if the device as a whole does not answer */
export async function readRawPaths(
  gateway: Gateway,
  connection: Connection,
  { requests, signal }: { readonly requests: readonly Request[]; readonly signal: AbortSignal },
): Promise<readonly Reading[]> {
  if (requests.length === 0) return [];
  const log = createAdapterLog(gateway, connection);
  const { adapter, target } = connection;
  return ((await adapter.read?.(target, requests, { signal, log })) ?? []).map(limitReading);
}
