import { Fault } from '../../contract/errors.ts';
import { runWithin } from '../../runtime/deadline.ts';
import {
  authorizationOf,
  userOf,
  type HttpCredentials,
  type HttpLoginTarget,
} from './authorization.ts';
import { HttpClient, type HttpReply } from './client.ts';
import { CookieJar } from './cookies.ts';
import { DigestLogin, isStale } from './digest.ts';
import { pickValue, resolvePointer } from './pick.ts';
import { followRedirect, isRedirect } from './redirect.ts';
import { errorOf, hasExpired, parseBody, shownSpec, tryJson, wordsOf } from './reply.ts';
import type { HttpPeer } from './socket.ts';
import type { HttpPick, HttpRequestSpec, HttpSessionLogin, HttpStep } from './schema.ts';
import {
  fillPlainText,
  fillRequest,
  type HttpAdditions,
  type HttpRequest,
  type PlaceholderValues,
} from './template.ts';

export interface RequestContext {
  readonly signal: AbortSignal;
  /** Values of placeholders in addition to the session's. */
  readonly values: PlaceholderValues;
  /** True: must not be sent twice. */
  readonly isOnce: boolean;
  /** Members of the body that the request does not have itself. */
  readonly base?: Readonly<Record<string, unknown>>;
  /** Replies that the commands of one reading share. */
  readonly shared?: Map<string, HttpReply>;
}

interface Exchange extends RequestContext {
  readonly additions?: HttpAdditions | undefined;
  readonly isLogin?: true;
}

/** A request as it was sent, and its reply. */
export interface SeenExchange {
  readonly request: HttpRequest;
  readonly reply: HttpReply;
  readonly isLogin: boolean;
}

const maxRedirects = 3;
const maxWordsLength = 300;
const logoutTimeoutMs = 2000;

/** A login at one server: its cookies, its keys, and its connections. */
export class HttpSession {
  readonly #target: HttpLoginTarget;
  readonly #client: HttpClient;
  readonly #jar = new CookieJar();
  /** Keys of the session, by the name that the login has for them. */
  readonly #keys = new Map<string, string>();
  readonly #digest: DigestLogin | null;
  #login: Promise<void> | null = null;
  /** The login that the server knows. */
  #used: HttpSessionLogin;
  #observe: ((exchange: SeenExchange) => void) | null = null;

  constructor(target: HttpLoginTarget) {
    this.#target = target;
    this.#client = new HttpClient(target.peer);
    const { login } = target.options;
    this.#used = login ?? {};
    this.#digest = login?.kind === 'digest' ? new DigestLogin(userOf(target)) : null;
  }

  /** Name and address of the server, for messages. */
  get peerLabel(): string {
    return this.#target.peer.label;
  }

  /** Hands each exchange from now on to a function, including the exchanges of a login. */
  observe(observer: (exchange: SeenExchange) => void): void {
    this.#observe = observer;
  }

  /** @throws Fault `refused` if the certificate of the last connection is no longer accepted */
  async checkAgain(peer: HttpPeer): Promise<void> {
    await this.#client.checkAgain(peer);
  }

