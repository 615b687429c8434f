import type { FaultKind } from '../../contract/errors.ts';
import type { MalformedReason } from '../../protocol/radius/packet.ts';

/** Reason why a request fails its verification. */
export type VerifyDropReason =
  | 'authenticator'
  | 'message_authenticator'
  | 'message_authenticator_missing'
  | 'proxy_state'
  | 'loop';

/** Reason why a RadSec connection is refused or aborted. */
export type ConnectionDropReason =
  | 'unknown_client'
  | 'too_many_connections'
  | 'connection_rate'
  | 'handshake'
  | 'not_reading'
  | 'authenticator'
  | 'message_authenticator'
  | 'message_authenticator_missing';

/**
 * Reason why a packet is dropped or a connection refused: a label of `gatehouse_radius_drops_total`. A fault is the drop
 * reason of a request that failed; `defect` stands for any other error.
 */
export type DropReason =
  | MalformedReason
  | VerifyDropReason
  | ConnectionDropReason
  | FaultKind
  | 'defect'
  | 'code'
  | 'overloaded'
  | 'reply_too_long';
