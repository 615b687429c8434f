import { asFault, Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { authorizationUrl, readClaims, type Claims } from '../oidc/issuer.ts';
import { refusalOf, verifiedEmail } from '../oidc/permission.ts';
import { PortalReject } from '../portal-reject.ts';
import { isEmbeddedBrowser } from './browser-kind.ts';
import { stepColumns } from './code-step.ts';
import { findOrAddGuest, letApprovedIn } from './guest-account.ts';
import {
  countAnswer,
  createToken,
  digestTexts,
  findPendingLogin,
  insertPendingLogin,
} from './pending-store.ts';
import { findPortalService, type PortalService } from './service-store.ts';
import {
  logStep,
  type ResumedLogin,
  type StepAnswer,
  type StepKind,
  type Visitor,
} from './step-kind.ts';

/** A login at an issuer of OpenID Connect. */
export const oidc: StepKind = { begin, resume };

const minutes = 30;

async function begin(gateway: Gateway, visitor: Visitor): Promise<StepAnswer> {
  const token = createToken();
  const columns = stepColumns(visitor);
  await insertPendingLogin(gateway, token, { ...columns, kind: 'oidc', subject: '', minutes });
  const login = await findPendingLogin(gateway, token);
  if (!login) return { kind: 'problem', text: 'step_expired' };
  return isEmbeddedBrowser(visitor.userAgent)
    ? { kind: 'waits', token, login }
    : attempt(gateway, visitor, () => leave(gateway, visitor, token));
}

async function resume(gateway: Gateway, resumed: ResumedLogin): Promise<StepAnswer> {
  const { login, token, visitor, fields, answer } = resumed;
  if (login.state === 'approved') return letApprovedIn(gateway, login);
  if (answer !== null)
    return attempt(gateway, visitor, () => comeBack(gateway, { ...resumed, answer }));
  return fields === null && isEmbeddedBrowser(visitor.userAgent)
    ? { kind: 'waits', token, login }
    : attempt(gateway, visitor, () => leave(gateway, visitor, token));
}

/** A fault is told to the guest in words, and its reason to the operator. */
async function attempt(
  gateway: Gateway,
  visitor: Visitor,
  step: () => Promise<StepAnswer>,
): Promise<StepAnswer> {
  try {
    return await step();
  } catch (error) {
    const fault = asFault(error);
    if (!fault || fault.kind === 'throttled' || fault.kind === 'overloaded') throw error;
    const detail = `oidc: ${fault.message}`;
    gateway.log.warn({ reason: fault.message }, 'portal: a login at an issuer has failed');
    await logStep(gateway, visitor, { type: 'er', status: 502, detail });
    return { kind: 'problem', text: 'oidc_failed' };
  }
}

async function leave(gateway: Gateway, visitor: Visitor, token: string): Promise<StepAnswer> {
  const service = await serviceOf(gateway, visitor);
  const login = { service, token, redirectUri: redirectUri(gateway) };
  const url = await authorizationUrl(gateway, login, visitor.language.code);
  return { kind: 'leaves', token, url };
}

/** @throws Fault `not_found` */
async function serviceOf(gateway: Gateway, { place, page }: Visitor): Promise<PortalService> {
  const service = await findPortalService(gateway, 'oidc', place ?? page);
  if (!service) throw new Fault('not_found', 'there is no portal_service of kind oidc');
  return service;
}

/** @throws Fault `invalid` */
function redirectUri({ config }: Gateway): string {
  const { public_url: url } = config.portal;
  if (url === '') throw new Fault('invalid', 'portal.public_url is not set');
  return `${url}/portal/oidc`;
}

async function comeBack(
  gateway: Gateway,
  { login, token, visitor, answer }: ResumedLogin & { readonly answer: URLSearchParams },
): Promise<StepAnswer> {
  if (!(await countAnswer(gateway, login))) return { kind: 'problem', text: 'step_expired' };
  const service = await serviceOf(gateway, visitor);
  const called = { service, token, redirectUri: redirectUri(gateway) };
  const claims = await readClaims(gateway, called, answer);
  const refusal = claims === null ? answerOf(answer) : refusalOf(claims, service.settings);
  if (claims === null || refusal !== null) {
    const detail = `${service.name}: ${refusal ?? ''}`;
    await logStep(gateway, visitor, { type: 'sl', status: 403, detail });
    return { kind: 'problem', text: 'oidc_refused' };
  }
  const guest = await guestOf(gateway, visitor, { service, claims });
  if (guest instanceof PortalReject) return { kind: 'problem', text: 'not_allowed' };
  const { id: user, username } = guest;
  const detail = service.name;
  await logStep(gateway, visitor, { type: 'sl', status: 200, detail, user, username });
  return { kind: 'guest', guest: { user, username, seconds: null }, login };
}

const maxWords = 200;

function answerOf(answer: URLSearchParams): string {
  const { error = '', error_description: words = '' } = Object.fromEntries(answer);
  return `${error} ${words}`.trim().slice(0, maxWords);
}

/** Longer names of issuers for a guest are stored by their digest. */
const maxSubject = 150;
const maxName = 150;

function guestOf(
  gateway: Gateway,
  { page, language }: Visitor,
  { service, claims }: { readonly service: PortalService; readonly claims: Claims },
) {
  const { sub, given_name, name } = claims;
  const subject = sub.length > maxSubject ? digestTexts(sub) : sub;
  const first = [given_name, name].find((one) => typeof one === 'string');
  const names = {
    email: verifiedEmail(claims),
    first_name: typeof first === 'string' ? first.slice(0, maxName) : null,
    language: language.code,
  };
  return findOrAddGuest(gateway, {
    page,
    kind: 'oidc',
    subject: `${service.id}/${subject}`,
    names,
  });
}
