import { HttpClient } from '../../http-client.ts';

type Headers = Readonly<Record<string, string>>;

export interface ConsoleReply {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** The whole Set-Cookie header. */
  readonly setCookie: string;
}

/** A browser with one page of a gateway open, as far as the gateway can tell one from another. */
export class ConsoleBrowser {
  readonly #client: HttpClient;
  readonly #page: Headers;
  cookie = '';

  constructor(port: number, page: Headers = { 'sec-fetch-site': 'same-origin' }) {
    this.#client = new HttpClient(port);
    this.#page = page;
  }

  /** @param path  below `/gate/api/v1` */
  async call(
    method: string,
    path: string,
    { body, headers = this.#page }: { readonly body?: object; readonly headers?: Headers } = {},
  ): Promise<ConsoleReply> {
    const reply = await this.#client.ask(method, `/gate/api/v1${path}`, {
      body: body && JSON.stringify(body),
      headers: {
        ...(this.cookie !== '' && { cookie: `other=1; ${this.cookie}` }),
        ...headers,
      },
    });
    const { status, text } = reply;
    const setCookie = reply.headers.get('set-cookie') ?? '';
    return { status, text, body: JSON.parse(text || '{}') as ConsoleReply['body'], setCookie };
  }

  /** Signs in and keeps the cookie. @param more  fields of the body */
  async signIn(username: string, password: string, more: object = {}): Promise<ConsoleReply> {
    const reply = await this.call('POST', '/session/', { body: { username, password, ...more } });
    if (reply.status === 201) this.cookie = reply.setCookie.split(';', 1)[0] ?? '';
    return reply;
  }
}
