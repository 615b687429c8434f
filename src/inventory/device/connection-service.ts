import type { Adapter } from '../../adapter.ts';
import { Fault } from '../../errors.ts';
import { validateAgainst } from '../../schema.ts';
import type { Row } from '../../store/query/row-serialization.ts';
import { isRecord } from '../../fields.ts';

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
    const service: unknown = fields[field];
    if (isService(service)) checkService(adapters, field, service);
  }
  return fields;
}

/** The schema of the profile has been checked: a service is an object with a protocol, or null. */
function isService(service: unknown): service is Service {
  return isRecord(service) && typeof service.protocol === 'string';
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
