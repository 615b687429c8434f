import {
  authorizationCodeGrantRequest,
  AuthorizationResponseError,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  ClientSecretPost,
  discoveryRequest,
  getValidatedIdTokenClaims,
  None,
  OperationProcessingError,
  processAuthorizationCodeResponse,
  processDiscoveryResponse,
  processUserInfoResponse,
  ResponseBodyError,
  UnsupportedOperationError,
  userInfoRequest,
  validateApplicationLevelSignature,
  validateAuthResponse,
  WWWAuthenticateChallengeError,
  type AuthorizationServer,
} from 'oauth4webapi';
import { Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { digestTexts } from '../step/pending-store.ts';
import type { PortalService } from '../step/service-store.ts';
import { callOptions } from './issuer-calls.ts';

/*
 * The client of an issuer of OpenID Connect: authorization code (RFC 6749) with PKCE (RFC 7636), state and nonce. These follow from
 * the token of the browser, so that the store has no secret of a login that is under way.
 */

const timeoutMs = 20_000;
const usualScope = 'openid email profile';

/** The claims of a guest: those of its ID token, and what the issuer says of it besides. */
export type Claims = Readonly<Record<string, unknown>> & { readonly sub: string };

/** A login at an issuer. */
export interface IssuerLogin {
  readonly service: PortalService;
  /** The token of the browser. */
  readonly token: string;
  /** Where the issuer sends the browser back. */
  readonly redirectUri: string;
}

/**
 * Returns the address of the issuer's page for a login.
 *
 * @param language  of the page, such as `de`
 * @throws Fault with the reason
 */
export async function authorizationUrl(
  gateway: Gateway,
  { service, token, redirectUri }: IssuerLogin,
  language: string,
): Promise<string> {
  const issuer = await within(gateway, (signal) => discover(gateway, service, signal));
  const url = new URL(issuer.authorization_endpoint ?? '');
  const sent = {
    response_type: 'code',
    client_id: service.settings.client_id ?? '',
    redirect_uri: redirectUri,
    scope: service.settings.scope ?? usualScope,
    state: digestTexts('state', token),
    nonce: digestTexts('nonce', token),
    code_challenge: await calculatePKCECodeChallenge(digestTexts('verifier', token)),
    code_challenge_method: 'S256',
    ui_locales: language,
    ...(isPosted(issuer, service) && { response_mode: 'form_post' }),
  };
  for (const [name, value] of Object.entries(sent)) url.searchParams.set(name, value);
  return url.href;
}

/** True if the issuer posts its answer by a form (OAuth 2.0 Form Post Response Mode). */
function isPosted(
  { response_modes_supported: modes = ['query'] }: AuthorizationServer,
  { settings }: PortalService,
): boolean {
  const usual = modes.includes('query') || !modes.includes('form_post') ? 'query' : 'form_post';
  return (settings.response_mode ?? usual) === 'form_post';
}

/**
 * Exchanges the code that the browser has brought back for the claims of its guest. State, nonce, issuer, audience, times and
 * signature are checked.
 *
 * @param answer  query of the callback
 * @returns       null: the guest or the issuer has refused the login
 * @throws Fault with the reason
 */
export function readClaims(
  gateway: Gateway,
  login: IssuerLogin,
  answer: URLSearchParams,
): Promise<Claims | null> {
  return within(gateway, (signal) => exchange(gateway, { ...login, answer, signal }));
}

async function exchange(
  gateway: Gateway,
  {
    service,
    token,
    redirectUri,
    answer,
    signal,
  }: IssuerLogin & { readonly answer: URLSearchParams; readonly signal: AbortSignal },
): Promise<Claims | null> {
  const issuer = await discover(gateway, service, signal);
  const client = { client_id: service.settings.client_id ?? '' };
  const options = callOptions(gateway, service, signal);
  const parameters = checkAnswer(issuer, client, { answer, state: digestTexts('state', token) });
  if (parameters === null) return null;
  const response = await authorizationCodeGrantRequest(
    issuer,
    client,
    authenticationOf(issuer, service),
    parameters,
    redirectUri,
    digestTexts('verifier', token),
    options,
  );
  const tokens = await processAuthorizationCodeResponse(issuer, client, response, {
    expectedNonce: digestTexts('nonce', token),
    requireIdToken: true,
  });
  await validateApplicationLevelSignature(issuer, response, options);
  const claims = getValidatedIdTokenClaims(tokens);
  if (!claims) throw new Fault('garbled', 'the issuer has sent no ID token');
  if (issuer.userinfo_endpoint === undefined) return claims;
  const said = await userInfoRequest(issuer, client, tokens.access_token, options);
  return { ...(await processUserInfoResponse(issuer, client, claims.sub, said)), ...claims };
}

/** @returns null: the guest or the issuer has refused */
function checkAnswer(
  issuer: AuthorizationServer,
  client: { readonly client_id: string },
  { answer, state }: { readonly answer: URLSearchParams; readonly state: string },
): URLSearchParams | null {
  try {
    return validateAuthResponse(issuer, client, answer, state);
  } catch (error) {
    if (error instanceof AuthorizationResponseError) return null;
    throw error;
  }
}

/** By HTTP Basic unless the issuer knows only the form. */
function authenticationOf(
  { token_endpoint_auth_methods_supported: methods }: AuthorizationServer,
  { secret }: PortalService,
) {
  if (secret === null) return None();
  const isBasic = methods?.includes('client_secret_basic') ?? true;
  return isBasic ? ClientSecretBasic(secret.reveal()) : ClientSecretPost(secret.reveal());
}

/** Reads what an issuer says of itself, which is kept for an hour (OpenID Connect Discovery 1.0 section 4). */
async function discover(
  gateway: Gateway,
  service: PortalService,
  signal: AbortSignal,
): Promise<AuthorizationServer> {
  const { issuers } = gateway.portal;
  const key = `${service.id} ${service.url}`;
  const known = issuers.get(key);
  if (known) return known;
  const url = new URL(service.url);
  const response = await discoveryRequest(url, callOptions(gateway, service, signal));
  const issuer = await processDiscoveryResponse(url, response);
  const { authorization_endpoint: page = '' } = issuer;
  const isSafe = URL.canParse(page) && new URL(page).protocol === 'https:';
  if (!isSafe) throw new Fault('garbled', 'the issuer has no authorization_endpoint with https');
  issuers.set(key, issuer);
  return issuer;
}

/** Limits the time of calls, and makes faults of what the library finds wrong. */
async function within<T>(
  { watchdog, portal: { issuerCalls } }: Gateway,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  try {
    const step = { name: 'login at an issuer', timeoutMs };
    return await issuerCalls.run(() => watchdog.run(step, work));
  } catch (error) {
    throw isAnswer(error)
      ? new Fault('rejected', `the issuer: ${error.message}`, { cause: error })
      : error;
  }
}

function isAnswer(error: unknown): error is Error {
  return (
    error instanceof OperationProcessingError ||
    error instanceof ResponseBodyError ||
    error instanceof UnsupportedOperationError ||
    error instanceof WWWAuthenticateChallengeError
  );
}
