import type { Claimed } from '../aaa/authorization-changes.ts';
import type { SentAttributes } from '../aaa/attributes.ts';
import { findLiveSession, type LiveSession } from '../aaa/live-session.ts';
import { Fault } from '../errors.ts';
import type { Gateway } from '../gateway.ts';
import type { DynamicClient, DynamicOutcome } from '../protocol/radius/dynamic-client.ts';
import { networkKey, parseAddress, parseNetwork, plainAddress } from './address.ts';
import { encodeAttributes, identification } from './dynamic-attributes.ts';

/** What an attempt needs beside the change itself. */
export interface Means {
  readonly gateway: Gateway;
  readonly client: DynamicClient;
  readonly signal: AbortSignal;
}

/**
 * Asks the NAS of a session for a change.
 *
 * @returns what came of it, and whether the client is one NAS; null where the session has ended meanwhile
 * @throws Fault where the NAS can not be asked
 */
export async function attempt(
  change: Claimed,
  { gateway, client, signal }: Means,
): Promise<(DynamicOutcome & { readonly isOneNas: boolean }) | null> {
  const session = change.session === null ? undefined : await findLiveSession(gateway.store, change.session);
  if (!session) return null;
  const kind = change.kind === 'coa' ? 'coa' : 'disconnect';
  const given = JSON.parse(change.attributes) as SentAttributes;
  const outcome = await client.ask({
    kind,
    ...addressOf(session),
    secret: gateway.vault.open(session.secret, 'aaa_client.secret'),
    attributes: Buffer.concat([
      identification(session),
      given.length > 0 ? encodeAttributes(given, gateway.dictionary()) : Buffer.alloc(0),
    ]),
    at: gateway.now(),
    signal,
  });
  return { ...outcome, isOneNas: isOne(session) };
}

/**
 * A client that is one address is asked there; of a network of them the NAS' own address is, where it is in that network:
 * nobody else has the secret.
 */
function addressOf(session: LiveSession): { readonly address: string; readonly port: number } {
  const { address, nasipaddress, coa_port: port } = session;
  if (isOne(session)) return { address: plainAddress(address.replace(/\/.*$/, '')), port };
  const network = parseNetwork(address);
  const nas = parseAddress(nasipaddress);
  const isInside =
    network && nas?.bits === network.bits && networkKey(nas, network.length) === networkKey(network, network.length);
  if (!isInside) throw new Fault('conflict', `NAS ${nasipaddress} is not in the network ${address} of its AAA client`);
  return { address: plainAddress(nasipaddress), port };
}

function isOne({ address }: LiveSession): boolean {
  const network = parseNetwork(address);
  return network?.length === network?.bits;
}
