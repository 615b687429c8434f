import type { Claimed } from '../aaa/authorization-changes.ts';
import type { SentAttributes } from '../aaa/attributes.ts';
import { findLiveSession, type LiveSession } from '../aaa/live-session.ts';
import { Fault } from '../errors.ts';
import type { Gateway } from '../gateway.ts';
import type { DynamicClient, DynamicOutcome, DynamicQuestion } from '../protocol/radius/dynamic-client.ts';
import type { Connected } from './connected.ts';
import { networkKey, parseAddress, parseNetwork, plainAddress } from './address.ts';
import { encodeAttributes, identification } from './dynamic-attributes.ts';

/** What an attempt needs beside the change itself. */
export interface Means {
  readonly gateway: Gateway;
  readonly client: DynamicClient;
  /** null: RADIUS is spoken over UDP only. */
  readonly connected: Pick<Connected, 'find'> | null;
  readonly patienceMs: number;
  readonly signal: AbortSignal;
}

/** A client over TLS holds no connection with this gateway open. */
export interface Unreachable {
  readonly outcome: 'unreachable';
  readonly words: string;
}

/** What came of an attempt, and whether the client is one NAS; null: the session has ended meanwhile. */
export type Attempted = ((DynamicOutcome | Unreachable) & { readonly isOneNas: boolean }) | null;

type Wanted = Pick<DynamicQuestion, 'kind' | 'attributes' | 'at'>;

/**
 * Asks the NAS of a session for a change: over UDP, or over TLS by the connection that it holds open.
 *
 * @throws Fault where the NAS can not be asked
 */
export async function attempt(change: Claimed, means: Means): Promise<Attempted> {
  const { gateway } = means;
  const session = change.session === null ? undefined : await findLiveSession(gateway.store, change.session);
  if (!session) return null;
  const given = JSON.parse(change.attributes) as SentAttributes;
  const wanted: Wanted = {
    kind: change.kind === 'coa' ? 'coa' : 'disconnect',
    attributes: Buffer.concat([
      identification(session),
      given.length > 0 ? encodeAttributes(given, gateway.dictionary()) : Buffer.alloc(0),
    ]),
    at: gateway.now(),
  };
  const outcome = await (session.transport === 'tls' ? overTls : overUdp)(session, wanted, means);
  return { ...outcome, isOneNas: isOne(session) };
}

function overUdp(session: LiveSession, wanted: Wanted, { gateway, client, signal }: Means): Promise<DynamicOutcome> {
  const secret = gateway.vault.open(session.secret, 'aaa_client.secret');
  return client.ask({ ...wanted, address: addressOf(session), port: session.coa_port, secret, signal });
}

async function overTls(
  session: LiveSession,
  wanted: Wanted,
  { connected, patienceMs, signal }: Means,
): Promise<DynamicOutcome | Unreachable> {
  const address = isOne(session) ? null : plainAddress(session.nasipaddress);
  const connection = connected?.find({ session, address });
  if (connection) return connection.ask({ ...wanted, patienceMs, signal });
  return { outcome: 'unreachable', words: `The ${address === null ? 'client' : `NAS ${address}`} is not connected over TLS.` };
}

/**
 * A client that is one address is asked there; of a network of them the NAS' own address is, where it is in that network:
 * nobody else has the secret.
 */
function addressOf(session: LiveSession): string {
  const { address, nasipaddress } = session;
  if (isOne(session)) return plainAddress(address.replace(/\/.*$/, ''));
  const network = parseNetwork(address);
  const nas = parseAddress(nasipaddress);
  const isInside =
    network && nas?.bits === network.bits && networkKey(nas, network.length) === networkKey(network, network.length);
  if (!isInside) throw new Fault('conflict', `NAS ${nasipaddress} is not in the network ${address} of its AAA client`);
  return plainAddress(nasipaddress);
}

function isOne({ address }: LiveSession): boolean {
  const network = parseNetwork(address);
  return network?.length === network?.bits;
}
