import { randomBytes } from 'node:crypto';
import type { DecisionLog } from '../aaa/decision-log.ts';
import { Decisions, type Decision } from '../aaa/decide.ts';
import { Fault } from '../errors.ts';
import type { Gateway } from '../gateway.ts';
import { attribute } from '../protocol/radius/attribute.ts';
import { signature } from '../protocol/radius/authenticator.ts';
import { first, has } from '../protocol/radius/packet.ts';
import { bearsProxyState } from '../protocol/radius/pass-on.ts';
import { text } from '../protocol/radius/value.ts';
import { acceptance, refusal, type Said } from './authorize-reply.ts';
import { Conversations } from './conversations.ts';
import { credentialsOf } from './credentials.ts';
import { decisionRow, type Ruling } from './decision-row.ts';
import { destinationOf } from './destination.ts';
import { namedRequest } from './named-request.ts';
import { requirePresent, type Refusal, type Request, type Served, type Service } from './request.ts';
import type { UpstreamTiming } from './upstream-timing.ts';
import type { Upstreams } from './upstreams.ts';
import type { Weakness } from './weakness.ts';

/** Logins being decided at a time: each may take tens of milliseconds of a core. More are dropped, and repeated later. */
const mostChecks = 256;

interface Means {
  readonly weakness: Weakness;
  readonly trace: DecisionLog;
  readonly upstreams: Upstreams;
  readonly timing: UpstreamTiming;
}

/** Access-Request: who it is (RFC 2865 section 2), whether they may come in now, and with what; or who else is to say so. */
export function access(gateway: Gateway, { weakness, trace, upstreams, timing }: Means): Service<Served> {
  const decisions = new Decisions(gateway);
  const conversations = new Conversations();
  // Of this run: what comes in with it has been here before.
  const proxyState = randomBytes(proxyStateOctets);
  const isOurs = (request: Request) => decisions.knows({ ...whoOf(request), organization: request.client.organization });
  let checks = 0;
  const serveOurs = async (request: Request): Promise<Served> => {
    if (checks >= mostChecks) throw new Fault('overloaded', `${mostChecks} logins are being decided`);
    checks += 1;
    const begun = performance.now();
    try {
      const { decision, said } = await answer(request, decisions, gateway);
      trace.note(decisionRow(request, rulingOf(decision, said), performance.now() - begun));
      if (!decision.isAccepted) logRefusal(gateway, request, decision);
      return { result: decision.isAccepted ? 'accepted' : 'refused', attributes: said.attributes };
    } finally {
      checks -= 1;
    }
  };
  return {
    verify: (request) => verify(request, weakness) ?? (bearsProxyState(request.packet, proxyState) ? 'loop' : null),
    async serve(request) {
      const others = await destinationOf(request, { upstreams, conversations, isOurs });
      if (others.length === 0) return serveOurs(request);
      const { serveProxied } = await import('./proxied-access.ts');
      return serveProxied(request, others, { gateway, timing, conversations, trace, proxyState });
    },
  };
}

const proxyStateOctets = 12;

/** What the client must sign is looked at first, then what it did sign. */
function verify({ packet, client }: Request, weakness: Weakness): Refusal | null {
  const isSigned = has(packet, attribute.messageAuthenticator);
  if (isSigned) {
    const refusal = requirePresent(signature(packet, client.secret));
    if (!refusal) weakness.signed(client);
    return refusal;
  }
  if (has(packet, attribute.eapMessage)) return 'message_authenticator_missing';
  // Nobody between us can change what comes over TLS.
  if (client.transport === 'tls') return null;
  if (weakness.mustSign(client)) return 'message_authenticator_missing';
  if (client.limitProxyState !== 'no' && has(packet, attribute.proxyState)) return 'proxy_state';
  weakness.unsigned(client);
  return null;
}

/** A decision, and what the client is told of it. */
interface Outcome {
  readonly decision: Decision;
  readonly said: Said;
}

async function answer(request: Request, decisions: Decisions, gateway: Gateway): Promise<Outcome> {
  const { packet, client, receivedAt } = request;
  const dictionary = gateway.dictionary();
  const who = whoOf(request);
  const { proof, msChap } = credentialsOf(packet, client.secret, who.username);
  const decision = await decisions.decide({
    organization: client.organization,
    username: who.username,
    station: who.station,
    proof,
    request: namedRequest(request, dictionary),
    at: receivedAt,
  });
  if (!decision.isAccepted) return { decision, said: refusal(msChap) };
  const said = acceptance(request, { decision, msChap, dictionary });
  return typeof said === 'string'
    ? { decision: { ...decision, isAccepted: false, reason: said }, said: refusal(msChap) }
    : { decision, said };
}

function whoOf({ packet }: Request): { readonly username: string; readonly station: string | null } {
  return { username: text(first(packet, attribute.userName)) ?? '', station: text(first(packet, attribute.callingStationId)) };
}

function rulingOf({ method, isAccepted, reason, user, checks, limits }: Decision, { shown }: Said): Ruling {
  return { method, isAccepted, reason, upstream: null, user, checks, limits, shown };
}

function logRefusal({ log }: Gateway, request: Request, { reason }: Decision): void {
  log.info({ client: request.client.name, username: whoOf(request).username, why: reason }, 'login refused');
}
