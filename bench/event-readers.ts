import { once } from 'node:events';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from '../src/runtime/node-http.ts';

const lookMs = 20;
const limitMs = 20_000;
const eventLine = 'event: session\n';

/** Connections that read a stream of sessions, and count. */
export class EventReaders {
  readonly #requests: readonly ClientRequest[];
  readonly #counts: number[];

  private constructor(requests: readonly ClientRequest[]) {
    this.#requests = requests;
    this.#counts = requests.map(() => 0);
  }

  static async open(
    url: string,
    { token, count }: { readonly token: string; readonly count: number },
  ): Promise<EventReaders> {
    const headers = { authorization: `Bearer ${token}` };
    const requests = Array.from({ length: count }, () => request(url, { agent: false, headers }));
    const readers = new EventReaders(requests);
    await Promise.all(
      requests.map(async (sent, number) => {
        sent.end();
        const [reply] = (await once(sent, 'response')) as [IncomingMessage];
        if (reply.statusCode !== 200) throw new Error(`${url}: ${reply.statusCode ?? ''}`);
        sent.on('error', () => undefined); // of its end
        readers.#read(reply, number);
      }),
    );
    return readers;
  }

  /** Events of the reader that has the fewest. */
  get fewest(): number {
    return Math.min(...this.#counts);
  }

  /** Waits until each reader has a number of events, and no longer than 20 s. @throws Error if a reader lacks them by then */
  async until(events: number): Promise<void> {
    const end = performance.now() + limitMs;
    while (this.fewest < events && performance.now() < end) await sleep(lookMs);
    if (this.fewest === 0) throw new Error('a reader has no event');
  }

  close(): void {
    for (const sent of this.#requests) sent.destroy();
  }

  #read(reply: IncomingMessage, number: number): void {
    let rest = '';
    reply.setEncoding('utf8').on('error', () => undefined);
    reply.on('data', (part: string) => {
      const parts = (rest + part).split(eventLine);
      this.#counts[number] = (this.#counts[number] ?? 0) + parts.length - 1;
      rest = (parts.at(-1) ?? '').slice(-eventLine.length);
    });
  }
}
