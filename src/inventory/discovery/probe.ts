import type { Selectable } from 'kysely';
import type { Identity } from '../../contract/adapter.ts';
import { asFault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { validateAgainst } from '../../contract/schema.ts';
import { parseJsonColumn } from '../../store/store.ts';
import type { Tables } from '../../contract/tables.ts';
import type { ConnectionService } from '../device/connection-service.ts';
import { openCredentials } from '../device/credentials.ts';
import { resolveDestination } from '../device/device-address.ts';
import { pingFromGateway } from '../diagnostic/gateway-ping.ts';
import { betterWith, matchType } from './type-match.ts';

export type Profile = Selectable<Tables['inventory_connection_profile']>;

/** Time limit of an address, and of each question of it. */
const addressTimeoutMs = 20_000;
const pingOptions = { count: 1, timeout: 1 } as const;

/** A machine that answered. */
export interface Candidate {
  readonly address: string;
  readonly name: string | null;
  readonly type: string | null;
  readonly why: string;
  readonly connection_profile: number | null;
}

interface Probe {
  readonly organization: number;
  readonly profiles: readonly Profile[];
  /** True: addresses that do not answer a ping are skipped. */
  readonly ping: boolean;
  /** Addresses that have answered a ping; null: each is pinged here. */
  readonly answering: ReadonlySet<string> | null;
}

/**
 * Identifies the machine at an address: by a ping, and by the services of each profile.
 *
 * @returns null without an answer, or if the organization may not connect there
 * @throws Fault `unsupported` if this machine cannot ping
 */
export async function probeAddress(
  gateway: Gateway,
  address: string,
  { organization, profiles, ping, answering }: Probe,
): Promise<Candidate | null> {
  if (answering?.has(address) === false) return null;
  if (!(await isAllowed(gateway, { organization, host: address }))) return null;
  const isUp = ping && (answering !== null || (await answersPing(gateway, address)));
  if (ping && !isUp) return null;
  const step = { name: 'discovery', timeoutMs: addressTimeoutMs };
  const found = await gateway.watchdog
    .run(step, (signal) =>
      Promise.all(
        profiles.map((profile) => identify(gateway, { organization, profile, address, signal })),
      ),
    )
    .catch((error: unknown) => {
      if (asFault(error)) return [];
      throw error;
    });
  const answers = found.flatMap((one) => one ?? []);
  const [best] = answers.sort((one, other) => other.weight - one.weight);
  if (best) return best.candidate;
  if (!isUp) return null;
  const why = 'it answers a ping, and none of the connection profiles';
  return { address, name: null, type: null, why, connection_profile: null };
}

type Destination = Parameters<typeof resolveDestination>[1];

/** Returns false for a destination that the organization may not connect to. */
export async function isAllowed(gateway: Gateway, destination: Destination): Promise<boolean> {
  try {
    await resolveDestination(gateway.store, destination);
    return true;
  } catch (error) {
    if (asFault(error)?.kind === 'unsupported') return false;
    throw error;
  }
}

/** @throws Fault `unsupported` if this machine cannot ping */
async function answersPing(gateway: Gateway, address: string): Promise<boolean> {
  try {
    const { summary } = await gateway.watchdog.run(
      { name: 'ping', timeoutMs: addressTimeoutMs },
      (signal) =>
        pingFromGateway(gateway, { name: address, host: address, options: pingOptions }, signal),
    );
    return Number(summary['packets_received']) > 0;
  } catch (error) {
    const kind = asFault(error)?.kind;
    if (kind === undefined || kind === 'unsupported') throw error;
    return false;
  }
}

interface Question {
  readonly organization: number;
  readonly profile: Profile;
  readonly address: string;
  readonly signal: AbortSignal;
}

/** Asks all services of a profile. @returns null if all are silent */
async function identify(gateway: Gateway, question: Question) {
  const { profile, address } = question;
  if (!(await isAllowed(gateway, destinationOf(question)))) return null;
  const services = servicesOf(profile);
  const answers = await Promise.all(
    services.map((service) => askService(gateway, service, question)),
  );
  const known = answers.filter((answer) => answer !== null);
  if (known.length === 0) return null;
  const identity = known.reduce((all, answer) => ({ ...all, ...answer }));
  const protocols = new Set(services.map(({ protocol }) => protocol));
  const types = [...gateway.deviceTypes.values()];
  const match = matchType(types, identity, protocols);
  const better = betterWith(types, identity, match);
  const why = match?.why ?? `no type fits ${describe(identity)}`;
  const candidate: Candidate = {
    address,
    name: nameOf(identity),
    type: match?.type ?? null,
    why: better === null ? why : `${why}; ${better}`,
    connection_profile: profile.id,
  };
  return { candidate, weight: match?.weight ?? 0 };
}

function nameOf({ sysName = '' }: Identity): string | null {
  return sysName === '' ? null : sysName;
}

function destinationOf({ organization, address, profile: { networks } }: Question): Destination {
  const profileNetworks = networks === null ? null : parseJsonColumn<readonly string[]>(networks);
  return { organization, host: address, profileNetworks };
}

function servicesOf(profile: Profile): readonly ConnectionService[] {
  return [profile.connection_service, profile.collection_service]
    .filter((text) => text !== null)
    .map((text) => parseJsonColumn<ConnectionService>(text));
}

const maxShown = 200;

function describe({ sysObjectId, sysDescr, sshBanner, httpBanner }: Identity): string {
  return Object.entries({
    sysObjectID: sysObjectId,
    sysDescr,
    'SSH banner': sshBanner,
    'web page': httpBanner,
  })
    .flatMap(([name, value]) =>
      value ? [`${name} ${JSON.stringify(value.slice(0, maxShown))}`] : [],
    )
    .join(', ');
}

const noCredentials = {
  username: null,
  password: null,
  private_key: null,
  snmp_community: null,
  snmp_v3: null,
  credentials: null,
};

/** @returns null if the service does not answer, or its protocol cannot ask */
async function askService(
  gateway: Gateway,
  { protocol, port, options }: ConnectionService,
  { profile, address, signal }: Question,
): Promise<Identity | null> {
  const adapter = gateway.adapters.get(protocol);
  if (!adapter?.identify) return null;
  try {
    const given = { ...structuredClone(options), ...(port !== undefined && { port }) };
    const target = {
      name: address,
      host: address,
      options: validateAgainst<Record<string, unknown>>(adapter.options, given, 'options'),
      credentials: openCredentials(gateway.inventory.secrets, adapter, {
        device: noCredentials,
        profile,
      }),
      checkHostKey: () => Promise.resolve(false),
    };
    return await adapter.identify(target, { signal, log: () => undefined });
  } catch (error) {
    if (asFault(error)) return null;
    throw error;
  }
}
