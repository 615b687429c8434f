import { pino, type Logger } from 'pino';
import type { Config } from '../config/config-schema.ts';
import { isRecord } from '../contract/fields.ts';
import { currentRequestId } from '../http/observation/observe-requests.ts';

/** Stream that lines are written to. */
interface Output {
  write(line: string): void;
  /** Writes what waits, at once. */
  flush?(): void;
}

/** Levels of pino, their names, and the priorities of journald (sd-daemon(3)). */
const levels = [
  { atLeast: 60, name: 'FATAL', priority: 2 },
  { atLeast: 50, name: 'ERROR', priority: 3 },
  { atLeast: 40, name: 'WARN', priority: 4 },
  { atLeast: 30, name: 'INFO', priority: 6 },
  { atLeast: 0, name: 'DEBUG', priority: 7 },
] as const;

/**
 * Creates the log: one JSON object or one readable line each. Under systemd each line begins with its
 * priority, so that `journalctl -p warning` finds it.
 *
 * @param environment  `JOURNAL_STREAM` is set by systemd
 * @param output       standard error, as a rule
 */
export function createLog(
  { level, format }: Config['log'],
  environment: Readonly<Record<string, string | undefined>>,
  output: Output,
): Logger {
  const isJournal = (environment['JOURNAL_STREAM'] ?? '') !== '';
  if (format === 'json' && !isJournal) return pino({ level, mixin: requestFields }, output);
  const write = (line: string) => {
    const number = Number(/^\{"level":(\d+)/.exec(line)?.[1] ?? 30);
    const { name, priority } = levels.find(({ atLeast }) => number >= atLeast) ?? levels[3];
    const text = format === 'pretty' ? readable(line, name) : line;
    output.write(isJournal ? `<${priority}>${text}` : text);
  };
  const stream: Output = { write, flush: () => output.flush?.() };
  return pino({ level, mixin: requestFields }, stream);
}

/** Fields of a line that is written on behalf of a request. */
function requestFields(): { readonly request_id?: string } {
  const id = currentRequestId();
  return id === null ? {} : { request_id: id };
}

/** Fields that have a place of their own, or are the same in each line. */
const placed = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'err']);

/** Returns `2026-03-01T12:00:00.000Z WARN message key=value`, in one line. */
function readable(line: string, level: string): string {
  const parsed: unknown = JSON.parse(line);
  if (!isRecord(parsed)) return line;
  const { time, msg, err } = parsed;
  const words = Object.entries(parsed)
    .filter(([key]) => !placed.has(key))
    .map(([key, value]) => `${key}=${shown(value)}`);
  const error = isRecord(err) ? [`error=${shown(err['stack'] ?? err['message'])}`] : [];
  const at = typeof time === 'number' ? new Date(time).toISOString() : '';
  return `${[at, level.padEnd(5), msg, ...words, ...error].join(' ')}\n`;
}

function shown(value: unknown): string {
  return typeof value === 'string' && /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value);
}
