import { randomBytes } from 'node:crypto';
import { asFault, isTemporary } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { Languages } from '../../organization/languages.ts';
import { logGuestEvent } from '../guest-log.ts';
import { PortalReject } from '../portal-reject.ts';
import { isStepped } from '../page/portal-page.ts';
import type { ServedPage } from '../page/page-store.ts';
import type { RecalledGuest } from '../recall.ts';
import { isOwnForm, signForm } from './form-token.ts';
import { hasAcceptedTerms, keepLogin, recallGuest } from './kept-login.ts';
import { logInByForm, pageGuest, type LoginForm } from './page-login.ts';
import { showDone } from './done-page.ts';
import { renderProblem } from './done-view.ts';
import { replyOf, type GuestReply } from './guest-reply.ts';
import { problemOf } from './problems.ts';
import { StatusPage } from './status-page.ts';
import { findBegunLogin, findStep, StepPage, type StepVisit } from './step/step-page.ts';
import { chooseLanguage, languageLinks, translatePage } from './texts.ts';
import type { View } from './document.ts';
import { renderLogin } from './login-view.ts';
import { chooseKind, findEmptyField, readValues } from './ways.ts';
import type { StyleFiles } from './style-files.ts';
import { completeVisit, logUnknownPlace, showUnknownPlace } from './unknown-place.ts';
import { isRandomMac, readVisit, type PageRequest, type Visit } from './visit.ts';

/** A request of the page, and what its headers say. */
export interface GuestRequest extends PageRequest {
  /** What is asked for by the path. */
  readonly part: PagePart;
  readonly acceptLanguage: string;
  readonly userAgent: string | null;
  /** The fields of a form that is posted; null: the page is opened. */
  readonly form: Readonly<Record<string, string>> | null;
  /** Voucher code from the cookie; empty: no cookie. */
  readonly keptCode: string;
  /** Sealed login from the cookie; empty: no cookie. */
  readonly keptLogin: string;
  /** Token of a login that has begun, from the cookie; empty: no cookie. */
  readonly keptStep: string;
  /** What the browser was given at its login, from the cookie; empty: no cookie. */
  readonly keptBrowser: string;
  /** True if another site posts the form. */
  readonly isCrossSite: boolean;
}

/** The login, the state of a connection, profiles of networks, the question to a sponsor, or the way back from another site. */
export type PagePart = 'login' | 'status' | 'secure' | 'sponsor' | 'back';

const maxQuery = 8_192;
const maxCode = 255;
const retrySeconds = 60;

/** Serves the page to one guest: shows the forms, or logs in with a posted form. */
export class GuestPage {
  readonly #gateway: Gateway;
  readonly #languages: Languages;
  readonly #status: StatusPage;
  readonly #styles: StyleFiles;
  readonly #steps: StepPage;

  constructor(gateway: Gateway, languages: Languages, styles: StyleFiles) {
    this.#gateway = gateway;
    this.#styles = styles;
    this.#status = new StatusPage(gateway);
    this.#steps = new StepPage(gateway);
    this.#languages = languages;
  }

  /** Serves a request; with a page that says to try again later, while the store is away. */
  async serve(request: GuestRequest): Promise<GuestReply> {
    try {
      return await this.#serve(request);
    } catch (error) {
      if (!isTemporary(error)) throw error;
      const view = this.#viewOf(request, { page: null });
      const page = renderProblem(view, 'network', null);
      return { ...replyOf(view, page, 503), retryAfter: retrySeconds };
    }
  }

