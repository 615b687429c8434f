import type { Gateway } from '../../../gateway/gateway.ts';
import { customerKey } from '../../../runtime/ip-address.ts';
import { limitFreeLogins } from '../../login-limits.ts';
import type { ServedPage } from '../../page/page-store.ts';
import { isStepped, type SteppedKind } from '../../page/portal-page.ts';
import { PortalReject } from '../../portal-reject.ts';
import { browserLink } from '../../step/browser-kind.ts';
import type { PendingLogin } from '../../step/pending-login.ts';
import {
  approveLogin,
  findPendingLogin,
  findStoredLogin,
  hasExpired,
} from '../../step/pending-store.ts';
import type { StepAnswer, SteppedGuest, Visitor } from '../../step/step-kind.ts';
import { loadStepKind } from '../../step/step-kinds.ts';
import { showDone } from '../done-page.ts';
import type { GuestRequest } from '../guest-page.ts';
import { replyOf, type GuestReply } from '../guest-reply.ts';
import { keepLogin } from '../kept-login.ts';
import { consentOf, isReportedGuest, logInStepped, type LoginForm } from '../page-login.ts';
import { problemOf } from '../problems.ts';
import { renderApproved, renderLeave, renderStep } from './step-view.ts';
import type { View } from '../document.ts';
import { renderProblem } from '../done-view.ts';
import type { Visit } from '../visit.ts';

/** A guest before a page that is shown. */
export interface StepVisit {
  readonly request: GuestRequest;
  readonly view: View & { readonly page: ServedPage };
  readonly visit: Visit;
  readonly mac: string;
}

/** A login that a request continues. */
export interface FoundStep {
  readonly token: string;
  /** Null: it has expired, or there was none. */
  readonly login: PendingLogin | null;
  /** A code in the link of a message; empty: none. */
  readonly linkedCode: string;
  /** What another site sends back with the browser; null: it does not come from there. */
  readonly answer: URLSearchParams | null;
  /** What the request takes from that of the first step. */
  readonly context: Partial<Pick<GuestRequest, 'query' | 'pageId' | 'acceptLanguage'>>;
}

const maxCode = 12;

/** Finds the login that a form or a link continues; null: the request names none. */
export async function findStep(gateway: Gateway, request: StepRequest): Promise<FoundStep | null> {
  const linked = new URLSearchParams(request.query);
  const isBack = request.part === 'back';
  const token = tokenIn(request, linked);
  if (token === null) return null;
  const found = await findStoredLogin(gateway, token);
  const linkedCode = isBack ? '' : (linked.get('code') ?? '').slice(0, maxCode);
  const said = { token, linkedCode, answer: isBack ? linked : null };
  if (!found) return { ...said, login: null, context: {} };
  const { page: pageId, language: acceptLanguage } = found;
  const login = hasExpired(gateway, found) ? null : found;
  return { ...said, login, context: { query: found.query, pageId, acceptLanguage } };
}

type StepRequest = Pick<GuestRequest, 'form' | 'query' | 'part' | 'keptStep'>;

/** A browser that another site sends back has the token in its cookie, which proves that it was this browser that left. */
function tokenIn({ form, part, keptStep }: StepRequest, linked: URLSearchParams): string | null {
  if (part === 'back') return keptStep;
  return form ? (form['step'] ?? null) : linked.get('step');
}

/** Returns the address of the login that a browser has begun for a device; null: none waits. */
export async function findBegunLogin(
  gateway: Gateway,
  { token, mac }: { readonly token: string; readonly mac: string },
): Promise<string | null> {
  const login = await findPendingLogin(gateway, token);
  const isOpen = login?.state === 'waiting' || login?.state === 'approved';
  return isOpen && login.mac === mac ? addressOf(login, token) : null;
}

function addressOf({ page }: Pick<PendingLogin, 'page'>, token: string): string {
  return `/portal/${page}/?${new URLSearchParams({ step: token }).toString()}`;
}

/** Serves logins that may need a second step. A key in place of a page is that of an error text for the login page. */
export class StepPage {
  readonly #gateway: Gateway;

  constructor(gateway: Gateway) {
    this.#gateway = gateway;
  }

