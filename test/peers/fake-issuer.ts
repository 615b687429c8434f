import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Authority } from './certificates.ts';

/*
 * An issuer of OpenID Connect on loopback: discovery, the authorization endpoint (which asks nobody), token endpoint with PKCE and
 * HTTP Basic, UserInfo and keys (OpenID Connect Core 1.0, Discovery 1.0, Form Post Response Mode 1.0, RFC 6749, RFC 7636).
 */

type Json = Readonly<Record<string, unknown>>;

export interface FakeIssuer {
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Who logs in next: claims of its ID token, and those of UserInfo only. */
  user: { readonly claims: Json; readonly userInfo: Json };
  /** What the next ID tokens say in place of the truth. */
  lies: Json;
  /** True: tokens are signed with a key that is not published. */
  usesForeignKey: boolean;
  /** Method and path of each request. */
  readonly requests: readonly string[];
  /** What its metadata say besides. */
  more: Json;
  /** Follows the browser to the page of the issuer. @returns where the browser is sent back to */
  readonly visit: (url: string) => Promise<Back>;
  /** Holds the next token request without an answer. Resolves when it has come. */
  readonly holdToken: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** How an issuer sends a browser back. */
export interface Back {
  readonly address: string;
  /** What it posts there; null: the address has the answer. */
  readonly form: URLSearchParams | null;
}

interface Grant {
  readonly challenge: string;
  readonly nonce: string;
  readonly redirectUri: string;
}

const clientId = 'gatehouse';
const clientSecret = 'a secret: with &';
const redirectUri = 'http://portal.test/portal/oidc';

export async function startFakeIssuer(authority: Authority): Promise<FakeIssuer> {
  const { cert, keyText } = authority.issue('issuer', { names: 'IP:127.0.0.1' });
  const own = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const grants = new Map<string, Grant>();
  const accessTokens = new Map<string, FakeIssuer['user']>();
  const requests: string[] = [];
  let held: (() => void) | null = null;
  let url = '';

  const authorize = (query: URLSearchParams): Back => {
    const wrong = Object.entries(wanted).find(([name, is]) => !is(query.get(name) ?? ''));
    if (wrong) throw new Error(`the authorization request has a wrong ${wrong[0]}`);
    const code = randomBytes(16).toString('hex');
    grants.set(code, {
      challenge: query.get('code_challenge') ?? '',
      nonce: query.get('nonce') ?? '',
      redirectUri: query.get('redirect_uri') ?? '',
    });
    const back = new URL(query.get('redirect_uri') ?? '');
    const sent = new URLSearchParams({ code, state: query.get('state') ?? '', iss: url });
    if (query.get('response_mode') === 'form_post') return { address: back.href, form: sent };
    back.search = sent.toString();
    return { address: back.href, form: null };
  };

  const idToken = (nonce: string): string => {
    const at = Math.floor(Date.now() / 1000);
    const { claims } = issuer.user;
    const truth = { iss: url, aud: clientId, iat: at, exp: at + 300, nonce, ...claims };
    const key = issuer.usesForeignKey ? foreign.privateKey : own.privateKey;
    return signJwt({ ...truth, ...issuer.lies }, key);
  };

  const token = (request: IncomingMessage, form: URLSearchParams) => {
    const basic = `${encodeURIComponent(clientId)}:${formEncode(clientSecret)}`;
    if (request.headers.authorization !== `Basic ${Buffer.from(basic).toString('base64')}`)
      return { status: 401, json: { error: 'invalid_client' } };
    const grant = grants.get(form.get('code') ?? '');
    grants.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (grant?.challenge !== challenge || form.get('redirect_uri') !== grant.redirectUri)
      return { status: 400, json: { error: 'invalid_grant' } };
    const access_token = randomBytes(16).toString('hex');
    accessTokens.set(access_token, issuer.user);
    const id_token = idToken(grant.nonce);
    return { status: 200, json: { access_token, token_type: 'Bearer', id_token } };
  };

  const userInfo = ({ headers }: IncomingMessage) => {
    const user = accessTokens.get((headers.authorization ?? '').replace('Bearer ', ''));
    return user
      ? { status: 200, json: { sub: user.claims['sub'], ...user.userInfo } }
      : { status: 401, json: { error: 'invalid_token' } };
  };

  const answer = (request: IncomingMessage, body: string) => {
    const asked = `${request.method ?? ''} ${request.url ?? ''}`;
    if (asked === 'GET /.well-known/openid-configuration')
      return { status: 200, json: { ...metadataOf(url), ...issuer.more } };
    if (asked === 'GET /keys') return { status: 200, json: { keys: [jwkOf(own.publicKey)] } };
    if (asked === 'POST /token') return token(request, new URLSearchParams(body));
    if (asked === 'GET /me') return userInfo(request);
    return { status: 404, json: {} };
  };

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    let body = '';
    for await (const part of request) body += String(part);
    requests.push(`${request.method ?? ''} ${request.url ?? ''}`);
    if (held && request.url === '/token') {
      held();
      held = null;
      return;
    }
    if (request.url?.startsWith('/authorize?') === true) {
      const { address, form } = authorize(new URL(request.url, url).searchParams);
      if (form)
        response.writeHead(200, { 'content-type': 'text/html' }).end(postingPage(address, form));
      else response.writeHead(302, { location: address }).end();
      return;
    }
    const { status, json } = answer(request, body);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
  };
  const server = createServer({ cert, key: keyText }, (request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer: FakeIssuer = {
    url,
    clientId,
    clientSecret,
    user: { claims: { sub: 'nobody' }, userInfo: {} },
    lies: {},
    more: {},
    usesForeignKey: false,
    requests,
    visit(page) {
      const { origin, pathname, searchParams } = new URL(page);
      if (origin !== url || pathname !== '/authorize') throw new Error(`a wrong page: ${page}`);
      return Promise.resolve(authorize(searchParams));
    },
    holdToken: () =>
      new Promise((resolve) => {
        held = resolve;
      }),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return issuer;
}

/** A page that posts its form by itself. */
function postingPage(address: string, form: URLSearchParams): string {
  const fields = [...form].map(([name, value]) => `<input name="${name}" value="${value}">`);
  return `<form method="post" action="${address}">${fields.join('')}</form><script>document.forms[0].submit()</script>`;
}

const wanted: Readonly<Record<string, (value: string) => boolean>> = {
  response_type: (value) => value === 'code',
  client_id: (value) => value === clientId,
  redirect_uri: (value) => value === redirectUri,
  scope: (value) => value.split(' ').includes('openid'),
  state: (value) => value.length >= 32,
  nonce: (value) => value.length >= 32,
  code_challenge: (value) => /^[\w-]{43}$/.test(value),
  code_challenge_method: (value) => value === 'S256',
};

function metadataOf(url: string): Json {
  return {
    issuer: url,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    userinfo_endpoint: `${url}/me`,
    jwks_uri: `${url}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    authorization_response_iss_parameter_supported: true,
  };
}

const keyId = 'key';

function jwkOf(key: KeyObject): Json {
  return { ...key.export({ format: 'jwk' }), kid: keyId, alg: 'RS256', use: 'sig' };
}

function signJwt(claims: Json, key: KeyObject): string {
  const encode = (part: Json) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const signed = `${encode({ alg: 'RS256', kid: keyId })}.${encode(claims)}`;
  return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`;
}

/** Encodes a secret for HTTP Basic (RFC 6749 section 2.3.1 and appendix B). */
function formEncode(text: string): string {
  return new URLSearchParams({ x: text }).toString().slice(2);
}
