import { Agent, request } from '../src/runtime/node-http.ts';

/** Result of repeated requests. */
export interface Asked {
  readonly seconds: number;
  readonly latenciesMs: readonly number[];
}

/** HTTP client with keep-alive connections to one server. */
export class Client {
  readonly #agent = new Agent({ keepAlive: true });
  readonly #headers: Readonly<Record<string, string>>;

  constructor(token?: string) {
    this.#headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  }

  /** @throws Error if the status is not 200 */
  get(url: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const sent = request(url, { agent: this.#agent, headers: this.#headers }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(parts).toString();
          if (response.statusCode === 200) resolve(text);
          else reject(new Error(`${url}: ${response.statusCode ?? ''} ${text}`));
        });
      });
      sent.on('error', reject);
      sent.setTimeout(10_000, () => sent.destroy(new Error(`${url}: no answer in 10 s`)));
      sent.end();
    });
  }

  /** Sends `times` requests, `atOnce` at a time. */
  async repeat(
    url: string,
    { times, atOnce }: { readonly times: number; readonly atOnce: number },
  ): Promise<Asked> {
    const latenciesMs: number[] = [];
    let left = times;
    const began = performance.now();
    const ask = async () => {
      while (left > 0) {
        left -= 1;
        const sent = performance.now();
        await this.get(url);
        latenciesMs.push(performance.now() - sent);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, ask));
    return { seconds: (performance.now() - began) / 1000, latenciesMs };
  }

  close(): void {
    this.#agent.destroy();
  }
}
