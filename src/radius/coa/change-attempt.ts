import type { ClaimedChange } from '../../aaa/coa/authorization-change-queue.ts';
import type { AuthorizationAttributes } from '../../aaa/policy/attribute-lists.ts';
import { findLiveSession, type LiveSession } from '../../aaa/coa/live-session.ts';
import { Fault } from '../../errors.ts';
import type { Gateway } from '../../gateway.ts';
import type { DynamicOutcome } from '../../protocol/radius/dynamic-authorization.ts';
import type { DynamicClient, DynamicRequestOptions } from '../../protocol/radius/dynamic-client.ts';
import type { RadsecConnections } from '../core/radsec-connections.ts';
import {
  networkKey,
  parseIpAddress,
  parseIpNetwork,
  normalizeIpAddress,
} from '../core/ip-address.ts';
import { encodeCoaAttributes, encodeIdentification } from './coa-attributes.ts';
import { parseJsonColumn } from '../../store/store.ts';

/** What an attempt needs beside the change itself. */
export interface AttemptContext {
  readonly gateway: Gateway;
  readonly client: DynamicClient;
  /** null: RADIUS is spoken over UDP only. */
  readonly radsecConnections: Pick<RadsecConnections, 'find'> | null;
  readonly patienceMs: number;
  readonly signal: AbortSignal;
}

/** A client over TLS holds no connection with this gateway open. */
export interface UnreachableClient {
  readonly outcome: 'unreachable';
  readonly message: string;
}

/** What came of an attempt, and whether the client is one NAS; null: the session has ended meanwhile. */
export type AttemptResult =
  ((DynamicOutcome | UnreachableClient) & { readonly isSingleNas: boolean }) | null;

type Wanted = Pick<DynamicRequestOptions, 'kind' | 'attributes' | 'at'>;

/**
 * Asks the NAS of a session for a change: over UDP, or over TLS by the connection that it holds open.
 *
 * @throws Fault where the NAS can not be asked
 */
export async function attemptChange(
  change: ClaimedChange,
  means: AttemptContext,
): Promise<AttemptResult> {
  const { gateway } = means;
  const session =
    change.session === null ? undefined : await findLiveSession(gateway.store, change.session);
  if (!session) return null;
  const given = parseJsonColumn<AuthorizationAttributes>(change.attributes);
  const wanted: Wanted = {
    kind: change.kind === 'coa' ? 'coa' : 'disconnect',
    attributes: Buffer.concat([
      encodeIdentification(session),
      given.length > 0 ? encodeCoaAttributes(given, gateway.dictionary()) : Buffer.alloc(0),
    ]),
    at: gateway.now(),
  };
  const outcome = await (session.transport === 'tls' ? overTls : overUdp)(session, wanted, means);
  return { ...outcome, isSingleNas: isOne(session) };
}

function overUdp(
  session: LiveSession,
  wanted: Wanted,
  { gateway, client, signal }: AttemptContext,
): Promise<DynamicOutcome> {
  const secret = gateway.vault.open(session.secret, 'aaa_client.secret');
  return client.sendRequest({
    ...wanted,
    address: addressOf(session),
    port: session.coa_port,
    secret,
    signal,
  });
}

async function overTls(
  session: LiveSession,
  wanted: Wanted,
  { radsecConnections, patienceMs, signal }: AttemptContext,
): Promise<DynamicOutcome | UnreachableClient> {
  const address = isOne(session) ? null : normalizeIpAddress(session.nasipaddress);
  const connection = radsecConnections?.find({ session, address });
  if (connection) return connection.sendRequest({ ...wanted, timeoutMs: patienceMs, signal });
  return {
    outcome: 'unreachable',
    message: `The ${address === null ? 'client' : `NAS ${address}`} is not connected over TLS.`,
  };
}

/**
 * A client that is one address is asked there; of a network of them the NAS' own address is, where it is in that network:
 * nobody else has the secret.
 */
function addressOf(session: LiveSession): string {
  const { address, nasipaddress } = session;
  if (isOne(session)) return normalizeIpAddress(address.replace(/\/.*$/, ''));
  const network = parseIpNetwork(address);
  const nas = parseIpAddress(nasipaddress);
  const isInside =
    network &&
    nas?.bits === network.bits &&
    networkKey(nas, network.prefixLength) === networkKey(network, network.prefixLength);
  if (!isInside)
    throw new Fault(
      'conflict',
      `NAS ${nasipaddress} is not in the network ${address} of its AAA client`,
    );
  return normalizeIpAddress(nasipaddress);
}

function isOne({ address }: LiveSession): boolean {
  const network = parseIpNetwork(address);
  return network?.prefixLength === network?.bits;
}
