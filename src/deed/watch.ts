import { setTimeout as sleep } from 'node:timers/promises';
import { isRow, type Row } from '../api-client/output.ts';
import { Unreachable } from '../api-client/request.ts';
import { UsageError } from '../api-client/usage-error.ts';
import type { GatewayClient } from './gateway-client.ts';
import { printLines } from './print.ts';
import { durationText, octetsText } from './words.ts';

/** Options of `gatehouse watch`. */
export interface WatchOptions {
  /** Seconds after which it ends. */
  readonly seconds?: string;
}

const pauseMs = 2000;

/** Prints events as lines until the time is over, or for ever; after a loss of the connection it continues where it was. */
export async function watchEvents(
  client: GatewayClient,
  kind: string | undefined,
  { seconds }: WatchOptions,
): Promise<void> {
  if (seconds !== undefined && !/^\d{1,5}$/.test(seconds))
    throw new UsageError(`--seconds: "${seconds}" is not a whole number`);
  const query = { ...(kind !== undefined && { kind }), ...(seconds !== undefined && { seconds }) };
  const reader = new EventLines();
  for (;;) {
    const isEnded = await readOnce(client, query, reader);
    if (isEnded || seconds !== undefined) return;
    await sleep(pauseMs);
  }
}

/** @returns true if the gateway has ended the stream. @throws Unreachable if there is no first answer */
async function readOnce(
  client: GatewayClient,
  query: Readonly<Record<string, string>>,
  reader: EventLines,
): Promise<boolean> {
  try {
    const { body } = await client.openEvents(query, reader.lastId);
    body.setEncoding('utf8');
    for await (const piece of body) printLines(...reader.take(String(piece)));
    return reader.isEnded;
  } catch (error) {
    if (reader.lastId === '' && error instanceof Unreachable) throw error;
    if (!(error instanceof Unreachable) && !(error instanceof Error && 'code' in error))
      throw error;
    process.stderr.write('the connection is lost; connecting again\n');
    return false;
  }
}

/** Reads Server-Sent Events, and words each as a line. */
export class EventLines {
  #rest = '';
  lastId = '';
  isEnded = false;

  /** @returns the lines of the events that are complete */
  take(text: string): readonly string[] {
    const blocks = `${this.#rest}${text}`.split('\n\n');
    this.#rest = blocks.pop() ?? '';
    return blocks.flatMap((block) => this.#lineOf(block));
  }

  #lineOf(block: string): readonly string[] {
    const fields = new Map(
      block.split('\n').map((line): [string, string] => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon), line.slice(colon + 1).trim()];
      }),
    );
    this.lastId = fields.get('id') ?? this.lastId;
    const event = fields.get('event');
    this.isEnded ||= event === 'end';
    if (event === 'reset') return ['some events are missing'];
    const content: unknown = event === 'end' ? null : JSON.parse(fields.get('data') ?? 'null');
    return isRow(content) ? [eventText(content)] : [];
  }
}

/** Returns an event as a line: time, what it is about, and what has happened. */
export function eventText(event: Row): string {
  const at = new Date(String(event['datetime']));
  const clock = Number.isNaN(at.getTime()) ? '' : at.toTimeString().slice(0, 8);
  const text = texts[String(event['kind'])] ?? ((row: Row) => JSON.stringify(row));
  return `${clock} ${String(event['kind']).padEnd(9)} ${text(event)}`;
}

const because = (message: unknown) => (typeof message === 'string' ? `: ${message}` : '');

const texts: Readonly<Record<string, (event: Row) => string>> = {
  device: ({ device_name, change, status_text, status, error_message }) =>
    change === 'sync'
      ? `${String(device_name)} was read: ${String(status)}`
      : `${String(device_name)} is ${String(status_text)}${because(error_message)}`,
  operation: ({ device_name, operation, status, error_message }) =>
    `${String(operation)} of ${String(device_name)} is ${String(status)}${because(error_message)}`,
  alert: ({ severity, state, message }) =>
    `${String(severity)}, ${String(state)}: ${String(message)}`,
  session: (event) =>
    [
      `${String(event['username'])} is ${String(event['session_status'])}`,
      event['callingstationid'],
      event['framedipaddress'],
      durationText(event['acctsessiontime']),
      `${octetsText(event['acctinputoctets'])} from and ${octetsText(event['acctoutputoctets'])} to the guest`,
      event['acctterminatecause'],
    ]
      .filter((part) => typeof part === 'string' && part !== '')
      .join(', '),
};