  /**
   * Sends a request with the login of the session, which is renewed once if the server says that it is over.
   *
   * @throws Fault `refused` if the login is not accepted; `rejected` with the words of the server for an error
   */
  async request(spec: HttpRequestSpec, context: RequestContext): Promise<HttpReply> {
    const { login } = this.#target.options;
    const first = this.#logIn(context.signal);
    await first;
    const exchange = { ...context, additions: this.#used.send };
    let reply = await this.#exchange(spec, exchange);
    if (login?.kind === 'session' && hasExpired(reply, login.expired)) {
      // Another request may have logged in again since then.
      if (this.#login === first) this.#forget();
      await this.#logIn(context.signal);
      reply = await this.#exchange(spec, { ...context, additions: this.#used.send });
    }
    this.#check(spec, reply);
    return reply;
  }

  /** Sends a request, once for all commands of a reading. */
  async requestShared(spec: HttpRequestSpec, context: RequestContext): Promise<HttpReply> {
    const { method, path, query, headers, json, form } = spec;
    const values = [...context.values].map(([name, value]) => [name, String(value)]);
    const key = JSON.stringify([method, path, query, headers, json, form, values]);
    const reply = context.shared?.get(key) ?? (await this.request(spec, context));
    context.shared?.set(key, reply);
    return reply;
  }

  /**
   * Sends the requests before a command.
   *
   * @returns the values of placeholders, including values from the replies
   */
  async prepare(
    steps: readonly HttpStep[] | undefined,
    context: RequestContext,
  ): Promise<PlaceholderValues> {
    const values = new Map(context.values);
    for (const step of steps ?? []) {
      const reply = await this.requestShared(step, { ...context, values });
      this.#collect(step, reply, values);
    }
    return values;
  }

  /** Fills the placeholders in the search of a reply. */
  fillPick<P extends HttpPick>(pick: P, values: PlaceholderValues): P {
    if (pick.find === undefined) return pick;
    const known = this.#valuesOf(values);
    const find: Record<string, string | number | boolean> = {};
    for (const [name, value] of Object.entries(pick.find))
      find[name] = typeof value === 'string' ? fillPlainText(value, known) : value;
    return { ...pick, find };
  }

  /** Strikes out the credentials and the keys of the session. */
  conceal(text: string): string {
    const { password, token } = this.#target.credentials;
    const keys = [...this.#keys.values(), ...this.#jar.values].filter(({ length }) => length > 7);
    return [password?.reveal() ?? '', token?.reveal() ?? '', ...keys]
      .filter((secret) => secret !== '')
      .flatMap((secret) => [secret, encodeURIComponent(secret)])
      .reduce((shown, secret) => shown.replaceAll(secret, '***'), text);
  }

  /** Ends the session at the server, without waiting for it, and closes its connections. */
  close(): void {
    const { logout, send: additions } = this.#used;
    if (logout === undefined || this.#login === null) {
      this.#client.close();
      return;
    }
    const context = { values: new Map(), isOnce: true, isLogin: true as const, additions };
    void runWithin({ timeoutMs: logoutTimeoutMs }, (signal) =>
      this.#exchange(logout, { signal, ...context }),
    )
      .catch(() => undefined)
      .finally(() => {
        this.#client.close();
      });
  }

  #logIn(signal: AbortSignal): Promise<void> {
    if (this.#target.options.login?.kind !== 'session') return Promise.resolve();
    if (this.#login === null) {
      const login = this.#runLogin(signal);
      this.#login = login;
      // A login that failed is tried again by the next request.
      login.catch(() => {
        if (this.#login === login) this.#forget();
      });
    }
    return this.#login;
  }

  async #runLogin(signal: AbortSignal): Promise<void> {
    const { options, credentials } = this.#target;
    const values = loginValues(credentials);
    const { otherwise, with_token } = options.login ?? {};
    if (with_token && credentials.token && credentials.username === undefined) {
      this.#used = with_token;
      this.#keys.set('token', credentials.token.reveal());
      await this.#takeSteps(signal, values);
      return;
    }
    this.#used = options.login ?? {};
    if (await this.#takeSteps(signal, values, otherwise?.statuses)) return;
    this.#used = otherwise ?? {};
    await this.#takeSteps(signal, values);
  }

  /** Sends the requests of the login in use. @returns false if the reply to the first has one of the statuses */
  async #takeSteps(
    signal: AbortSignal,
    values: PlaceholderValues,
    unknown: readonly number[] = [],
  ): Promise<boolean> {
    const keys = new Map<string, string | number | bigint | boolean>();
    for (const [at, step] of (this.#used.steps ?? []).entries()) {
      const isLogin = true as const;
      const context = { signal, values: new Map([...values, ...keys]), isOnce: false, isLogin };
      const reply = await this.#exchange(step, context);
      if (at === 0 && unknown.includes(reply.status)) return false;
      this.#checkLogin(step, reply);
      this.#collect(step, reply, keys);
    }
    for (const [name, key] of keys) this.#keys.set(name, String(key));
    return true;
  }

  #checkLogin(step: HttpStep, reply: HttpReply): void {
    const { success } = this.#target.options;
    const error = errorOf(reply, success);
    const isRefused = reply.status >= 400 && reply.status < 500;
    if (reply.status < 400 && error === null) return;
    throw new Fault(
      isRefused || reply.status < 400 ? 'refused' : 'rejected',
      `${this.peerLabel}: ${shownSpec(step)} did not log in, status ${reply.status}: ${this.#cut(error ?? wordsOf(reply, success))}`,
    );
  }

  /** Collects the parts of a reply that a step names. */
  #collect(
    step: HttpStep,
    reply: HttpReply,
    into: Map<string, string | number | bigint | boolean>,
  ): void {
    const what = `${this.peerLabel}: the reply to ${shownSpec(step)}`;
    for (const [name, from] of Object.entries(step.keep ?? {})) {
      const value = this.#partOf(reply, from);
      if (value === undefined) throw new Fault('refused', `${what} has no ${name}`);
      into.set(name, value);
    }
    if (step.as_name === undefined) return;
    const picked = pickValue(parseBody(reply.body, what), this.fillPick(step, into));
    if ('fault' in picked)
      throw new Fault('rejected', `${this.peerLabel}: ${shownSpec(step)}: ${picked.fault}`);
    into.set(step.as_name, picked.value);
  }

  #partOf(
    { body, headers }: HttpReply,
    from: NonNullable<HttpStep['keep']>[string],
  ): string | undefined {
    if ('cookie' in from) return this.#jar.get(from.cookie);
    if ('header' in from) return headers[from.header.toLowerCase()]?.toString();
    const value = resolvePointer(tryJson(body), from.json);
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  }

  #valuesOf(values: PlaceholderValues): PlaceholderValues {
    const named = Object.entries(this.#target.options.values ?? {});
    return new Map([...named, ...this.#keys, ...values]);
  }

  async #exchange(spec: HttpRequestSpec, context: Exchange): Promise<HttpReply> {
    const { peer, options } = this.#target;
    const below = context.isLogin === true ? '' : (this.#used.below ?? '');
    const path = `${options.base_path}${below}${spec.path}`;
    const { base } = context;
    const filling = { values: this.#valuesOf(context.values), ...(base && { base }) };
    let request = fillRequest({ ...spec, path }, filling, context.additions);
    let reply = await this.#authenticate(request, context);
    for (let hop = 0; isRedirect(reply) && hop < maxRedirects; hop += 1) {
      request = followRedirect(peer, request, reply);
      reply = await this.#authenticate(request, context);
    }
    this.#observe?.({ request, reply, isLogin: context.isLogin === true });
    return reply;
  }

  /**
   * Sends a request; with Digest a second time, if the server has a new nonce, and once more if that was over already: the
   * password was right then (RFC 7616 section 3.3, `stale`).
   */
  async #authenticate(request: HttpRequest, context: RequestContext): Promise<HttpReply> {
    const reply = await this.#send(request, context);
    if (this.#digest === null || reply.status !== 401) return reply;
    const again = await this.#answerChallenge(this.#digest, { request, reply }, context);
    if (!isStale(again)) return again;
    return this.#answerChallenge(this.#digest, { request, reply: again }, context);
  }

  async #answerChallenge(
    digest: DigestLogin,
    { request, reply }: { readonly request: HttpRequest; readonly reply: HttpReply },
    context: RequestContext,
  ): Promise<HttpReply> {
    if (!digest.accept(reply.headers['www-authenticate'] ?? ''))
      throw new Fault('refused', `${this.peerLabel} offers no Digest login that can be answered`);
    const again = await this.#send(request, context);
    if (again.status === 401) digest.reset();
    return again;
  }

  async #send(request: HttpRequest, { signal, isOnce }: RequestContext): Promise<HttpReply> {
    const { peer, options } = this.#target;
    const { refresh = {} } = this.#used;
    const cookie = this.#jar.header(request.target, peer.tls !== 'off');
    const headers = {
      ...request.headers,
      ...authorizationOf(this.#target, this.#digest, request),
      ...(cookie !== undefined && { Cookie: cookie }),
    };
    const timeoutMs = options.timeout * 1000;
    const reply = await this.#client.send({ ...request, headers }, { signal, timeoutMs, isOnce });
    this.#jar.store(reply.headers['set-cookie'] ?? []);
    for (const [name, header] of Object.entries(refresh)) {
      const value = reply.headers[header.toLowerCase()]?.toString();
      if (value !== undefined) this.#keys.set(name, value);
    }
    return reply;
  }

  #forget(): void {
    this.#login = null;
    this.#jar.clear();
    this.#keys.clear();
  }

  /** @throws Fault if the reply is an error */
  #check(spec: HttpRequestSpec, reply: HttpReply): void {
    const { success, login } = this.#target.options;
    const isExpired = hasExpired(reply, login?.expired);
    const isError = isExpired || reply.status < 200 || reply.status > 299;
    const error = errorOf(reply, success) ?? (isError ? wordsOf(reply, success) : null);
    if (error === null) return;
    throw new Fault(
      isExpired ? 'refused' : 'rejected',
      `${this.peerLabel}: ${shownSpec(spec)} failed, status ${reply.status}: ${this.#cut(error)}`,
    );
  }

  #cut(words: string): string {
    return this.conceal(words).slice(0, maxWordsLength);
  }
}

function loginValues({ username, password, token }: HttpCredentials): PlaceholderValues {
  return new Map([
    ['username', username ?? ''],
    ['password', password?.reveal() ?? ''],
    ['token', token?.reveal() ?? ''],
  ]);
}
