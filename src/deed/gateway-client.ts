import type { Connection } from '../api-client/connection.ts';
import { errorLines } from '../api-client/error-lines.ts';
import { isRow, rowOf, type Row } from '../api-client/output.ts';
import {
  readJson,
  readReply,
  sendRequest,
  type ApiReply,
  type ApiRequest,
} from '../api-client/request.ts';

/** Error of a request that the gateway refuses, with its reasons by field as lines. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

type Query = Readonly<Record<string, string | number | boolean>>;

const control = '/control/api/v1/';
const gate = '/gate/api/v1/';
/** Rows of a page: the most that a gateway gives. */
const pageRows = 1000;

/** Paths of the lists that deeds read, by resource. */
const apiOf: Readonly<Record<string, string>> = {
  aaa_accounting: gate,
  aaa_decision: gate,
  aaa_profile: gate,
  location: gate,
  me: gate,
  organization: gate,
  txlog_portal: gate,
  user: gate,
  user_token: gate,
};

/** The APIs of a gateway, as deeds use them. Each method throws `Refused` or `Unreachable`. */
export class GatewayClient {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  get url(): string {
    return this.#connection.url.href;
  }

  /** Returns an object; undefined if there is none that the token may see. */
  async find(path: string, query: Query = {}): Promise<Row | undefined> {
    const reply = await this.#send({ method: 'GET', path: pathOf(path, query) });
    if (reply.status !== 404) return rowOf(await accepted(reply));
    await readReply(reply);
    return undefined;
  }

  /** Returns the first rows of a list. */
  async list(resource: string, query: Query = {}, limit = pageRows): Promise<readonly Row[]> {
    const path = pathOf(`${resource}/`, { ...query, limit });
    const page = rowOf(await accepted(await this.#send({ method: 'GET', path })));
    return Array.isArray(page['results']) ? page['results'].filter(isRow) : [];
  }

  /** Returns how many rows a list has. */
  async count(resource: string, query: Query = {}): Promise<number> {
    const path = pathOf(`${resource}/`, { ...query, limit: 1 });
    return Number(rowOf(await accepted(await this.#send({ method: 'GET', path })))['count']);
  }

  /** Sends a change. @returns the JSON of the reply */
  async change(method: 'POST' | 'PUT', path: string, body: Row): Promise<unknown> {
    return accepted(await this.#send(changeOf(method, pathOf(path), body)));
  }

  /** Sends a POST. @returns its reply in another media type than JSON */
  async draw(path: string, body: Row, mediaType: string): Promise<ApiReply> {
    const request = changeOf('POST', pathOf(path), body);
    const headers = { ...request.headers, accept: mediaType };
    return checked(await this.#send({ ...request, headers }));
  }

  /** Opens the stream of events. @param lastId  id of the last event that was read; empty: from now on */
  async openEvents(query: Query, lastId: string): Promise<ApiReply> {
    const headers = {
      accept: 'text/event-stream',
      ...(lastId !== '' && { 'last-event-id': lastId }),
    };
    return checked(await this.#send({ method: 'GET', path: pathOf('events/', query), headers }));
  }

  #send(request: ApiRequest): Promise<ApiReply> {
    return sendRequest(this.#connection, request);
  }
}

function changeOf(method: string, path: string, body: Row): ApiRequest {
  const headers = { 'content-type': 'application/json' };
  return { method, path, headers, body: JSON.stringify(body) };
}

function pathOf(path: string, query: Query = {}): string {
  const [resource = ''] = path.split('/');
  const parameters = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const search = parameters.size > 0 ? `?${parameters.toString()}` : '';
  return `${apiOf[resource] ?? control}${path}${search}`;
}

/** @throws Refused */
async function accepted(reply: ApiReply): Promise<unknown> {
  return readJson(await checked(reply));
}

/** @throws Refused */
async function checked(reply: ApiReply): Promise<ApiReply> {
  const { status } = reply;
  if (status >= 200 && status < 300) return reply;
  throw new Refused(status, errorLines(await readReply(reply)).join('\n'));
}
