import { signal } from '@preact/signals';
import { root } from './address.ts';
import { isRecord } from './problem.ts';

/*
 * Events of the gateway. One page of a browser holds the stream, under a lock, and passes the events on to the others: a
 * browser has six connections to a host over HTTP/1.1, and a stream for each page would use them up.
 */

export type EventKind = 'device' | 'session' | 'operation' | 'alert' | 'user' | 'voucher';

interface LiveEvent {
  readonly kind: string;
  readonly values: Readonly<Record<string, unknown>>;
}

type Listener = (event: LiveEvent) => void;

/** True while events arrive, here or in the page that holds the stream; null: it is being opened. */
export const isLive = signal<boolean | null>(null);

const channelName = 'gatehouse.events';
const lockName = 'gatehouse.stream';
const listeners = new Set<Listener>();
let kindsKnown: readonly string[] = [];
let isStarted = false;

/** Calls a listener with each event. @returns a function that ends it */
export function listen(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Starts to follow the events. @param kinds  kinds that the role may read */
export function followEvents(kinds: readonly string[]): void {
  kindsKnown = kinds;
  if (isStarted) return;
  isStarted = true;
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (!isRecord(data)) return;
    if (typeof data['isLive'] === 'boolean') isLive.value = data['isLive'];
    if (typeof data['kind'] === 'string' && isRecord(data['values']))
      deliver({ kind: data['kind'], values: data['values'] });
    if (data['ask'] === true && holdsStream) channel.postMessage({ isLive: isLive.value });
  };
  channel.postMessage({ ask: true });
  // The lock is held until the page is closed; then the next one has it.
  void navigator.locks.request(lockName, () => hold(channel));
}

let holdsStream = false;

function hold(channel: BroadcastChannel): Promise<never> {
  holdsStream = true;
  const source = new EventSource(`${root}/gate/api/v1/events/`);
  const tell = (live: boolean) => {
    isLive.value = live;
    channel.postMessage({ isLive: live });
  };
  source.onopen = () => {
    tell(true);
  };
  source.onerror = () => {
    tell(false);
  };
  for (const kind of [...kindsKnown, 'reset'])
    source.addEventListener(kind, ({ data }: MessageEvent<unknown>) => {
      const event = { kind, values: valuesOf(data) };
      deliver(event);
      channel.postMessage(event);
    });
  return new Promise(() => {
    // Never resolves: the lock ends with the page.
  });
}

function valuesOf(data: unknown): Readonly<Record<string, unknown>> {
  if (typeof data !== 'string') return {};
  const value: unknown = JSON.parse(data);
  return isRecord(value) ? value : {};
}

function deliver(event: LiveEvent): void {
  for (const listener of listeners) listener(event);
}
