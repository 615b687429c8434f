import { recordCertificateLogin } from '../../aaa/coa/certificate-device.ts';
import type { AcceptedLogin } from '../../aaa/policy/login-decision.ts';
import { encodeEapSuccess } from '../../protocol/eap/eap-packet.ts';
import type { LinkKeys } from '../../protocol/eap/key-material.ts';
import { attributeType } from '../../protocol/radius/attribute-type.ts';
import { mppeKeyAttributes } from '../../protocol/radius/microsoft-attributes.ts';
import {
  authenticatorOf,
  firstText,
  firstValue,
  hasAttribute,
} from '../../protocol/radius/packet.ts';
import { excessOf } from '../../protocol/radius/reply-encoder.ts';
import { encodeAttribute } from '../../protocol/radius/vendor-specific.ts';
import type { CertificateNumber } from '../../tls/revocation-list.ts';
import { logReject, recordAccept } from '../auth/access-decision.ts';
import { buildReject } from '../auth/access-reject.ts';
import { buildAccept, type AccessReply } from '../auth/access-reply.ts';
import { createDecisionRow, type DecisionEntry } from '../core/decision-row.ts';
import type { RadiusRequest, ServiceReply } from '../core/radius-request.ts';
import type { Answer, Conversation } from './conversation.ts';
import type { DecidedLogin, ProxiedLogin } from './eap-method.ts';
import { readEapMessage } from './eap-message.ts';
import type { EapContext } from './eap-service.ts';
import { upstreamAttributes } from './upstream-login.ts';

/** An accept with its keys. */
interface Accepted {
  readonly login: DecidedLogin;
  readonly decision: AcceptedLogin | ProxiedLogin;
  readonly keys: LinkKeys;
}

/** The end of a conversation. */
export type Outcome = Accepted | 'rejected';

type Decided = Pick<DecisionEntry, 'method' | 'isAccepted' | 'reason'> &
  Partial<Pick<DecisionEntry, 'user' | 'checks' | 'limits' | 'conditions' | 'maskedItems'>>;

/** Ends conversations: builds their last reply, and logs the decision with the step at which it fell. */
export class EapOutcomes {
  readonly #context: EapContext;

  constructor(context: EapContext) {
    this.#context = context;
  }

  /** Ends a conversation. @throws Fault if the store cannot be written */
  async end(
    request: RadiusRequest,
    conversation: Conversation,
    answer: Exclude<Answer, { kind: 'request' }>,
  ): Promise<{ readonly outcome: Outcome; readonly reply: ServiceReply }> {
    const method = conversation.methodName;
    const { workMs } = conversation;
    if (answer.kind === 'failed') {
      this.logFailure(request, conversation, answer.reason);
      return { outcome: 'rejected', reply: refuse(request) };
    }
    const { login, keys } = answer;
    const { decision } = login;
    if ('reply' in decision)
      return decision.isAccepted
        ? this.#acceptProxied(request, conversation, { login, decision, keys })
        : { outcome: 'rejected', reply: refuse(request) };
    const decided = { ...decision, method: `${method}/${decision.method}` };
    if (!decision.isAccepted) {
      this.#log(login.request, decided, workMs);
      return { outcome: 'rejected', reply: refuse(request) };
    }
    const outcome = { login, decision, keys };
    const reply = this.#accept(request, outcome);
    if (typeof reply === 'string') {
      this.#log(login.request, { ...decided, isAccepted: false, reason: reply }, workMs);
      return { outcome: 'rejected', reply: refuse(request) };
    }
    await recordAccept(this.#context.gateway, login.request, decision);
    if (login.certificate)
      await this.#recordCertificate(login.request, decision, login.certificate);
    this.#log(login.request, { ...decided, maskedItems: reply.maskedItems }, workMs);
    return { outcome, reply: replyOf(outcome, reply) };
  }

  /** Accepts what an upstream has accepted, which is in the decision log. */
  #acceptProxied(
    request: RadiusRequest,
    conversation: Conversation,
    outcome: Accepted,
  ): { readonly outcome: Outcome; readonly reply: ServiceReply } {
    const reply = this.#accept(request, outcome);
    if (typeof reply !== 'string') return { outcome, reply: replyOf(outcome, reply) };
    this.logFailure(request, conversation, reply);
    return { outcome: 'rejected', reply: refuse(request) };
  }

