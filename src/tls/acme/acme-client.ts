import type { IncomingHttpHeaders } from 'node:http';
import { Type, type Static, type TSchema } from 'typebox';
import { validateAgainst } from '../../contract/schema.ts';
import type { AccountKey, ExternalAccount } from './account-key.ts';
import { exchange, type AcmeReply } from './acme-request.ts';

const directorySchema = Type.Object({
  newNonce: Type.String(),
  newAccount: Type.String(),
  newOrder: Type.String(),
});

/** An error of the server (RFC 7807). */
export const problemSchema = Type.Object({
  type: Type.Optional(Type.String()),
  detail: Type.Optional(Type.String()),
  subproblems: Type.Optional(Type.Array(Type.Object({ detail: Type.Optional(Type.String()) }))),
});

/** An error of the server (RFC 7807). */
export type Problem = Static<typeof problemSchema>;

const maxNonceErrors = 8;

/** The account of a gateway at a CA. */
export interface AcmeAccount {
  /** URL of the directory of the CA. */
  readonly directory: string;
  readonly key: AccountKey;
  /** Mail address for the CA; empty: no contact. */
  readonly contact: string;
  readonly external: ExternalAccount | null;
  /** CAs that sign the certificate of the server; undefined: the CAs of Node.js. */
  readonly ca?: string[] | undefined;
}

/** A reply of the server, its JSON checked. */
export interface Checked<T> {
  readonly body: T;
  readonly location: string;
  /** Seconds after which the server wants to be asked again; null: it does not say. */
  readonly retryAfter: number | null;
}

/** Client of an ACME server (RFC 8555). */
export class AcmeClient {
  readonly #account: AcmeAccount;
  readonly #signal: AbortSignal;
  #directory: Static<typeof directorySchema> | null = null;
  #accountUrl = '';
  #nonce = '';

  constructor(account: AcmeAccount, signal: AbortSignal) {
    this.#account = account;
    this.#signal = signal;
  }

  get key(): AccountKey {
    return this.#account.key;
  }

  /** Opens the account, and creates it where the CA does not know its key. */
  async openAccount(): Promise<void> {
    const { directory, contact, external, key } = this.#account;
    const { newAccount } = (this.#directory = parse(
      directorySchema,
      await this.#exchange({ method: 'GET', url: directory }),
      directory,
    ));
    const { location } = await this.#send(newAccount, {
      termsOfServiceAgreed: true,
      ...(contact !== '' && { contact: [`mailto:${contact}`] }),
      ...(external && { externalAccountBinding: key.bind(external, newAccount) }),
    });
    if (location === '') throw new Error(`${newAccount}: the reply names no account`);
    this.#accountUrl = location;
  }

  /** Orders a certificate. */
  order<T extends TSchema>(schema: T, request: object): Promise<Checked<Static<T>>> {
    return this.post(schema, this.#directory?.newOrder ?? '', request);
  }

  /** Sends a signed request. @param request  null: a read */
  async post<T extends TSchema>(
    schema: T,
    url: string,
    request: object | null,
  ): Promise<Checked<Static<T>>> {
    const reply = await this.#send(url, request);
    return { ...reply, body: parse(schema, reply.reply, url) };
  }

  /** Reads a text. */
  async readText(url: string): Promise<string> {
    return (await this.#send(url, null)).reply.text;
  }

  async #send(url: string, request: object | null) {
    for (let errors = 0; ; errors += 1) {
      const reply = await this.#sendOnce(url, request);
      if (reply.status < 400) {
        const { location = '', 'retry-after': after = '' } = reply.headers;
        return { reply, location, retryAfter: /^\d{1,6}$/.test(after) ? Number(after) : null };
      }
      const problem = problemOf(reply.text);
      const isOldNonce = problem.type === 'urn:ietf:params:acme:error:badNonce';
      if (!isOldNonce || errors >= maxNonceErrors)
        throw new Error(`${url} replies ${reply.status}: ${describeProblem(problem)}`);
    }
  }

  async #sendOnce(url: string, request: object | null): Promise<AcmeReply> {
    const nonce = await this.#takeNonce();
    const { key } = this.#account;
    const identity = this.#accountUrl === '' ? { jwk: key.publicJson } : { kid: this.#accountUrl };
    const payload = request === null ? '' : JSON.stringify(request);
    const body = JSON.stringify(key.sign({ ...identity, nonce, url }, payload));
    return this.#exchange({ method: 'POST', url, body });
  }

  async #takeNonce(): Promise<string> {
    if (this.#nonce === '')
      await this.#exchange({ method: 'HEAD', url: this.#directory?.newNonce ?? '' });
    const nonce = this.#nonce;
    this.#nonce = '';
    return nonce;
  }

  async #exchange(request: {
    readonly method: 'GET' | 'HEAD' | 'POST';
    readonly url: string;
    readonly body?: string;
  }): Promise<AcmeReply> {
    const reply = await exchange({ ...request, ca: this.#account.ca, signal: this.#signal });
    this.#nonce = nonceOf(reply.headers);
    return reply;
  }
}

function nonceOf({ 'replay-nonce': nonce }: IncomingHttpHeaders): string {
  return typeof nonce === 'string' ? nonce : '';
}

function parse<T extends TSchema>(schema: T, { text }: AcmeReply, url: string): Static<T> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Error(`${url}: the reply is no JSON: is it the directory of an ACME server?`);
  }
  return validateAgainst<Static<T>>(schema, json, url);
}

function problemOf(text: string): Problem {
  try {
    return validateAgainst<Problem>(problemSchema, JSON.parse(text), 'problem');
  } catch {
    return { detail: text };
  }
}

/** Returns the reason that a server has given, as one line. */
export function describeProblem({ type = '', detail = '', subproblems = [] }: Problem): string {
  const kind = type.replace('urn:ietf:params:acme:error:', '');
  const details = [detail, ...subproblems.map((one) => one.detail ?? '')];
  const text = [kind, ...details].filter((part) => part !== '').join(': ');
  return text.replaceAll(/[^\x20-\x7e]+/g, ' ').slice(0, 500);
}
