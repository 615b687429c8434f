import type { Adapter } from '../../adapter.ts';
import { Fault } from '../../errors.ts';
import { validateAgainst } from '../../schema.ts';
import type { Row } from '../../store/query/row-serialization.ts';

const services = ['connection_service', 'collection_service', 'storage_service'] as const;

interface Service {
  readonly protocol: string;
  readonly port?: number;
  readonly options?: Readonly<Record<string, unknown>>;
}

/**
 * What a connection profile says of its services must be what the adapters that they name can take.
 *
 * @returns the same fields
 * @throws Fault `invalid` naming the service
 */
export function checkConnectionServices(adapters: ReadonlyMap<string, Adapter>, fields: Row): Row {
  for (const field of services) {
    const service = fields[field] as Service | null | undefined;
    if (service) checkService(adapters, field, service);
  }
  return fields;
}

function checkService(
  adapters: ReadonlyMap<string, Adapter>,
  field: string,
  { protocol, port, options }: Service,
): void {
  const adapter = adapters.get(protocol);
  if (!adapter)
    throw Fault.field(
      field,
      `no adapter "${protocol}"; there are ${[...adapters.keys()].join(', ')}`,
    );
  try {
    validateAgainst(
      adapter.options,
      { ...structuredClone(options), ...(port !== undefined && { port }) },
      'options',
    );
  } catch (error) {
    throw Fault.field(field, error instanceof Error ? error.message : 'not valid');
  }
}
