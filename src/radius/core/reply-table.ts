import { packetCode } from '../../protocol/radius/packet.ts';

/** The listeners: one UDP port each for authentication and accounting, and RadSec for all packets. */
export type ListenerName = 'auth' | 'acct' | 'tls';

/** The result of a request. A request that failed has no result and gets no reply. */
export type RequestResult =
  | 'recorded'
  | 'ignored'
  | 'accepted'
  | 'refused'
  | 'challenged'
  | 'alive'
  | 'unwanted'
  | 'proxied_accept'
  | 'proxied_reject'
  | 'proxied_challenge';

export interface ReplyRule {
  readonly code: number;
  /** True if Message-Authenticator is the first attribute (CVE-2024-3596). */
  readonly isSigned: boolean;
  /** True if the reply is held back, so that guessing passwords is slow. */
  readonly isDelayed: boolean;
}

/** The name of a packet type, and its reply for each result. */
export interface PacketRule {
  readonly type: string;
  readonly replies: Readonly<Partial<Record<RequestResult, ReplyRule>>>;
}

function plain(code: number): ReplyRule {
  return { code, isSigned: false, isDelayed: false };
}

function signed(code: number): ReplyRule {
  return { code, isSigned: true, isDelayed: false };
}

const accessRequest: PacketRule = {
  type: 'access-request',
  replies: {
    accepted: signed(packetCode.accessAccept),
    refused: { code: packetCode.accessReject, isSigned: true, isDelayed: true },
    challenged: signed(packetCode.accessChallenge),
    proxied_accept: signed(packetCode.accessAccept),
    // The upstream has delayed its reject already.
    proxied_reject: signed(packetCode.accessReject),
    proxied_challenge: signed(packetCode.accessChallenge),
  },
};
const accountingRequest: PacketRule = {
  type: 'accounting-request',
  replies: {
    recorded: plain(packetCode.accountingResponse),
    ignored: plain(packetCode.accountingResponse),
  },
};

function statusServer(code: number): PacketRule {
  return { type: 'status-server', replies: { alive: signed(code) } };
}

function unsupported(type: string, nak: number): PacketRule {
  return { type, replies: { unwanted: plain(nak) } };
}

/** Rules by listener and code of the request; any other packet is dropped. */
export const replyTable: Readonly<Record<ListenerName, ReadonlyMap<number, PacketRule>>> = {
  auth: new Map([
    [packetCode.accessRequest, accessRequest],
    [packetCode.statusServer, statusServer(packetCode.accessAccept)],
  ]),
  acct: new Map([
    [packetCode.accountingRequest, accountingRequest],
    [packetCode.statusServer, statusServer(packetCode.accountingResponse)],
  ]),
  tls: new Map([
    [packetCode.accessRequest, accessRequest],
    [packetCode.accountingRequest, accountingRequest],
    [packetCode.statusServer, statusServer(packetCode.accessAccept)],
    [packetCode.disconnectRequest, unsupported('disconnect-request', packetCode.disconnectNak)],
    [packetCode.coaRequest, unsupported('coa-request', packetCode.coaNak)],
  ]),
};