  async #serve(request: GuestRequest): Promise<GuestReply> {
    if (request.part === 'sponsor') return this.#serveSponsor(request);
    const step = await findStep(this.#gateway, request);
    const query = step?.context.query ?? queryOf(request);
    const context = { ...request, ...step?.context, query };
    const visit = await readVisit(this.#gateway, context);
    const view = this.#viewOf(context, visit);
    if (request.part === 'secure') {
      const { serveSecure } = await import('./secure/secure-page.ts');
      const secure = await serveSecure(this.#gateway, context, { view, visit });
      if (secure) return secure;
    }
    const status = step ? null : await this.#status.serve(context, { view, visit });
    if (status) return status;
    return this.#serveDevice(context, await completeVisit(this.#gateway, context, visit), step);
  }

  async #serveSponsor(request: GuestRequest): Promise<GuestReply> {
    const { findQuestion, serveSponsor } = await import('./step/sponsor-page.ts');
    const question = await findQuestion(this.#gateway, request);
    const view = this.#viewOf(request, question);
    return serveSponsor(this.#gateway, { request, view, question });
  }

  async #serveDevice(
    request: GuestRequest,
    visit: Visit,
    step: Awaited<ReturnType<typeof findStep>>,
  ): Promise<GuestReply> {
    const view = this.#viewOf(request, visit);
    const { page, place, mac } = visit;
    if (request.part === 'back' && !step?.login)
      return replyOf(view, renderProblem(view, 'step_expired', '/portal/'), 400);
    if (!page || !place || mac === null) {
      await logUnknownPlace(this.#gateway, request, visit);
      return showUnknownPlace(view, codeOf(request.query));
    }
    const recalled = await recallGuest(this.#gateway, { page, sealed: request.keptLogin });
    const ofPage = { ...view, page: translatePage(page, view.language.code) };
    const shown: Shown = { request, view: ofPage, visit, mac, recalled };
    return step
      ? this.#guarded(shown, () => this.#steps.resume(shown, step))
      : this.#serveLogin(shown);
  }

  async #serveLogin(shown: Shown): Promise<GuestReply> {
    const { form } = shown.request;
    if (form?.['forget'] === 'yes') return this.#forget(shown);
    return form ? this.#post(shown, form) : this.#open(shown);
  }

  async #open(shown: Shown): Promise<GuestReply> {
    const { request, visit, view, mac } = shown;
    const { remoteAddress, userAgent, keptStep } = request;
    const guest = pageGuest({ visit, page: view.page, mac, remoteAddress, userAgent });
    await logGuestEvent(this.#gateway, { ...guest, type: 'pv', status: 200 }, remoteAddress);
    const begun = await findBegunLogin(this.#gateway, { token: keptStep, mac });
    return this.#showLogin(shown, { ...wayBack(visit), begun, status: 200 });
  }

  #forget(shown: Shown): GuestReply {
    const reply = this.#showLogin({ ...shown, recalled: null }, { problem: null, status: 200 });
    return { ...reply, keepsLogin: null };
  }

  async #post(shown: Shown, fields: Readonly<Record<string, string>>): Promise<GuestReply> {
    const form = formOf(fields, shown);
    const problem = this.#checkForm(shown, fields, form);
    if (problem !== null) return this.#showLogin(shown, { problem, status: 400 });
    const { kind } = form;
    return this.#guarded(shown, () =>
      isStepped(kind) ? this.#steps.begin(shown, { ...form, kind }) : this.#logIn(shown, form),
    );
  }

  /** Answers a step that was taken, or an error text by its key; one that is throttled is answered, too. */
  async #guarded(shown: Shown, step: () => Promise<GuestReply | string>): Promise<GuestReply> {
    try {
      const reply = await step();
      return typeof reply === 'string'
        ? this.#showLogin(shown, { problem: reply, status: 400 })
        : reply;
    } catch (error) {
      const fault = asFault(error);
      if (fault?.kind !== 'throttled' && fault?.kind !== 'overloaded') throw error;
      const reply = this.#showLogin(shown, { problem: 'throttled', status: 429 });
      return { ...reply, retryAfter: fault.retryAfter ?? 60 };
    }
  }

