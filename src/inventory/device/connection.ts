import type { Adapter, AdapterContext, Target } from '../../adapter.ts';
import type { DeviceType } from '../../device-type.ts';
import { Fault } from '../../errors.ts';
import type { Gateway } from '../../gateway.ts';
import { validateAgainst } from '../../schema.ts';
import { parseJsonColumn } from '../../store/store.ts';
import type { ConnectionService } from './connection-service.ts';
import { openCredentials } from './credentials.ts';
import { resolveDestination } from './device-address.ts';
import { createCertificateCheck, createHostKeyCheck } from './host-key-check.ts';
import type { StoredDevice } from './find-device.ts';

/** A device with its type, its adapter and the target that the adapter connects to. */
export interface Connection {
  readonly device: StoredDevice;
  readonly type: DeviceType;
  readonly adapter: Adapter;
  readonly target: Target<Record<string, unknown>>;
}

/**
 * Resolves the connection of a device: its type defines the protocol and the default options, its connection profile
 * overrides them, and the device's own credentials override both. The target has the address that the device's name
 * resolves to now.
 *
 * @throws Fault `unsupported` if type and profile do not match, or the address is not one that the organization or the
 *         profile may be used at; `unreachable` if the device has no address, or its name does not resolve
 */
export async function resolveConnection(
  gateway: Gateway,
  device: StoredDevice,
): Promise<Connection> {
  const type = getDeviceType(gateway, device);
  const profile = await profileOf(gateway, device);
  const service = serviceFor(type, profile);
  const adapter = gateway.adapters.get(service.protocol);
  if (!adapter) throw new Fault('unsupported', `no adapter for protocol "${service.protocol}"`);
  if (device.ip_address === null)
    throw new Fault('unreachable', `device "${device.name}" has no ip_address`);
  const host = await resolveDestination(gateway, {
    organization: device.organization,
    host: device.ip_address,
    profileNetworks: networksOf(profile),
  });
  const policy = service.host_key_policy ?? 'first_use';
  const target = {
    name: device.name,
    host,
    serverName: device.ip_address,
    options: optionsOf(adapter, { type, service, device }),
    credentials: openCredentials(gateway, adapter, { device, profile }),
    checkHostKey: createHostKeyCheck(gateway, device, policy),
    checkCertificate: createCertificateCheck(gateway, device, policy),
    ...hostKeyAlgorithmOf(device),
  };
  return { device, type, adapter, target };
}

/** Returns the algorithm of the recorded host key, if there is one. */
function hostKeyAlgorithmOf({ host_key }: StoredDevice): Pick<Target, 'hostKeyAlgorithm'> {
  const [hostKeyAlgorithm] = host_key?.split(' ') ?? [];
  return hostKeyAlgorithm === undefined ? {} : { hostKeyAlgorithm };
}

/** @throws Fault `unsupported` if config/device-types has no file of the type any more */
export function getDeviceType(gateway: Gateway, device: StoredDevice): DeviceType {
  const type = gateway.deviceTypes.get(device.type_short_name);
  if (!type) throw new Fault('unsupported', missingTypeText(device));
  return type;
}

export function missingTypeText({ type_short_name }: StoredDevice): string {
  return `device type "${type_short_name}" is no longer in config/device-types`;
}

/** Returns the debug log of the adapter calls for a device. */
export function createAdapterLog(
  { log }: Gateway,
  { device }: Pick<Connection, 'device'>,
): AdapterContext['log'] {
  return (message, fields = {}) => {
    log.debug({ device: device.id, ...fields }, message);
  };
}

type Profile = Awaited<ReturnType<typeof profileOf>>;

async function profileOf(gateway: Gateway, device: StoredDevice) {
  if (device.connection_profile === null) return null;
  const query = gateway.store.db
    .selectFrom('inventory_connection_profile')
    .selectAll()
    .where('id', '=', device.connection_profile);
  return (await query.executeTakeFirst()) ?? null;
}

function networksOf(profile: Profile): readonly string[] | null {
  const networks = profile?.networks ?? null;
  return networks === null ? null : parseJsonColumn<readonly string[]>(networks);
}

/** Returns the profile's service with the type's protocol; the collection service, which is optional, comes first. */
function serviceFor(type: DeviceType, profile: Profile): ConnectionService {
  const services = [profile?.collection_service, profile?.connection_service]
    .filter((text) => typeof text === 'string')
    .map((text) => parseJsonColumn<ConnectionService>(text));
  const matching = services.find(({ protocol }) => protocol === type.connection.protocol);
  if (matching ?? services.length === 0) return matching ?? type.connection;
  const offered = services.map(({ protocol }) => protocol).join(', ');
  throw new Fault(
    'unsupported',
    `type "${type.short_name}" uses ${type.connection.protocol}, connection profile "${profile?.name ?? ''}" offers ${offered}`,
  );
}

function optionsOf(
  adapter: Adapter,
  by: { type: DeviceType; service: ConnectionService; device: StoredDevice },
): Record<string, unknown> {
  const port = by.service.port === undefined ? {} : { port: by.service.port };
  const options = { ...by.type.connection.options, ...by.service.options, ...port };
  try {
    return validateAgainst<Record<string, unknown>>(adapter.options, options, 'options');
  } catch (error) {
    throw new Fault(
      'unsupported',
      `device "${by.device.name}": ${error instanceof Error ? error.message : 'options'}`,
      {
        cause: error,
      },
    );
  }
}
