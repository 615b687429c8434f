import { Gauge } from 'prom-client';
import { parseCalledStationId } from '../../aaa/client/access-point-identifiers.ts';
import type { DecisionLog } from '../../aaa/policy/decision-log.ts';
import { findNetworkUser } from '../../aaa/policy/subscriber.ts';
import { Fault } from '../../contract/errors.ts';
import type { PeriodicTask } from '../../gateway/job.ts';
import {
  eapType,
  encodeEapRequest,
  readPeerPacket,
  type EapResponse,
} from '../../protocol/eap/eap-packet.ts';
import { attributeType } from '../../protocol/radius/attribute-type.ts';
import { firstInteger, firstText, firstValue, type Packet } from '../../protocol/radius/packet.ts';
import { encodeAttribute } from '../../protocol/radius/vendor-specific.ts';
import { TtlCache } from '../../runtime/cache.ts';
import { decideAccess, findLogin, type DecisionContext } from '../auth/access-decision.ts';
import { readNames } from '../auth/access-request.ts';
import type { EapAccess, ProxyInnerLogin } from '../core/eap-access.ts';
import type { RadiusRequest, ServiceReply } from '../core/radius-request.ts';
import { Conversation, type Answer } from './conversation.ts';
import { Conversations } from './conversations.ts';
import { EapCertificates } from './eap-certificates.ts';
import { encodeEapMessage, readEapMessage } from './eap-message.ts';
import { EapOutcomes, type Outcome } from './eap-outcomes.ts';
import type { DecidedLogin, PeerLogin, ResumableLogin } from './eap-method.ts';
import { innerRequest } from './inner-request.ts';
import { checkOwnCertificate } from './certificate/own-certificate.ts';
import { isProved, resumableLogin } from './resumable-login.ts';
import { PermittedMethods, type PlaceMethods } from './permitted-methods.ts';
import { checkMethod } from './profile-methods.ts';
import { revocationTask } from './revocation-task.ts';
import { loginAtUpstream } from './upstream-login.ts';
import { StartStates, type Owner } from './start-states.ts';

const idleMs = 30_000;
const sweepMs = 5_000;
/** Ended conversations whose last reply is kept for a NAS that repeats its request. */
const endedMs = 10_000;
const maxEnded = 4_096;

/** Octets of an EAP packet: what every link takes (RFC 3748 section 3.1), and what leaves a reply in one datagram of Ethernet. */
const usualMtu = 1_020;
const minMtu = 128;
const maxMtu = 1_280;
/** The header of 802.1X, which Framed-MTU counts. */
const linkHeaderOctets = 4;

export interface EapContext extends DecisionContext {
  readonly decisionLog: DecisionLog;
}

/** Opens the EAP server of the gateway. @throws Error naming a certificate file that cannot be used */
export async function createEapService(context: EapContext): Promise<EapService> {
  return new EapService(context, await EapCertificates.open(context.gateway));
}

