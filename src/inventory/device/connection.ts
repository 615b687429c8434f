import type {
  Adapter,
  Credentials,
  HostKeyCheck,
  SnmpV3Credentials,
  Target,
} from '../../adapter.ts';
import type { DeviceType } from '../../device-type.ts';
import { Fault } from '../../errors.ts';
import type { Gateway } from '../../gateway.ts';
import { validateAgainst } from '../../schema.ts';
import { Secret } from '../../secret.ts';
import { createHostKeyCheck } from './host-key-check.ts';
import type { StoredDevice } from './find-device.ts';
import { parseJsonColumn } from '../../store/store.ts';

/** A device with everything that is needed to speak to it. */
export interface Connection {
  readonly device: StoredDevice;
  readonly type: DeviceType;
  readonly adapter: Adapter;
  readonly target: Target<Record<string, unknown>>;
}

interface Service {
  readonly protocol: string;
  readonly port?: number;
  readonly host_key_policy?: 'first_use' | 'pinned';
  readonly options?: Readonly<Record<string, unknown>>;
}

/**
 * Puts together how a device is reached: its type says the protocol and the usual options, its connection profile
 * overrides them, and what the device itself says overrides both.
 *
 * @throws Fault `unsupported` where type and profile do not fit; `unreachable` where the device has no address
 */
export async function resolveConnection(
  gateway: Gateway,
  device: StoredDevice,
): Promise<Connection> {
  const type = getDeviceType(gateway, device);
  const profile = await profileOf(gateway, device);
  const service = serviceFor(type, profile);
  const adapter = gateway.adapters.get(service.protocol);
  if (!adapter) throw new Fault('unsupported', `no adapter for ${service.protocol}`);
  if (device.ip_address === null)
    throw new Fault('unreachable', `device "${device.name}" has no ip_address`);
  const target = {
    name: device.name,
    host: device.ip_address,
    options: optionsOf(adapter, { type, service, device }),
    credentials: credentialsOf(gateway, device, profile),
    checkHostKey: keyCheck(gateway, device, service),
  };
  return { device, type, adapter, target };
}

/** @throws Fault `unsupported` where the type's file is no longer there */
export function getDeviceType(gateway: Gateway, device: StoredDevice): DeviceType {
  const type = gateway.deviceTypes.get(device.type_short_name);
  if (!type)
    throw new Fault(
      'unsupported',
      `device type "${device.type_short_name}" is no longer in config/device-types`,
    );
  return type;
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

/** The profile's service that speaks the type's protocol: collection first, since it is the additional one. */
function serviceFor(type: DeviceType, profile: Profile): Service {
  const services = [profile?.collection_service, profile?.connection_service]
    .filter((text) => typeof text === 'string')
    .map((text) => parseJsonColumn<Service>(text));
  const fitting = services.find(({ protocol }) => protocol === type.connection.protocol);
  if (fitting ?? services.length === 0) return fitting ?? type.connection;
  const spoken = services.map(({ protocol }) => protocol).join(', ');
  throw new Fault(
    'unsupported',
    `type "${type.short_name}" speaks ${type.connection.protocol}, connection profile "${profile?.name ?? ''}" ${spoken}`,
  );
}

function optionsOf(
  adapter: Adapter,
  by: { type: DeviceType; service: Service; device: StoredDevice },
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

/** As `snmp_v3` of a device or a profile is written. */
interface StoredSnmpV3 {
  readonly user: string;
  readonly auth_protocol?: NonNullable<SnmpV3Credentials['authProtocol']>;
  readonly auth_password?: string;
  readonly priv_protocol?: NonNullable<SnmpV3Credentials['privProtocol']>;
  readonly priv_password?: string;
}

const secretColumns = ['password', 'private_key', 'snmp_community', 'snmp_v3'] as const;

function credentialsOf(gateway: Gateway, device: StoredDevice, profile: Profile): Credentials {
  const username = device.username ?? profile?.username;
  const [password, privateKey, community, snmpV3] = secretColumns.map((column) => {
    if (device[column] !== null)
      return gateway.vault.open(device[column], `inventory_device.${column}`);
    return profile?.[column]
      ? gateway.vault.open(profile[column], `inventory_connection_profile.${column}`)
      : undefined;
  });
  return {
    ...(username && { username }),
    ...(password && { password }),
    ...(privateKey && { privateKey }),
    ...(community && { community }),
    ...(snmpV3 && { snmpV3: snmpV3Of(snmpV3.reveal()) }),
  };
}

function snmpV3Of(json: string): SnmpV3Credentials {
  const given = parseJsonColumn<StoredSnmpV3>(json);
  return {
    user: given.user,
    ...(given.auth_protocol && { authProtocol: given.auth_protocol }),
    ...(given.auth_password && { authPassword: new Secret(given.auth_password) }),
    ...(given.priv_protocol && { privProtocol: given.priv_protocol }),
    ...(given.priv_password && { privPassword: new Secret(given.priv_password) }),
  };
}

function keyCheck(gateway: Gateway, device: StoredDevice, service: Service): HostKeyCheck {
  return createHostKeyCheck(gateway, device, service.host_key_policy ?? 'first_use');
}
