import type { LoginDecision } from '../../aaa/policy/login-decision.ts';
import type { HidingKey } from '../../protocol/radius/attribute-hiding.ts';
import type { Packet } from '../../protocol/radius/packet.ts';
import type { LinkKeys } from '../../protocol/eap/key-material.ts';
import type { CertificateNumber } from '../../tls/revocation-list.ts';
import type { RequestCredential } from '../auth/access-request.ts';
import type { CarriedCredential } from '../auth/carried-credential.ts';
import type { RadiusRequest } from '../core/radius-request.ts';

/** A login as a method of EAP has learned it. */
export interface PeerLogin {
  /** User-Name as the peer presents it. */
  readonly username: Buffer;
  readonly presented: RequestCredential;
  /** Absent: no upstream could verify the credential. */
  readonly carried?: CarriedCredential | undefined;
  /** Number of the certificate of the device; absent: it has shown none. */
  readonly certificate?: CertificateNumber;
}

/** The reply of an upstream to a login; it is in the decision log. */
export interface ProxiedLogin {
  readonly isAccepted: boolean;
  /** The reply, whose values are hidden by `key`. */
  readonly reply: Packet;
  readonly key: HidingKey;
  /** Proves to the device that the upstream knows the password, by MS-CHAPv2: `S=` and 40 digits; null: it has not. */
  readonly proof: string | null;
}

/** A login with the decision of the gateway, or of an upstream. */
export interface DecidedLogin {
  /** The request with the name of the login. */
  readonly request: RadiusRequest;
  readonly decision: LoginDecision | ProxiedLogin;
  /** What is remembered of an accept for the resumption of its session; null: it may not be resumed. */
  readonly resumable: Omit<ResumableLogin, 'type'> | null;
  /** Null: the device has shown none. */
  readonly certificate: CertificateNumber | null;
}

/** An accepted login whose TLS session may be resumed, in place of its credential. */
export interface ResumableLogin {
  /** The outer method. */
  readonly type: number;
  /** User-Name as the peer presented it. */
  readonly username: Buffer;
  /** Id of the user. */
  readonly user: number;
  /** Digest of the stored password that the login has proved; it is another one once the password is changed. */
  readonly proof: string;
}

/** What follows a response of the peer. */
export type MethodStep =
  /** A further request of the method: the octets behind its type. After a failure it says why, and devices may leave it at that. */
  | { readonly kind: 'request'; readonly data: Buffer; readonly failure?: string }
  /** The end by a decision. An accept has keys. */
  | { readonly kind: 'decided'; readonly login: DecidedLogin; readonly keys: LinkKeys }
  /** The end before a decision. @see reason  in words, for the operator */
  | { readonly kind: 'failed'; readonly reason: string };

/** A response of the peer, and what answers it. */
export interface Round {
  /** The octets behind the type of the response. */
  readonly data: Buffer;
  /** User-Name of the request: the identity outside of the tunnel, which may be anonymous. */
  readonly outerIdentity: string;
  /** Identifier of the request that may follow. */
  readonly nextIdentifier: number;
  /** Octets of an EAP packet that the link takes. */
  readonly mtu: number;
  /** Decides over the login of the peer. @throws Fault if the store cannot be read or written */
  readonly authenticate: (login: PeerLogin) => Promise<DecidedLogin | 'unreadable'>;
  /** True if a login may be repeated without its credential, by resuming its TLS session. @throws Fault if the store cannot be read */
  readonly mayResume: (login: ResumableLogin) => Promise<boolean>;
}

/** A method of EAP in one conversation. */
export interface EapMethod {
  readonly type: number;
  /** The name in the decision log. */
  readonly name: string;
  /** What the peer has last been asked for, in words. */
  readonly progress: string;
  respond(round: Round): Promise<MethodStep>;
  /** Frees its memory. */
  close(): void;
}
