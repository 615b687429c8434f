import { packetCode } from '../../protocol/radius/packet.ts';

/** The two ports of UDP, and the one of TLS, where everything comes. */
export type ListenerName = 'auth' | 'acct' | 'tls';

/** What became of a request; one that failed has no result, and no answer. */
export type RequestResult =
  | ('recorded' | 'ignored' | 'accepted' | 'refused' | 'alive' | 'unwanted')
  // what an upstream said
  | ('proxied_accept' | 'proxied_reject' | 'proxied_challenge');

export interface ReplyRule {
  readonly code: number;
  /** Message-Authenticator as the first attribute (CVE-2024-3596). */
  readonly isSigned: boolean;
  /** Held back, so that guessing is slow. */
  readonly isDelayed: boolean;
}

/** What may come in at a door, and what goes out for each result. */
export interface PacketRule {
  readonly type: string;
  readonly replies: Readonly<Partial<Record<RequestResult, ReplyRule>>>;
}

const plain = { isSigned: false, isDelayed: false };
const signed = { isSigned: true, isDelayed: false };

const accessRequest: PacketRule = {
  type: 'access-request',
  replies: {
    accepted: { code: packetCode.accessAccept, ...signed },
    refused: { code: packetCode.accessReject, isSigned: true, isDelayed: true },
    proxied_accept: { code: packetCode.accessAccept, ...signed },
    // Whoever refused has taken its time already.
    proxied_reject: { code: packetCode.accessReject, ...signed },
    proxied_challenge: { code: packetCode.accessChallenge, ...signed },
  },
};
const accountingRequest: PacketRule = {
  type: 'accounting-request',
  replies: {
    recorded: { code: packetCode.accountingResponse, ...plain },
    ignored: { code: packetCode.accountingResponse, ...plain },
  },
};
const statusServer = (answer: number): PacketRule => ({
  type: 'status-server',
  replies: { alive: { code: answer, ...signed } },
});
const refused = (type: string, nak: number): PacketRule => ({
  type,
  replies: { unwanted: { code: nak, ...plain } },
});

/** By door and code of the request; whatever is not here is discarded in silence. */
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
    [packetCode.disconnectRequest, refused('disconnect-request', packetCode.disconnectNak)],
    [packetCode.coaRequest, refused('coa-request', packetCode.coaNak)],
  ]),
};
