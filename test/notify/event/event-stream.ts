import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Json } from '../../gateway-process.ts';

export interface StreamedEvent {
  readonly id: string;
  readonly event: string;
  readonly content: Json;
}

/** Reads a stream of events as a browser does. @see WHATWG HTML section 9.2.6 */
export function parseEvents(text: string): readonly StreamedEvent[] {
  let id = '';
  const events: StreamedEvent[] = [];
  for (const block of text.split('\n\n').slice(0, -1)) {
    const fields = new Map(
      block.split('\n').map((line) => {
        const at = line.indexOf(':');
        return [line.slice(0, at), line.slice(at + 1).trimStart()] as const;
      }),
    );
    id = fields.get('id') ?? id;
    const data = fields.get('data');
    if (data !== undefined)
      events.push({
        id,
        event: fields.get('event') ?? 'message',
        content: JSON.parse(data) as Json,
      });
  }
  return events;
}

/** Opens a stream with `curl -N`, whose head has arrived. */
export async function openStream(url: string, headers: Readonly<Record<string, string>>) {
  const named = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const child = spawn('curl', ['-sSN', '-i', ...named, url], { stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => (text += part));
  const ended = once(child, 'close').then(([code]) => Number(code));
  const body = () => text.slice(text.indexOf('\r\n\r\n') + 4);
  const until = async (isSo: () => boolean) => {
    for (let tries = 0; tries < 600 && !isSo(); tries += 1) await sleep(50);
    if (!isSo()) throw new Error(`the stream has only: ${text}`);
  };
  await until(() => body().startsWith('retry:') && body().includes('\n\n'));
  return {
    head: () => text.slice(0, text.indexOf('\r\n\r\n')),
    events: () => parseEvents(body()),
    /** Waits for an event. */
    async next(event: string, content: Json): Promise<StreamedEvent> {
      const find = () =>
        parseEvents(body()).find(
          (one) =>
            one.event === event &&
            Object.entries(content).every(([name, value]) => one.content[name] === value),
        );
      await until(() => find() !== undefined);
      return find() as StreamedEvent;
    },
    ended,
    close: () => child.kill(),
  };
}
