import {
  attributesOfChange,
  type ClaimedChange,
} from '../../aaa/coa/authorization-change-queue.ts';
import { findLiveSession, openClientSecret, type LiveSession } from '../../aaa/coa/live-session.ts';
import { Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { DynamicOutcome } from '../../protocol/radius/dynamic-authorization.ts';
import type { DynamicClient, DynamicRequestOptions } from '../../protocol/radius/dynamic-client.ts';
import { errorCause } from '../../protocol/radius/error-cause.ts';
import type { RadsecConnections } from '../core/radsec-connections.ts';
import { isWithin, normalizeIpAddress, parseIpNetwork } from '../../runtime/ip-address.ts';
import {
  encodeCoaAttributes,
  encodeIdentification,
  encodeUnnamedIdentification,
} from './coa-attributes.ts';

export interface AttemptContext {
  readonly gateway: Gateway;
  readonly client: DynamicClient;
  /** Connections of RadSec clients; null: RADIUS is served over UDP only. */
  readonly radsecConnections: Pick<RadsecConnections, 'find'> | null;
  /** Time to wait for a reply over TLS. */
  readonly replyTimeoutMs: number;
  readonly signal: AbortSignal;
}

/** A client over TLS that has no connection to this gateway. */
export interface UnreachableClient {
  readonly outcome: 'unreachable';
  readonly message: string;
}

/** Result of an attempt, and whether the client is a single NAS; null: the session has ended. */
export type AttemptResult =
  | ((DynamicOutcome | UnreachableClient) & {
      readonly isSingleNas: boolean;
      /** Address and port that the request was sent to, over UDP. */
      readonly sentTo?: string;
    })
  | null;

type ChangeFields = Pick<DynamicRequestOptions, 'kind' | 'attributes' | 'at' | 'timeoutMs'>;

/** A caller waits for the outcome, and its client mostly for no more than 30 seconds. */
const callerTimeoutMs = 20_000;

/**
 * Sends a change to the NAS of its session: over UDP, or over the TLS connection that the NAS has open.
 *
 * @throws Fault if the request cannot be sent
 */
export async function attemptChange(
  change: ClaimedChange,
  context: AttemptContext,
): Promise<AttemptResult> {
  const { gateway } = context;
  const session =
    change.session === null ? undefined : await findLiveSession(gateway.store, change.session);
  if (!session) return null;
  const attributes = attributesOfChange(change);
  const changed =
    attributes.length > 0 ? encodeCoaAttributes(attributes, gateway.dictionary()) : Buffer.alloc(0);
  const send = (identification: Buffer) =>
    (session.transport === 'tls' ? sendOverTls : sendOverUdp)(
      session,
      {
        kind: change.kind === 'coa' ? 'coa' : 'disconnect',
        attributes: Buffer.concat([identification, changed]),
        at: gateway.now(),
        ...(change.trigger === 'api' && { timeoutMs: callerTimeoutMs }),
      },
      context,
    );
  const first = await send(encodeIdentification(session));
  const unnamed = isNotFound(first) ? encodeUnnamedIdentification(session) : null;
  const result = unnamed === null ? first : addUp(first, await send(unnamed));
  return { ...result, isSingleNas: isSingleNas(session) };
}

type SendResult = (DynamicOutcome & { readonly sentTo?: string }) | UnreachableClient;

function isNotFound(result: SendResult): boolean {
  return result.outcome === 'refused' && result.errorCause === errorCause.sessionContextNotFound;
}

/** Returns the result of the last request, with the tries and the time of both. */
function addUp(first: SendResult, last: SendResult): SendResult {
  if (first.outcome === 'unreachable' || last.outcome === 'unreachable') return last;
  return { ...last, tries: first.tries + last.tries, ms: first.ms + last.ms };
}

async function sendOverUdp(
  session: LiveSession,
  fields: ChangeFields,
  { gateway, client, signal }: AttemptContext,
): Promise<DynamicOutcome & { readonly sentTo: string }> {
  const [address, port] = [nasAddress(session), session.coa_port];
  const secret = openClientSecret(gateway.vault, session);
  const outcome = await client.sendRequest({ ...fields, address, port, secret, signal });
  return { ...outcome, sentTo: `${address} port ${port}/udp` };
}

async function sendOverTls(
  session: LiveSession,
  fields: ChangeFields,
  { radsecConnections, replyTimeoutMs, signal }: AttemptContext,
): Promise<DynamicOutcome | UnreachableClient> {
  const address = isSingleNas(session) ? null : normalizeIpAddress(session.nasipaddress);
  const connection = radsecConnections?.find({ session, address });
  if (connection) return connection.sendRequest({ timeoutMs: replyTimeoutMs, ...fields, signal });
  return {
    outcome: 'unreachable',
    message: `The ${address === null ? 'client' : `NAS ${address}`} is not connected over TLS.`,
  };
}

/**
 * Returns the address of the NAS: the client's address, or, if the client is a network, the NAS-IP-Address if it is inside,
 * else the source of the last packet, which a router has translated. Other addresses do not share the secret.
 *
 * @throws Fault `conflict` if no address is in the client's network
 */
function nasAddress(session: LiveSession): string {
  const { address, nasipaddress, source } = session;
  if (isSingleNas(session)) return normalizeIpAddress(address.replace(/\/.*$/, ''));
  const inside = [nasipaddress, source].find((given) => given !== null && isInside(given, address));
  if (inside) return normalizeIpAddress(inside);
  throw new Fault(
    'conflict',
    `NAS ${nasipaddress} is not in the network ${address} of its AAA client`,
  );
}

function isInside(address: string, network: string): boolean {
  const [given, within] = [parseIpNetwork(address), parseIpNetwork(network)];
  return given !== null && within !== null && isWithin(given, within);
}

function isSingleNas({ address }: LiveSession): boolean {
  const network = parseIpNetwork(address);
  return network?.prefixLength === network?.bits;
}
