import { code } from '../protocol/radius/packet.ts';

/** The two ports of UDP, and the one of TLS, where everything comes. */
export type Door = 'auth' | 'acct' | 'tls';

/** What became of a request; one that failed has no result, and no answer. */
export type Result =
  | ('recorded' | 'ignored' | 'accepted' | 'refused' | 'alive' | 'unwanted')
  // what an upstream said
  | ('proxied_accept' | 'proxied_reject' | 'proxied_challenge');

export interface Answer {
  readonly code: number;
  /** Message-Authenticator as the first attribute (CVE-2024-3596). */
  readonly isSigned: boolean;
  /** Held back, so that guessing is slow. */
  readonly isDelayed: boolean;
}

/** What may come in at a door, and what goes out for each result. */
export interface Expected {
  readonly type: string;
  readonly answers: Readonly<Partial<Record<Result, Answer>>>;
}

const plain = { isSigned: false, isDelayed: false };
const signed = { isSigned: true, isDelayed: false };

const accessRequest: Expected = {
  type: 'access-request',
  answers: {
    accepted: { code: code.accessAccept, ...signed },
    refused: { code: code.accessReject, isSigned: true, isDelayed: true },
    proxied_accept: { code: code.accessAccept, ...signed },
    // Whoever refused has taken its time already.
    proxied_reject: { code: code.accessReject, ...signed },
    proxied_challenge: { code: code.accessChallenge, ...signed },
  },
};
const accountingRequest: Expected = {
  type: 'accounting-request',
  answers: {
    recorded: { code: code.accountingResponse, ...plain },
    ignored: { code: code.accountingResponse, ...plain },
  },
};
const statusServer = (answer: number): Expected => ({ type: 'status-server', answers: { alive: { code: answer, ...signed } } });
const refused = (type: string, nak: number): Expected => ({ type, answers: { unwanted: { code: nak, ...plain } } });

/** By door and code of the request; whatever is not here is discarded in silence. */
export const expected: Readonly<Record<Door, ReadonlyMap<number, Expected>>> = {
  auth: new Map([
    [code.accessRequest, accessRequest],
    [code.statusServer, statusServer(code.accessAccept)],
  ]),
  acct: new Map([
    [code.accountingRequest, accountingRequest],
    [code.statusServer, statusServer(code.accountingResponse)],
  ]),
  tls: new Map([
    [code.accessRequest, accessRequest],
    [code.accountingRequest, accountingRequest],
    [code.statusServer, statusServer(code.accessAccept)],
    [code.disconnectRequest, refused('disconnect-request', code.disconnectNak)],
    [code.coaRequest, refused('coa-request', code.coaNak)],
  ]),
};
