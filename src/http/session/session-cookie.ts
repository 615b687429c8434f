import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config/config-schema.ts';
import type { Browser, Transport } from '../../gateway/endpoint.ts';
import { normalizeIpAddress } from '../../runtime/ip-address.ts';

type Rules = Pick<Config, 'console'>;

/** Cookies of this prefix are never sent by plain HTTP, and no other host and no plain page can set them. */
const secureName = '__Host-gatehouse';
/** Browsers refuse the prefix over plain HTTP. */
const plainName = 'gatehouse';
const attributes = 'Path=/; HttpOnly; SameSite=Strict';

/**
 * Returns how a request has come. Plain HTTP that a proxy forwards, which is not trusted, has come from another machine.
 */
function transportOf(request: FastifyRequest): Transport {
  if (request.protocol === 'https') return 'https';
  return isFromThisMachine(request) ? 'loopback' : 'http';
}

const loopbackHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;
const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-proto', 'via'];

function isFromThisMachine(request: FastifyRequest): boolean {
  const address = normalizeIpAddress(request.ip);
  if (!/^127\.|^::1$/.test(address) || !loopbackHost.test(request.hostname)) return false;
  return !forwardingHeaders.some((name) => name in request.headers);
}

/** True if users may sign in by a transport. */
export function maySignIn(transport: Transport, { console }: Rules): boolean {
  return transport !== 'http' || console.allow_http;
}

/** Returns the token of the session of a request; null: it has no cookie, or came by a transport without sessions. */
export function readSessionCookie(request: FastifyRequest, rules: Rules): string | null {
  const { cookie } = request.headers;
  if (cookie === undefined) return null;
  const transport = transportOf(request);
  if (!maySignIn(transport, rules)) return null;
  const prefix = `${nameFor(transport)}=`;
  const found = cookie
    .split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(prefix));
  return found?.slice(prefix.length) ?? null;
}

function nameFor(transport: Transport): string {
  return transport === 'https' ? secureName : plainName;
}

interface BrowserRequest {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly usedOrigin: string;
}

/** Returns the browser of a request. */
export function browserOf(
  { console }: Rules,
  { request, reply, usedOrigin }: BrowserRequest,
): Browser {
  return {
    transport: transportOf(request),
    agent: request.headers['user-agent'] ?? null,
    usedOrigin,
    keepSession: (token) => {
      setCookie(request, reply, `${token}; Max-Age=${console.max_hours * 3600}`);
    },
    forgetSession: () => {
      setCookie(request, reply, '; Max-Age=0');
    },
  };
}

function setCookie(request: FastifyRequest, reply: FastifyReply, valueAndAge: string): void {
  const transport = transportOf(request);
  const secure = transport === 'https' ? '; Secure' : '';
  void reply.header('set-cookie', `${nameFor(transport)}=${valueAndAge}; ${attributes}${secure}`);
  void reply.header('cache-control', 'no-store');
}