/** Answers EAP of devices (RFC 3579): the gateway is the authentication server of their conversations. */
export class EapService implements EapAccess {
  readonly #context: EapContext;
  readonly #certificates: EapCertificates;
  readonly #methods: PermittedMethods;
  readonly #states: StartStates;
  readonly #conversations: Conversations;
  readonly #outcomes: EapOutcomes;
  /** Outcomes of ended conversations by State. */
  readonly #ended: TtlCache<{
    readonly client: number;
    readonly identifier: number;
    readonly outcome: Outcome;
  }>;

  constructor(context: EapContext, certificates: EapCertificates) {
    const { gateway } = context;
    const now = () => gateway.clock.monotonicMs();
    this.#context = context;
    this.#certificates = certificates;
    this.#methods = new PermittedMethods(gateway.config.radius.eap, certificates);
    this.#states = new StartStates(idleMs, now);
    this.#outcomes = new EapOutcomes(context);
    this.#ended = new TtlCache({ ttlMs: endedMs, maxEntries: maxEnded, clock: now });
    const conversations = new Conversations({
      maxConversations: gateway.config.radius.eap.max_conversations,
      idleMs,
      now,
      onAbandoned: (conversation) => {
        this.#outcomes.logAbandoned(conversation);
      },
    });
    this.#conversations = conversations;
    new Gauge({
      name: 'gatehouse_radius_eap_conversations',
      help: 'Open conversations of EAP',
      registers: [gateway.metrics],
      collect() {
        this.set(conversations.size);
      },
    });
  }

  get tasks(): readonly PeriodicTask[] {
    return [this.#sweepTask, revocationTask(this.#context.gateway, this.#certificates)];
  }

  get #sweepTask(): PeriodicTask {
    return {
      name: 'EAP conversations',
      intervalMs: sweepMs,
      initialDelayMs: sweepMs,
      failureMessage: 'EAP: cannot end idle conversations; retrying in 5 s',
      run: () => {
        this.#conversations.sweep();
        return Promise.resolve(undefined);
      },
    };
  }

  continues(request: RadiusRequest): boolean {
    const state = firstValue(request.packet, attributeType.state);
    if (!state) return false;
    const key = keyOf(state);
    const { client } = request;
    return (
      this.#conversations.find(key, client.id) !== null ||
      this.#ended.get(key)?.client === client.id ||
      this.#states.read(state, ownerOf(request)) !== null
    );
  }

  async serve(request: RadiusRequest, proxyInner: ProxyInnerLogin | null): Promise<ServiceReply> {
    const peer = readPeerPacket(readEapMessage(request.packet));
    if (!peer) throw new Fault('invalid', 'the EAP-Message is no response');
    if (peer === 'start') return challenge(encodeEapRequest(0, eapType.identity, empty), null);
    if (peer.type === eapType.identity) return this.#start(request, peer);
    return this.#continue(request, peer, proxyInner);
  }

  /** Starts the preferred method. */
  async #start(request: RadiusRequest, { identifier }: EapResponse): Promise<ServiceReply> {
    await this.#certificates.renew();
    const next = (identifier + 1) % 256;
    const methods = this.#methodsFor(request);
    const started = methods.preferred();
    if (!started)
      return this.#outcomes.refuse(request, `no method is permitted by ${methods.setting}`);
    const { type } = started.method;
    const state = this.#states.create(ownerOf(request), { identifier: next, type });
    return challenge(encodeEapRequest(next, type, started.start), state);
  }

  #methodsFor({ client, packet }: RadiusRequest): PlaceMethods {
    const { ssid } = parseCalledStationId(firstText(packet, attributeType.calledStationId));
    return this.#methods.at({ client: client.name, rules: client.eapRules, ssid });
  }

  async #continue(
    request: RadiusRequest,
    eap: EapResponse,
    proxyInner: ProxyInnerLogin | null,
  ): Promise<ServiceReply> {
    const state = firstValue(request.packet, attributeType.state) ?? empty;
    const key = keyOf(state);
    const ended = this.#ended.get(key);
    if (ended?.client === request.client.id) {
      if (ended.identifier !== eap.identifier)
        throw new Fault('conflict', 'the EAP-Response belongs to an ended conversation');
      return this.#outcomes.reply(request, ended.outcome);
    }
    const conversation = this.#find(request, { state, key, eap });
    if (!conversation) return this.#outcomes.refuseUnknown(request);
    const answer = await this.#answer(request, { eap, conversation, key, proxyInner });
    if (answer.kind === 'request' && answer.failure !== undefined)
      this.#outcomes.logFailure(request, conversation, answer.failure);
    return answer.kind === 'request'
      ? challenge(encodeEapRequest(answer.identifier, answer.type, answer.data), state)
      : this.#end(request, { answer, conversation, key, identifier: eap.identifier });
  }

  async #answer(
    request: RadiusRequest,
    {
      eap,
      conversation,
      key,
      proxyInner,
    }: {
      readonly eap: EapResponse;
      readonly conversation: Conversation;
      readonly key: string;
      readonly proxyInner: ProxyInnerLogin | null;
    },
  ): Promise<Answer> {
    try {
      return await conversation.respond({
        request,
        eap,
        outerIdentity: firstText(request.packet, attributeType.userName) ?? '',
        mtu: mtuOf(request.packet),
        authenticate: (login) =>
          this.#authenticate(request, login, {
            method: conversation.methodName,
            offered: conversation.offered,
            proxyInner,
          }),
        mayResume: (login) => this.#mayResume(request, login),
      });
    } catch (error) {
      // What the peer has sent is read, so that the conversation cannot go on from there: the device starts again.
      if (!(error instanceof Fault && error.kind === 'conflict')) this.#conversations.remove(key);
      throw error;
    }
  }

  /** Finds a conversation, or opens the one that the State of a start stands for, by the first response to it. */
  #find(
    request: RadiusRequest,
    {
      state,
      key,
      eap,
    }: { readonly state: Buffer; readonly key: string; readonly eap: EapResponse },
  ): Conversation | null {
    const known = this.#conversations.find(key, request.client.id);
    if (known) return known;
    const owner = ownerOf(request);
    const start = this.#states.read(state, owner);
    // Another identifier: the conversation was opened, and has been removed.
    if (start?.identifier !== eap.identifier) return null;
    const methods = this.#methodsFor(request);
    const opened = methods.open([start.type]);
    // The permitted methods have changed meanwhile.
    if (!opened) return null;
    const conversation = new Conversation(methods, opened.method, start.identifier);
    this.#conversations.add(key, owner, conversation);
    return conversation;
  }

  async #end(
    request: RadiusRequest,
    {
      answer,
      conversation,
      key,
      identifier,
    }: {
      readonly answer: Exclude<Answer, { kind: 'request' }>;
      readonly conversation: Conversation;
      readonly key: string;
      readonly identifier: number;
    },
  ): Promise<ServiceReply> {
    this.#conversations.remove(key);
    const { outcome, reply } = await this.#outcomes.end(request, conversation, answer);
    this.#ended.set(key, { client: request.client.id, identifier, outcome });
    return reply;
  }

  async #authenticate(
    request: RadiusRequest,
    peer: PeerLogin,
    {
      proxyInner,
      ...used
    }: Parameters<typeof checkMethod>[1] & { proxyInner: ProxyInnerLogin | null },
  ): Promise<DecidedLogin | 'unreadable'> {
    const { username, presented, certificate = null } = peer;
    const inner = innerRequest(request, username);
    if (!inner) return 'unreadable';
    const proxied =
      proxyInner &&
      (await loginAtUpstream(request, peer, {
        proxyInner,
        method: `${used.method}/${presented.credential.method}`,
        checkMethod: (decision) => checkMethod(decision, used),
      }));
    if (proxied) return { request: inner, decision: proxied, resumable: null, certificate };
    const { credential } = presented;
    const { ownIssuer } = this.#certificates;
    const shown = certificate && { ...certificate, ownIssuer };
    const decision = await this.#context.attempt(async () => {
      const login = await findLogin(inner, this.#context, credential);
      const decided = await decideAccess(inner, { ...login, credential }, this.#context);
      const permitted = checkMethod(decided, used);
      return checkOwnCertificate(this.#context.gateway, permitted, shown);
    });
    return {
      request: inner,
      decision,
      resumable: resumableLogin(username, decision),
      certificate,
    };
  }

  async #mayResume(request: RadiusRequest, login: ResumableLogin): Promise<boolean> {
    const inner = innerRequest(request, login.username);
    if (!inner) return false;
    const { attempt, gateway } = this.#context;
    const { user } = await attempt(() => findNetworkUser(gateway.store, readNames(inner)));
    return user !== null && isProved(user, login);
  }
}

const empty = Buffer.alloc(0);

function challenge(eap: Buffer, state: Buffer | null): ServiceReply {
  return {
    result: 'challenged',
    attributes: Buffer.concat([
      encodeEapMessage(eap),
      (state && encodeAttribute(attributeType.state, state)) ?? empty,
    ]),
  };
}

function keyOf(state: Buffer): string {
  return state.toString('latin1');
}

function ownerOf({ client, packet }: RadiusRequest): Owner {
  return { client: client.id, station: firstText(packet, attributeType.callingStationId) };
}

/** Returns how many octets of EAP the link of the device takes. @see RFC 3579 section 2.4 */
function mtuOf(packet: Packet): number {
  const framed = firstInteger(packet, attributeType.framedMtu);
  if (framed === null) return usualMtu;
  return Math.min(maxMtu, Math.max(minMtu, framed - linkHeaderOctets));
}