  /** @throws Fault `throttled`, `overloaded` */
  async begin(
    shown: StepVisit,
    form: LoginForm & { readonly kind: SteppedKind },
  ): Promise<GuestReply | string> {
    const { view, mac, request } = shown;
    const { page } = view;
    const { id, organization } = page;
    const isReported = await isReportedGuest(this.#gateway, { ...shown, ...request, page });
    const origin = { page: id, organization, mac, isReported, host: request.remoteAddress };
    limitFreeLogins(this.#gateway, origin);
    const visitor = visitorOf(shown, consentOf({ page, form }));
    const kind = await loadStepKind(form.kind);
    const answer = await kind.begin(this.#gateway, visitor, form.values);
    return this.#answer(shown, { kind: form.kind, visitor, answer, isReported });
  }

  /** @throws Fault `throttled`, `overloaded` */
  async resume(
    shown: StepVisit,
    { login, token, linkedCode, answer: sent }: FoundStep,
  ): Promise<GuestReply | string> {
    const { view, request } = shown;
    // A link in a mail and the way back from a provider come from another site; a form does not.
    const isForeign = request.form !== null && request.isCrossSite;
    if (!login || isForeign) return 'step_expired';
    const { kind: name, page } = login;
    if (login.state === 'refused') return refused[name] ?? 'step_expired';
    if (!isStepped(name) || !view.page.loginKinds.includes(name)) return 'not_allowed';
    if (login.state === 'done')
      return replyOf(view, renderProblem(view, 'step_done', `/portal/${page}/status`), 200);
    const visitor = visitorOf(shown, login.consent);
    const kind = await loadStepKind(name);
    const resumed = { login, token, visitor, fields: request.form, answer: sent };
    const answer = await kind.resume(this.#gateway, resumed);
    return this.#answer(shown, { kind: name, visitor, answer, linkedCode });
  }

  async #answer(shown: StepVisit, step: Answered): Promise<GuestReply | string> {
    const { view } = shown;
    const { answer } = step;
    if (answer.kind === 'problem') return answer.text;
    if (answer.kind === 'waits')
      return showStep(shown, step, { ...answer, link: this.#linkOf(answer) });
    if (answer.kind === 'leaves') {
      const { token, url } = answer;
      return { ...replyOf(view, renderLeave(view, url), 200), keepsStep: token };
    }
    if (answer.kind === 'provisional') return this.#letInProvisionally(shown, step, answer);
    return this.#letIn(shown, step, answer);
  }

  /** A guest who cannot be let in before the second step waits for it. */
  async #letInProvisionally(
    shown: StepVisit,
    step: Answered,
    { guest, login, token }: Extract<StepAnswer, { kind: 'provisional' }>,
  ): Promise<GuestReply | string> {
    const access = await this.#logIn(shown, step, { guest, pending: null });
    if (access instanceof PortalReject)
      return showStep(shown, step, { login, token, link: this.#linkOf({ login, token }) });
    const reply = await showDone(this.#gateway, { ...shown, note: 'grace' }, access);
    return { ...reply, keepsStep: token };
  }

  async #letIn(
    shown: StepVisit,
    step: Answered,
    { guest, login }: Extract<StepAnswer, { kind: 'guest' }>,
  ): Promise<GuestReply | string> {
    const { request, view, mac } = shown;
    const { kind } = step;
    const { user } = guest;
    if (login && login.host !== customerKey(request.remoteAddress)) {
      await approveLogin(this.#gateway, login, user);
      return replyOf(view, renderApproved(view), 200);
    }
    const access = await this.#logIn(shown, step, { guest, pending: login?.id ?? null });
    if (access instanceof PortalReject) return problemOf(access.code);
    const { page } = view;
    const kept = await keepLogin(this.#gateway, { page, mac, user, kind, recalled: null });
    const reply = await showDone(this.#gateway, shown, access);
    return { ...reply, keepsStep: '', ...(kept && { keepsLogin: kept }) };
  }

  /** Returns the address of a step for another browser of the guest. */
  #linkOf({ login, token }: Pick<WaitingStep, 'login' | 'token'>): string {
    return `${this.#gateway.config.portal.public_url}${addressOf(login, token)}`;
  }

  #logIn(
    { visit, view, mac, request }: StepVisit,
    { visitor: { consent }, isReported }: Answered,
    login: { readonly guest: SteppedGuest; readonly pending: number | null },
  ) {
    const { remoteAddress, userAgent } = request;
    const device = { visit, page: view.page, mac, remoteAddress, userAgent };
    return logInStepped(this.#gateway, { ...device, ...login, consent, isReported });
  }
}

/** Keys of the texts of logins that were refused. */
const refused: Partial<Readonly<Record<string, string>>> = {
  payment: 'payment_failed',
  sponsor: 'sponsor_refused',
};

/** An answer of a kind to a visitor. */
interface Answered {
  readonly kind: SteppedKind;
  readonly visitor: Visitor;
  readonly answer: StepAnswer;
  /** Default: none. */
  readonly linkedCode?: string | undefined;
  /** Of `isReportedGuest`; absent: the network has not been asked. */
  readonly isReported?: boolean;
}

function visitorOf({ request, view, visit, mac }: StepVisit, consent: string | null): Visitor {
  const { remoteAddress, userAgent, query } = request;
  const { page, language } = view;
  const { place, ip } = visit;
  return { page, place, mac, ip, remoteAddress, userAgent, query, language, consent };
}

interface WaitingStep {
  readonly token: string;
  readonly login: PendingLogin;
  readonly problem?: string;
  /** The address of the step for another browser. */
  readonly link: string;
}

function showStep(
  { view, request }: StepVisit,
  { kind, linkedCode = '' }: Pick<Answered, 'kind' | 'linkedCode'>,
  { token, login, problem, link }: WaitingStep,
): GuestReply {
  const { subject, page, query } = login;
  const step = renderStep({
    ...view,
    kind,
    subject,
    problem: problem ?? null,
    code: linkedCode,
    hidden: { step: token, lang: view.language.code },
    address: addressOf(login, token),
    link,
    browserLink: browserLink(request.userAgent, link),
    loginAddress: `/portal/${page}/?${query}`,
  });
  return { ...replyOf(view, step, problem === undefined ? 200 : 400), keepsStep: token };
}