  /** Records the certificate of the device, whose revocation is to end its session. */
  async #recordCertificate(
    { packet, receivedAt: at }: RadiusRequest,
    { user }: AcceptedLogin,
    certificate: CertificateNumber,
  ): Promise<void> {
    const { store } = this.#context.gateway;
    const station = firstText(packet, attributeType.callingStationId);
    await store.write(
      recordCertificateLogin(store, { user: user.id, station, at, ...certificate }),
    );
  }

  /** Replies once more, to a request that the NAS repeats under another Identifier. */
  reply(request: RadiusRequest, outcome: Outcome): ServiceReply {
    if (outcome === 'rejected') return refuse(request);
    const reply = this.#accept(request, outcome);
    return typeof reply === 'string' ? refuse(request) : replyOf(outcome, reply);
  }

  /**
   * Refuses a response to a conversation that this gateway does not know: it was too long idle, or another gateway has begun
   * it. The device starts again.
   */
  refuseUnknown(request: RadiusRequest): ServiceReply {
    const reason =
      'the gateway does not know the conversation: it has expired, or another gateway began it; the device has to start again';
    return this.refuse(request, reason);
  }

  /** Refuses a request without a conversation. @param reason  for the operator */
  refuse(request: RadiusRequest, reason: string): ServiceReply {
    this.#log(request, { method: 'EAP', isAccepted: false, reason }, 0);
    return refuse(request);
  }

  /** Logs a conversation that the device has left. */
  logAbandoned(conversation: Conversation): void {
    const { lastRequest, progress } = conversation;
    const reason = `the device did not answer any more; it was last sent ${progress}`;
    if (lastRequest) this.logFailure(lastRequest, conversation, reason);
  }

  /** Logs the failure of a conversation, once. */
  logFailure(request: RadiusRequest, conversation: Conversation, reason: string): void {
    if (conversation.isLogged) return;
    conversation.isLogged = true;
    const { methodName, workMs } = conversation;
    this.#log(request, { method: methodName, isAccepted: false, reason }, workMs);
  }

  #accept(request: RadiusRequest, { login, decision, keys }: Accepted): AccessReply | string {
    const { dictionary } = this.#context.gateway;
    if ('reply' in decision) {
      const username = firstValue(decision.reply, attributeType.userName) ?? nameOf(login);
      const attributes = Buffer.concat([
        upstreamAttributes(request, decision, dictionary()),
        acceptAttributes(request, { username, keys }),
      ]);
      return excessOf(attributes, request.packet) ?? { attributes, maskedItems: [] };
    }
    const further = acceptAttributes(request, { username: nameOf(login), keys });
    return buildAccept(request, { decision, msChap: null, dictionary, further });
  }

  #log(request: RadiusRequest, decided: Decided, ms: number): void {
    const { decisionLog, gateway } = this.#context;
    const entry = { ...undecided, ...decided };
    decisionLog.add(createDecisionRow(request, entry, ms));
    if (decided.isAccepted) return;
    const username = firstValue(request.packet, attributeType.userName)?.toString() ?? '';
    logReject(gateway, request, { identity: { username }, decision: entry });
  }
}

const undecided: Omit<DecisionEntry, 'method' | 'isAccepted' | 'reason'> = {
  upstream: null,
  user: null,
  checks: [],
  limits: [],
  conditions: [],
  maskedItems: [],
};

const empty = Buffer.alloc(0);

/**
 * Encodes what an accept of EAP has more: the name of the person, the keys, their name where the NAS asks for it (RFC 7268
 * section 2.2), and Success (RFC 3579 section 2.6.3).
 */
function acceptAttributes(
  { packet, client }: RadiusRequest,
  { username, keys }: { readonly username: Buffer; readonly keys: LinkKeys },
): Buffer {
  const key = { secret: client.secret, authenticator: authenticatorOf(packet) };
  const identity = hasAttribute(packet, attributeType.chargeableUserIdentity)
    ? encodeAttribute(attributeType.chargeableUserIdentity, username)
    : null;
  return Buffer.concat([
    encodeAttribute(attributeType.userName, username) ?? empty,
    identity ?? empty,
    mppeKeyAttributes(keys, key),
    (hasAttribute(packet, attributeType.eapKeyName) &&
      encodeAttribute(attributeType.eapKeyName, keys.name)) ||
      empty,
    encodeAttribute(attributeType.eapMessage, encodeEapSuccess(identifierOf(packet))) ?? empty,
  ]);
}

function nameOf({ request }: DecidedLogin): Buffer {
  return firstValue(request.packet, attributeType.userName) ?? empty;
}

function identifierOf(packet: RadiusRequest['packet']): number {
  return readEapMessage(packet)[1] ?? 0;
}

function replyOf({ decision }: Accepted, { attributes }: AccessReply): ServiceReply {
  return { result: 'reply' in decision ? 'proxied_accept' : 'accepted', attributes };
}

function refuse(request: RadiusRequest): ServiceReply {
  const { attributes } = buildReject(request, { msChap: null, kind: null, text: null });
  return { result: 'refused', attributes };
}
