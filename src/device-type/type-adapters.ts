import type { Adapter } from '../contract/adapter.ts';
import type { DeviceType } from './device-type.ts';

/**
 * Returns the adapter of one of the protocols of a type; default: the protocol of its connection. Throws an error with the
 * place of an unknown protocol.
 */
export type AdapterOf = (protocol: string | undefined, where: string) => Adapter;

/** Creates the function that finds the adapters of a type. */
export function createAdapterOf(
  { connection, collection }: DeviceType,
  adapters: ReadonlyMap<string, Adapter>,
): AdapterOf {
  return (protocol = connection.protocol, where) => {
    if (protocol !== connection.protocol && protocol !== collection?.protocol)
      throw new Error(
        `${where}: protocol ${protocol} is used by neither connection nor collection of the type`,
      );
    const adapter = adapters.get(protocol);
    if (adapter) return adapter;
    throw new Error(
      `${where}: no adapter ${protocol}; there are ${[...adapters.keys()].join(', ')}`,
    );
  };
}
