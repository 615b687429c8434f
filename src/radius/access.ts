import type { DecisionLog } from '../aaa/decision-log.ts';
import { Decisions, type Decision } from '../aaa/decide.ts';
import { Fault } from '../errors.ts';
import type { Gateway } from '../gateway.ts';
import { attribute } from '../protocol/radius/attribute.ts';
import { signature } from '../protocol/radius/authenticator.ts';
import { first } from '../protocol/radius/packet.ts';
import { text } from '../protocol/radius/value.ts';
import { acceptance, refusal, type Said } from './authorize-reply.ts';
import { credentialsOf } from './credentials.ts';
import { namedRequest } from './named-request.ts';
import { requirePresent, type Refusal, type Request, type Served, type Service } from './request.ts';
import type { Weakness } from './weakness.ts';

/** Logins being decided at a time: each may take tens of milliseconds of a core. More are dropped, and repeated later. */
const mostChecks = 256;

interface Means {
  readonly weakness: Weakness;
  readonly trace: DecisionLog;
}

/** Access-Request: who it is (RFC 2865 section 2), whether they may come in now, and with what. */
export function access(gateway: Gateway, { weakness, trace }: Means): Service<Served> {
  const decisions = new Decisions(gateway);
  let checks = 0;
  return {
    verify: (request) => verify(request, weakness),
    async serve(request) {
      if (checks >= mostChecks) throw new Fault('overloaded', `${mostChecks} logins are being decided`);
      checks += 1;
      const begun = performance.now();
      try {
        const outcome = await answer(request, decisions, gateway);
        trace.note(rowOf(request, outcome, performance.now() - begun));
        if (!outcome.isAccepted) logRefusal(gateway, request, outcome);
        return { result: outcome.isAccepted ? 'accepted' : 'refused', attributes: outcome.said.attributes };
      } finally {
        checks -= 1;
      }
    },
  };
}

/** What the client must sign is looked at first, then what it did sign. */
function verify({ packet, client }: Request, weakness: Weakness): Refusal | null {
  const isSigned = packet.firstOf[attribute.messageAuthenticator] !== 0;
  if (isSigned) {
    const refusal = requirePresent(signature(packet, client.secret));
    if (!refusal) weakness.signed(client);
    return refusal;
  }
  const hasEap = packet.firstOf[attribute.eapMessage] !== 0;
  if (hasEap || weakness.mustSign(client)) return 'message_authenticator_missing';
  if (client.limitProxyState !== 'no' && packet.firstOf[attribute.proxyState] !== 0) return 'proxy_state';
  weakness.unsigned(client);
  return null;
}

/** A decision, and what the client is told of it. */
interface Outcome extends Decision {
  readonly said: Said;
}

async function answer(request: Request, decisions: Decisions, gateway: Gateway): Promise<Outcome> {
  const { packet, client, receivedAt } = request;
  const dictionary = gateway.dictionary();
  const username = usernameOf(request) ?? '';
  const { proof, msChap } = credentialsOf(packet, client.secret, username);
  const decision = await decisions.decide({
    organization: client.organization,
    username,
    proof,
    station: text(first(packet, attribute.callingStationId)),
    request: namedRequest(request, dictionary),
    at: receivedAt,
  });
  if (!decision.isAccepted) return { ...decision, said: refusal(msChap) };
  const said = acceptance(request, { decision, msChap, dictionary });
  return typeof said === 'string'
    ? { ...decision, isAccepted: false, reason: said, said: refusal(msChap) }
    : { ...decision, said };
}

function usernameOf({ packet }: Request): string | null {
  return text(first(packet, attribute.userName));
}

function rowOf(request: Request, outcome: Outcome, ms: number) {
  const { packet, client, receivedAt } = request;
  const { isAccepted, method, reason, user, checks, limits, said } = outcome;
  return {
    ...{ organization: client.organization, client: client.id, client_name: client.name, datetime: receivedAt.getTime() },
    username: usernameOf(request),
    callingstationid: text(first(packet, attribute.callingStationId)),
    calledstationid: text(first(packet, attribute.calledStationId)),
    ...{ method, reason, outcome: isAccepted ? 'accept' : 'reject', ms: Math.round(ms * 1000) / 1000 },
    ...{ user: user?.id ?? null, profile: user?.profile?.id ?? null, profile_name: user?.profile?.name ?? null },
    ...{ checks: JSON.stringify(checks), counters: JSON.stringify(limits), attributes: JSON.stringify(said.shown) },
  };
}

function logRefusal({ log }: Gateway, request: Request, { reason }: Outcome): void {
  log.info({ client: request.client.name, username: usernameOf(request), why: reason }, 'login refused');
}
