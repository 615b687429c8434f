import { createHash, randomBytes } from 'node:crypto';

/** A challenge of a server: its scheme in small letters, and its parameters by name in small letters. */
export interface Challenge {
  readonly scheme: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/** User name and password for Digest. */
export interface DigestUser {
  readonly username: string;
  readonly password: string;
}

/** Hashes by the names of RFC 7616 section 6.1, the strongest first. */
const hashes = [
  ['sha-512-256', 'sha512-256'],
  ['sha-256', 'sha256'],
  ['md5', 'md5'],
] as const;

/** Parses the value of WWW-Authenticate, which may have several challenges (RFC 9110 section 11.6.1). */
export function parseChallenges(header: string): readonly Challenge[] {
  const challenges: { scheme: string; parameters: Map<string, string> }[] = [];
  // A parameter with its value, or a scheme: a token without an equals sign after it.
  const part = /([!#$%&'*+.^_`|~\w-]+)(?:[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s,"=]+)))?/g;
  for (const [, name = '', quoted, plain] of header.slice(0, 8192).matchAll(part)) {
    const value = quoted?.replaceAll(/\\(.)/g, '$1') ?? plain;
    if (value === undefined) challenges.push({ scheme: name.toLowerCase(), parameters: new Map() });
    else challenges.at(-1)?.parameters.set(name.toLowerCase(), value);
  }
  return challenges;
}

/** Returns whether a reply refuses the nonce of a request alone. */
export function isStale({
  status,
  headers,
}: {
  readonly status: number;
  readonly headers: { readonly 'www-authenticate'?: string | undefined };
}): boolean {
  if (status !== 401) return false;
  return parseChallenges(headers['www-authenticate'] ?? '').some(
    ({ scheme, parameters }) =>
      scheme === 'digest' && parameters.get('stale')?.toLowerCase() === 'true',
  );
}

/**
 * Digest login at one server. It keeps the nonce of the last challenge, so that a request after the first needs no further
 * challenge.
 *
 * @see RFC 7616
 */
export class DigestLogin {
  readonly #user: DigestUser;
  #challenge: Challenge | null = null;
  #count = 0;

  constructor(user: DigestUser) {
    this.#user = user;
  }

  /**
   * Takes the strongest challenge that can be answered.
   *
   * @returns false without a usable Digest challenge
   */
  accept(header: string): boolean {
    const offered = parseChallenges(header).filter((one) => one.scheme === 'digest' && usable(one));
    const rank = (one: Challenge) => hashes.findIndex(([name]) => name === algorithmOf(one).name);
    const [best] = offered.sort((one, other) => rank(one) - rank(other));
    this.#challenge = best ?? null;
    this.#count = 0;
    return best !== undefined;
  }

  /** Forgets the challenge: the answer to it was wrong. */
  reset(): void {
    this.#challenge = null;
  }

  /** Returns the value of Authorization for a request; null without a challenge. */
  authorize(method: string, target: string): string | null {
    if (this.#challenge === null) return null;
    this.#count += 1;
    return answer(this.#challenge, this.#user, {
      method,
      target,
      count: this.#count.toString(16).padStart(8, '0'),
      nonce: randomBytes(16).toString('hex'),
    });
  }
}

function usable(challenge: Challenge): boolean {
  const { parameters } = challenge;
  const qop = parameters.get('qop');
  const isKnown = hashes.some(([name]) => name === algorithmOf(challenge).name);
  return isKnown && parameters.has('nonce') && (qop === undefined || offersAuth(qop));
}

const offersAuth = (qop: string) =>
  qop.split(',').some((one) => one.trim().toLowerCase() === 'auth');

function algorithmOf({ parameters }: Challenge) {
  const text = (parameters.get('algorithm') ?? 'MD5').toLowerCase();
  const isSession = text.endsWith('-sess');
  return { name: isSession ? text.slice(0, -5) : text, isSession };
}

interface Request {
  readonly method: string;
  readonly target: string;
  /** Nonce count: 8 hexadecimal digits. */
  readonly count: string;
  /** Nonce of the client. */
  readonly nonce: string;
}

/** Computes the answer to a challenge (RFC 7616 section 3.4). */
export function answer(challenge: Challenge, user: DigestUser, request: Request): string {
  const { parameters } = challenge;
  const parameter = (name: string) => parameters.get(name) ?? '';
  const [realm, nonce] = [parameter('realm'), parameter('nonce')];
  const algorithm = algorithmOf(challenge);
  const hash = hasherOf(algorithm.name);
  const identity = hash(`${user.username}:${realm}:${user.password}`);
  const secret = algorithm.isSession ? hash(`${identity}:${nonce}:${request.nonce}`) : identity;
  const action = hash(`${request.method}:${request.target}`);
  const hasQop = parameters.has('qop');
  const middle = hasQop ? `${nonce}:${request.count}:${request.nonce}:auth` : nonce;
  const hashesUser = parameter('userhash').toLowerCase() === 'true';
  const fields = [
    `username=${quote(hashesUser ? hash(`${user.username}:${realm}`) : user.username)}`,
    `realm=${quote(realm)}`,
    `nonce=${quote(nonce)}`,
    `uri=${quote(request.target)}`,
    `response="${hash(`${secret}:${middle}:${action}`)}"`,
    ...repeated(parameters),
  ];
  if (hasQop) fields.push('qop=auth', `nc=${request.count}`);
  if (hasQop || algorithm.isSession) fields.push(`cnonce="${request.nonce}"`);
  if (hashesUser) fields.push('userhash=true');
  return `Digest ${fields.join(', ')}`;
}

/** Returns the parameters of a challenge that its answer repeats. */
function repeated(parameters: Challenge['parameters']): readonly string[] {
  const [algorithm, opaque] = [parameters.get('algorithm'), parameters.get('opaque')];
  return [
    ...(algorithm === undefined ? [] : [`algorithm=${algorithm}`]),
    ...(opaque === undefined ? [] : [`opaque=${quote(opaque)}`]),
  ];
}

function hasherOf(name: string): (text: string) => string {
  const algorithm = hashes.find(([known]) => known === name)?.[1] ?? 'md5';
  return (text) => createHash(algorithm).update(text, 'utf8').digest('hex');
}

function quote(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}
