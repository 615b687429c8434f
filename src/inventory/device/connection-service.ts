import { Type, type Static } from 'typebox';
import type { Adapter } from '../../contract/adapter.ts';
import { Fault } from '../../contract/errors.ts';
import { validateAgainst } from '../../contract/schema.ts';
import type { Row } from '../../store/query/row-serialization.ts';
import { isRecord } from '../../contract/fields.ts';
import { checkCredentials } from './credentials.ts';

const services = ['connection_service', 'collection_service', 'storage_service'] as const;

export const hostKeyPolicies = ['first_use', 'pinned'] as const;
export type HostKeyPolicy = (typeof hostKeyPolicies)[number];

/** Schema of one service of a connection profile: protocol, port and options of a connection. */
export const connectionServiceSchema = Type.Object(
  {
    protocol: Type.String({
      pattern: '^[a-z][a-z0-9-]*$',
      description: "an adapter's name, such as ssh",
    }),
    port: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535 })),
    host_key_policy: Type.Optional(
      Type.Enum([...hostKeyPolicies], {
        'x-extension': true,
        description:
          "first_use (default): the first key seen is recorded; pinned: only the key in the device's host_key is accepted",
      }),
    ),
    options: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: "the adapter's own options" }),
    ),
  },
  { additionalProperties: false },
);

export type ConnectionService = Static<typeof connectionServiceSchema>;

/**
 * Checks the services and credentials of a connection profile against the adapters that they name.
 *
 * @returns the same fields
 * @throws Fault `invalid` naming the service
 */
export function checkConnectionServices(adapters: ReadonlyMap<string, Adapter>, fields: Row): Row {
  for (const field of services) {
    const service: unknown = fields[field];
    if (isService(service)) checkService(adapters, field, service);
  }
  checkCredentials(adapters, fields);
  return fields;
}

/** True for a service that is set; the profile's schema has been checked before. */
function isService(service: unknown): service is ConnectionService {
  return isRecord(service) && typeof service.protocol === 'string';
}

function checkService(
  adapters: ReadonlyMap<string, Adapter>,
  field: string,
  { protocol, port, options }: ConnectionService,
): void {
  const adapter = adapters.get(protocol);
  if (!adapter)
    throw Fault.field(
      field,
      `no adapter "${protocol}"; known adapters: ${[...adapters.keys()].join(', ')}`,
    );
  try {
    const checked = validateAgainst<Record<string, unknown>>(
      adapter.options,
      { ...structuredClone(options), ...(port !== undefined && { port }) },
      'options',
    );
    adapter.checkOptions?.(checked);
  } catch (error) {
    throw Fault.field(field, error instanceof Error ? error.message : 'not valid');
  }
}
