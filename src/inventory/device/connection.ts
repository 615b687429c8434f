import type { Adapter, AdapterContext, Target } from '../../contract/adapter.ts';
import { optionsOf, protocolsOf, type DeviceType } from '../../device-type/device-type.ts';
import { Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { oncePer, TtlCache } from '../../runtime/cache.ts';
import { validateAgainst } from '../../contract/schema.ts';
import { namedParameter, prepareQuery } from '../../store/prepared-statement.ts';
import { parseJsonColumn } from '../../store/store.ts';
import type { ConnectionService } from './connection-service.ts';
import { openCredentials } from './credentials.ts';
import { resolveDestination } from './device-address.ts';
import { createCertificateCheck, createHostKeyCheck } from './host-key-check.ts';
import { getDeviceType, type StoredDevice } from './find-device.ts';

/** An adapter and the target that it connects to. */
export interface Service {
  readonly adapter: Adapter;
  readonly target: Target<Readonly<Record<string, unknown>>>;
}

/** A device with its type, its adapter and the target that the adapter connects to. */
export interface Connection extends Service {
  readonly device: StoredDevice;
  readonly type: DeviceType;
  /**
   * Returns the service of one of the type's protocols; default: the protocol of its connection.
   *
   * @throws Fault `unsupported` if the options of the protocol are not valid
   */
  serviceOf(protocol: string | undefined): Service;
  /** Faults of protocols that did not answer, for a type with two protocols. */
  readonly silent: Map<string, Fault>;
}

/**
 * Resolves the connection of a device: its type defines the protocol and the default options, its connection profile
 * overrides them, and the device's own credentials override both. The target has the address that the device's name
 * resolves to now.
 *
 * @throws Fault `unsupported` if type and profile do not match, or the networks of the organization or the profile exclude the
 *         address; `unreachable` if the device has no address, or its name does not resolve
 */
export async function resolveConnection(
  gateway: Gateway,
  device: StoredDevice & { readonly organization_version?: number },
): Promise<Connection> {
  const type = getDeviceType(gateway, device);
  const profile = await profileOf(gateway, device);
  checkProfile(type, profile);
  if (device.ip_address === null)
    throw new Fault('unreachable', `device "${device.name}" has no ip_address`);
  const { organization_version: version } = device;
  const host = await resolveDestination(gateway.store, {
    organization: device.organization,
    host: device.ip_address,
    profileNetworks: networksOf(profile),
    known: version === undefined ? undefined : { grants: gateway.inventory.grants, version },
  });
  const peer = { device, type, profile, host, serverName: device.ip_address };
  const services = new Map<string, Service>();
  const serviceOf = (protocol = type.connection.protocol) => {
    const service = services.get(protocol) ?? createService(gateway, peer, protocol);
    services.set(protocol, service);
    return service;
  };
  return { device, type, ...serviceOf(undefined), serviceOf, silent: new Map() };
}

interface Peer {
  readonly device: StoredDevice;
  readonly type: DeviceType;
  readonly profile: Profile;
  readonly host: string;
  readonly serverName: string;
}

function createService(
  gateway: Gateway,
  { device, type, profile, host, serverName }: Peer,
  protocol: string,
): Service {
  const service = servicesOf(profile).find((one) => one.protocol === protocol) ?? { protocol };
  const adapter = gateway.adapters.get(protocol);
  if (!adapter) throw new Fault('unsupported', `no adapter for protocol "${protocol}"`);
  const policy = service.host_key_policy ?? 'first_use';
  const [hostKeyAlgorithm] = device.host_key?.split(' ') ?? [];
  const target = {
    name: device.name,
    host,
    serverName,
    options: targetOptions(adapter, { type, service, device }),
    credentials: openCredentials(gateway.inventory.secrets, adapter, { device, profile }),
    checkHostKey: createHostKeyCheck(gateway, device, policy),
    checkCertificate: createCertificateCheck(gateway, device, policy),
    ...(hostKeyAlgorithm !== undefined && { hostKeyAlgorithm }),
  };
  return { adapter, target };
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
  const [profile] = await readProfile(gateway.store, { id: device.connection_profile });
  return profile ?? null;
}

const readProfile = prepareQuery((db) =>
  db
    .selectFrom('inventory_connection_profile')
    .selectAll()
    .where('id', '=', namedParameter<number>('id'))
    .compile(),
);

function networksOf(profile: Profile): readonly string[] | null {
  const networks = profile?.networks ?? null;
  return networks === null ? null : parseJsonColumn<readonly string[]>(networks);
}

/** Returns the services of a profile; the collection service, which is optional, comes first. */
function servicesOf(profile: Profile): readonly ConnectionService[] {
  return [profile?.collection_service, profile?.connection_service]
    .filter((text) => typeof text === 'string')
    .map((text) => parseJsonColumn<ConnectionService>(text));
}

/** @throws Fault `unsupported` if no service of a profile with services has a protocol of the type */
function checkProfile(type: DeviceType, profile: Profile): void {
  const offered = servicesOf(profile).map(({ protocol }) => protocol);
  const wanted = protocolsOf(type);
  if (offered.length === 0 || wanted.some((protocol) => offered.includes(protocol))) return;
  throw new Fault(
    'unsupported',
    `type "${type.short_name}" uses ${wanted.join(' and ')}, connection profile "${profile?.name ?? ''}" offers ${offered.join(', ')}`,
  );
}

function targetOptions(
  adapter: Adapter,
  by: { type: DeviceType; service: ConnectionService; device: StoredDevice },
): Options {
  const port = by.service.port === undefined ? {} : { port: by.service.port };
  const options = { ...optionsOf(by.type, adapter.name), ...by.service.options, ...port };
  const key = JSON.stringify(options);
  const kept = validOptions(adapter);
  const known = kept.get(key);
  if (known !== undefined) return known;
  try {
    const valid = validateAgainst<Record<string, unknown>>(adapter.options, options, 'options');
    kept.set(key, valid);
    return valid;
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

type Options = Readonly<Record<string, unknown>>;

/** Options that were found valid, by their text: most devices of a site have the same few. */
const validOptions = oncePer<Adapter, TtlCache<Options>>(
  () => new TtlCache({ ttlMs: 3_600_000, maxEntries: 200 }),
);
