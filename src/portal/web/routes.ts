import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Fault } from '../../contract/errors.ts';
import { isRecord } from '../../contract/fields.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { answerAuthmon } from '../router/authmon.ts';
import type { GuestPage, GuestRequest, PagePart } from './guest-page.ts';
import type { GuestReply } from './guest-reply.ts';
import { StyleFiles } from './style-files.ts';
import { addPageFiles, addStyleFiles } from './style-routes.ts';
import { browserSeconds } from '../secure/browser-token.ts';
import { captiveState, probes } from './captive-api.ts';
import { findPageById, findSessionByIp } from '../page/page-store.ts';
import { normalizeIpAddress } from '../../runtime/ip-address.ts';

const captiveJson = 'application/captive+json';
const maxFormOctets = 65_536;

/**
 * Adds the page of the captive portal, `/portal/` and `/portal/{page}/`, the API of RFC 8908, `/portal/captive`, and the
 * probes of the systems. They need no token. The page is loaded at its first request.
 */
export function addPortalRoutes(app: FastifyInstance, gateway: Gateway): void {
  void app.register((scope, _options, done) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, isForGuests: true };
    });
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: maxFormOctets },
      (_request, text, parsed) => {
        parsed(null, Object.fromEntries(new URLSearchParams(text.toString())));
      },
    );
    addPage(scope, gateway);
    addCaptiveApi(scope, gateway);
    done();
  });
}

function addPage(scope: FastifyInstance, gateway: Gateway): void {
  let loaded: Promise<GuestPage> | undefined;
  const policies = new WeakMap<FastifyRequest, string>();
  scope.addHook('onSend', async (request, reply, payload) => {
    const policy = policies.get(request);
    if (policy !== undefined) void reply.header('content-security-policy', policy);
    return Promise.resolve(payload);
  });
  let styles: StyleFiles | undefined;
  const readStyles = () => (styles ??= new StyleFiles());
  addStyleFiles(scope, gateway, readStyles);
  addPageFiles(scope, gateway);
  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.method === 'GET' && wantsCaptiveState(request))
      return sendCaptiveState(gateway, request, reply);
    const forAuthmon =
      request.method === 'POST' ? await answerAuthmon(gateway, textFields(request.body)) : null;
    if (forAuthmon !== null) return reply.type('text/plain').send(forAuthmon);
    const page = await (loaded ??= loadPage(gateway, readStyles));
    const served = await page.serve(readRequest(request));
    policies.set(request, policyOf(served));
    if (served.retryAfter !== undefined)
      void reply.header('retry-after', String(served.retryAfter));
    setCookies(served, request, reply);
    if (served.file) return sendFile(reply, served.file);
    return reply
      .code(served.status)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(served.page);
  };
  const parts = [
    '/portal/status',
    '/portal/:page/status',
    '/portal/secure',
    '/portal/:page/secure',
    '/portal/sponsor',
  ];
  for (const url of ['/portal', '/portal/:page', ...parts])
    for (const method of ['GET', 'POST'] as const) scope.route({ method, url, handler: serve });
  scope.get('/portal/oidc', serve);
  scope.post('/portal/oidc', ({ body }, reply) =>
    reply.redirect(`/portal/oidc?${postedAnswer(textFields(body))}`, 303),
  );
  // UniFi sends guests to a path of its own.
  scope.get('/guest/s/:site', (request, reply) =>
    reply.redirect(`/portal/?${queryOf(request.url)}`),
  );
}

/** What an issuer answers to an authorization request (RFC 6749 section 4.1.2, RFC 9207). */
const answerFields = ['code', 'state', 'iss', 'error', 'error_description'] as const;
const maxAnswerField = 2_048;

/** Returns the query with the answer that an issuer has posted. A browser sends its cookies only when it follows there: its post came from another site. */
function postedAnswer(fields: Readonly<Record<string, string>>): string {
  const sent = new URLSearchParams();
  for (const name of answerFields) {
    const value = fields[name]?.slice(0, maxAnswerField) ?? '';
    if (value !== '') sent.set(name, value);
  }
  return sent.toString();
}

function sendFile(
  reply: FastifyReply,
  { name, mediaType, content }: NonNullable<GuestReply['file']>,
) {
  return reply
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${name}"`)
    .type(mediaType)
    .send(content);
}

async function loadPage(gateway: Gateway, readStyles: () => StyleFiles): Promise<GuestPage> {
  const [{ GuestPage }, { readLanguages }] = await Promise.all([
    import('./guest-page.ts'),
    import('../../organization/languages.ts'),
  ]);
  const languages = readLanguages(gateway.config.portal.texts_dir);
  return new GuestPage(gateway, languages, readStyles());
}

/** Returns the page id in the path, or null. @throws Fault `not_found` if it is not a number */
function readPageId({ params }: FastifyRequest): number | null {
  const { page } = isRecord(params) ? params : {};
  if (typeof page !== 'string') return null;
  if (!/^\d{1,9}$/.test(page)) throw new Fault('not_found', 'Not found.');
  return Number(page);
}

