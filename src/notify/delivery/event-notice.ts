import { formatTime } from '../../contract/fields.ts';
import { parseJsonColumn } from '../../store/store.ts';

/** An event as the streams have it, with its position as `id`. */
export type EventContent = Readonly<Record<string, unknown>>;

/** Events as a webhook gets them. */
export interface EventNotice {
  /** The same at each attempt. */
  readonly id: string;
  readonly type: 'events';
  readonly datetime: string;
  readonly message: string;
  readonly events: readonly EventContent[];
}

/** Reads the events of a delivery. @param events  as they were queued */
export function readEvents(
  { event, message, created_at }: { event: string; message: string; created_at: number },
  events: string,
): EventNotice {
  return {
    id: event,
    type: 'events',
    datetime: formatTime(created_at),
    message,
    events: parseJsonColumn<readonly EventContent[]>(events),
  };
}

const subjects = ['username', 'code', 'device_name'] as const;
const states = ['session_status', 'status', 'change', 'status_text', 'state'] as const;

/** Describes an event in one line: `session completed: alice`. */
export function lineOfEvent(content: EventContent): string {
  const textIn = (names: readonly string[]) => names.map((name) => content[name]).find(isText);
  const operation = isText(content['operation']) ? `${content['operation']} ` : '';
  return `${String(content['kind'])} ${operation}${textIn(states) ?? ''}: ${textIn(subjects) ?? ''}`;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
