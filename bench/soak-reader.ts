import { setTimeout as sleep } from 'node:timers/promises';
import { parseEvents, type StreamedEvent } from '../test/notify/event/event-stream.ts';
import type { Json } from '../test/gateway-process.ts';

const msBetweenTries = 500;

/** Reads the sessions of one organization as they happen, and continues after each restart of the gateway. */
export class SoakReader {
  events = 0;
  /** Number of times that the gateway reported missing events. */
  resets = 0;
  readonly foreign: string[] = [];
  readonly #end = new AbortController();
  readonly #isOwn: (session: Json) => boolean;
  readonly #running: Promise<void>;
  #lastEventId = '';

  /** @param isOwn  true for a session of the organization, which it may see */
  constructor(url: string, token: string, isOwn: (session: Json) => boolean) {
    this.#isOwn = isOwn;
    this.#running = this.#run(url, token);
  }

  async stop(): Promise<void> {
    this.#end.abort();
    await this.#running;
  }

  async #run(url: string, token: string): Promise<void> {
    while (!this.#end.signal.aborted) {
      // A stream breaks with the gateway that is killed; the next one begins where it ended.
      await this.#read(url, token).catch(() => undefined);
      await sleep(msBetweenTries, undefined, { signal: this.#end.signal }).catch(() => undefined);
    }
  }

  async #read(url: string, token: string): Promise<void> {
    const reply = await fetch(url, {
      headers: {
        Authorization: `Bearer ${token}`,
        ...(this.#lastEventId !== '' && { 'Last-Event-ID': this.#lastEventId }),
      },
      signal: this.#end.signal,
    });
    if (!reply.ok || reply.body === null) return;
    let text = '';
    for await (const part of reply.body.pipeThrough(new TextDecoderStream())) {
      text += part;
      const end = text.lastIndexOf('\n\n') + 2;
      for (const event of parseEvents(text.slice(0, end))) this.#take(event);
      text = text.slice(end);
    }
  }

  #take(event: StreamedEvent): void {
    if (event.id !== '') this.#lastEventId = event.id;
    if (event.event === 'reset') this.resets += 1;
    if (event.event !== 'session') return;
    this.events += 1;
    if (!this.#isOwn(event.content)) this.foreign.push(JSON.stringify(event.content).slice(0, 200));
  }
}