function partOf({ routeOptions: { url = '' } }: FastifyRequest): PagePart {
  if (url === '/portal/sponsor') return 'sponsor';
  if (url === '/portal/oidc') return 'back';
  if (url.endsWith('/secure')) return 'secure';
  return url.endsWith('/status') ? 'status' : 'login';
}

/** @throws Fault `not_found` if the path names no page */
function readRequest(request: FastifyRequest): GuestRequest {
  const { headers, body } = request;
  return {
    pageId: readPageId(request),
    part: partOf(request),
    query: queryOf(request.url),
    remoteAddress: normalizeIpAddress(request.ip),
    acceptLanguage: headers['accept-language'] ?? '',
    userAgent: headers['user-agent']?.slice(0, 255) ?? null,
    form: request.method === 'POST' ? textFields(body) : null,
    keptCode: readCookie(headers.cookie ?? '', codeCookie).slice(0, 255),
    keptLogin: readCookie(headers.cookie ?? '', loginCookie),
    keptStep: readCookie(headers.cookie ?? '', stepCookie),
    keptBrowser: readCookie(headers.cookie ?? '', browserCookie),
    isCrossSite: headers['sec-fetch-site'] === 'cross-site',
  };
}

/** The query of a redirect may have an unencoded URL in it, with a query of its own. */
function queryOf(target: string): string {
  const start = target.indexOf('?');
  return start < 0 ? '' : target.slice(start + 1);
}

/** The code of a voucher stays in the browser while its access point redirects it: the redirect does not carry it. */
const codeCookie = 'gatehouse_code';
const codeSeconds = 600;
const loginCookie = 'gatehouse_guest';
/** The token of a login between its two steps. */
const stepCookie = 'gatehouse_step';
const stepSeconds = 3_600;
/** Says that the browser has logged a guest in. */
const browserCookie = 'gatehouse_browser';

function setCookies(
  { keepsCode, keepsLogin, keepsStep, keepsBrowser }: GuestReply,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const keep = (name: string, value: string, seconds: number) =>
    reply.header('set-cookie', formatCookie(name, value, { seconds, request }));
  if (keepsCode !== undefined) void keep(codeCookie, keepsCode, codeSeconds);
  if (keepsLogin !== undefined)
    void keep(loginCookie, keepsLogin?.sealed ?? '', keepsLogin?.seconds ?? 0);
  if (keepsBrowser !== undefined) void keep(browserCookie, keepsBrowser, browserSeconds);
  if (keepsStep !== undefined) void keep(stepCookie, keepsStep, keepsStep === '' ? 0 : stepSeconds);
}

/** `Lax` since the browser comes by the redirect of its access point, which is another site. */
function formatCookie(
  name: string,
  value: string,
  { seconds, request }: { readonly seconds: number; readonly request: FastifyRequest },
): string {
  const attributes = `Max-Age=${seconds}; Path=/portal; HttpOnly; SameSite=Lax`;
  const secure = request.protocol === 'https' ? '; Secure' : '';
  return `${name}=${encodeURIComponent(value)}; ${attributes}${secure}`;
}

/** Returns the value of a cookie of a request; empty: no cookie, or not of this gateway. */
function readCookie(cookies: string, name: string): string {
  const found = cookies.split(';').find((cookie) => cookie.trim().startsWith(`${name}=`));
  const text = found?.trim().slice(name.length + 1) ?? '';
  try {
    return text.length > maxCookie || /[,\s]/.test(text) ? '' : decodeURIComponent(text);
  } catch {
    return '';
  }
}

const maxCookie = 4_096;

function textFields(body: unknown): Readonly<Record<string, string>> {
  const entries = Object.entries(isRecord(body) ? body : {});
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

/** No script but our own, and no style, picture or font of another host; the form of a grant may lead to an access point, and from there to any site. */
function policyOf({ nonce, leadsAway }: GuestReply): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    `script-src 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    leadsAway ? "form-action 'self' http: https:" : "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function addCaptiveApi(scope: FastifyInstance, gateway: Gateway): void {
  for (const url of ['/portal/captive', '/portal/:page/captive'])
    scope.get(url, (request, reply) => sendCaptiveState(gateway, request, reply));
  for (const [path, { status, body, type, location }] of Object.entries(probes))
    scope.get(path, async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      if (
        (await findSessionByIp(gateway.store, {
          ip: normalizeIpAddress(request.ip),
          page: null,
        })) === null
      )
        return reply.redirect(`${gateway.config.portal.public_url}/portal/`);
      if (location !== undefined) void reply.header('location', location);
      return reply
        .code(status)
        .type(type ?? 'text/plain')
        .send(body);
    });
}

function wantsCaptiveState({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes(captiveJson) ?? false;
}

async function sendCaptiveState(gateway: Gateway, request: FastifyRequest, reply: FastifyReply) {
  const pageId = readPageId(request);
  const page = pageId === null ? null : await findPageById(gateway.store, pageId);
  if (pageId !== null && !page) throw new Fault('not_found', 'Not found.');
  const state = await captiveState(gateway, { ip: normalizeIpAddress(request.ip), page });
  return reply
    .header('cache-control', 'private, no-store')
    .type(captiveJson)
    .send(JSON.stringify(state));
}