  async #logIn(shown: Shown, form: LoginForm): Promise<GuestReply | string> {
    const { request, view, visit, mac, recalled } = shown;
    const { remoteAddress, userAgent } = request;
    const login = { visit, page: view.page, mac, form, remoteAddress, userAgent, recalled };
    const access = await logInByForm(this.#gateway, login);
    if (access instanceof PortalReject) return problemOf(access.code);
    const { id: user } = access.session.guest;
    const { kind } = form;
    const kept = await keepLogin(this.#gateway, { page: view.page, mac, user, kind, recalled });
    return { ...(await showDone(this.#gateway, shown, access)), ...(kept && { keepsLogin: kept }) };
  }

  /** @returns the key of the error text; null: no error */
  #checkForm(shown: Shown, fields: Readonly<Record<string, string>>, form: LoginForm) {
    const { request, view, recalled } = shown;
    if (!isOwnForm(request, fields, this.#gateway.now())) return 'form_expired';
    return form.kind === 'recall'
      ? checkRecall(form, view.page, recalled)
      : checkChoice(form, view.page);
  }

  #showLogin(shown: Shown, { status, ...answer }: Answer): GuestReply {
    const { request, view, mac, recalled } = shown;
    const { query, remoteAddress, keptCode } = request;
    const token = signForm({ address: remoteAddress, query }, this.#gateway.now());
    const page = renderLogin({
      ...view,
      reason: null,
      isLoggedOut: false,
      begun: null,
      ...answer,
      ...filledIn(shown, codeOf(query) || keptCode),
      isRandomMac: isRandomMac(mac),
      isRemembered: this.#gateway.config.portal.recall_days > 0,
      recalled: recalled && {
        name: recalled.username,
        hasAccepted: hasAcceptedTerms(recalled, view.page),
      },
      hidden: { q: query, form: token, lang: view.language.code },
    });
    return replyOf(view, page, status);
  }

  #viewOf({ query, form, acceptLanguage }: GuestRequest, { page }: Pick<Visit, 'page'>): View {
    const offered = page?.languages ?? [];
    const chosen = form?.['lang'] ?? new URLSearchParams(query).get('lang') ?? '';
    const language = chooseLanguage(this.#languages, { chosen, acceptLanguage, offered });
    const languages = languageLinks(this.#languages, offered, query);
    const styles = this.#styles.addressesFor(page);
    return { language, page, languages, styles, nonce: randomBytes(16).toString('base64') };
  }
}

interface Shown extends StepVisit {
  readonly request: GuestRequest;
  readonly recalled: RecalledGuest | null;
}

/** Returns the query of the redirect, which a form carries. */
function queryOf({ form, query }: GuestRequest): string {
  return (form ? (form['q'] ?? '') : query).slice(0, maxQuery);
}

/** Returns what a guest has filled in, to be shown again after an error. @param code  of the link or the cookie */
function filledIn(shown: Shown, code: string) {
  const { form } = shown.request;
  if (form === null) return { posted: null, values: { code } };
  const { kind, values, hasAccepted } = formOf(form, shown);
  return { posted: { kind, hasAccepted }, values };
}

/** @returns the key of the error text; null: no error */
function checkChoice({ kind, values, hasAccepted }: LoginForm, page: ServedPage): string | null {
  const offered = page.loginKinds.find((one) => one === kind);
  if (offered === undefined) return 'not_allowed';
  if (findEmptyField(offered, values)) return 'fill_in';
  return page.terms !== null && !hasAccepted ? 'accept_first' : null;
}

/** @returns the key of the error text; null: no error */
function checkRecall(
  { hasAccepted }: LoginForm,
  page: ServedPage,
  recalled: RecalledGuest | null,
): string | null {
  if (!recalled) return 'not_recalled';
  const isAccepted = page.terms === null || hasAccepted || hasAcceptedTerms(recalled, page);
  return isAccepted ? null : 'accept_first';
}

interface Answer {
  /** The key of an error text; null: no error. */
  readonly problem: string | null;
  /** What the NAS says of the error. */
  readonly reason?: string | null;
  /** True: the guest has just logged out. */
  readonly isLoggedOut?: boolean;
  /** The address of a login that has begun in this browser. */
  readonly begun?: string | null;
  readonly status: number;
}

/** Returns what the page of a device says that its NAS has sent back. */
function wayBack({ outcome }: Visit): Omit<Answer, 'status'> {
  if (outcome?.kind === 'failed') return { problem: 'refused', reason: outcome.reason };
  return { problem: null, isLoggedOut: outcome?.kind === 'logged_out' };
}

/** Returns the code of a voucher in a link: `code`, or `token` as in a login by the API. */
function codeOf(query: string): string {
  const parameters = new URLSearchParams(query);
  return (parameters.get('code') ?? parameters.get('token') ?? '').slice(0, maxCode);
}

function formOf(
  fields: Readonly<Record<string, string>>,
  { view, recalled }: Pick<Shown, 'view' | 'recalled'>,
): LoginForm {
  const values = readValues(fields);
  const { loginKinds } = view.page;
  const kind = chooseKind(fields['kind'] ?? '', {
    values,
    offered: loginKinds,
    otherwise: recalled ? 'recall' : (loginKinds[0] ?? ''),
  });
  return { kind, values, hasAccepted: fields['accept'] === 'yes' };
}
