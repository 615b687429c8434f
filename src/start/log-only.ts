import type { Logger } from 'pino';
import type { Config } from '../config/config-schema.ts';
import { createLog } from './log.ts';

/* Where the log is JSON and a program reads it, everything that a gateway prints is a line of the log. */

/** True if nothing but lines of the log may be printed: JSON that does not go to a terminal. */
export function isLogOnly({ log }: Pick<Config, 'log'>): boolean {
  return log.format === 'json' && log.level !== 'silent' && !process.stderr.isTTY;
}

/** Writes the last line of a process without a gateway, at once, since the process ends. */
export function logFatal({ log }: Pick<Config, 'log'>, text: string): void {
  createLog(log, process.env, { write: (line) => process.stderr.write(line) }).fatal(text);
}

/** Writes the greeting of a start to standard output, whatever the level: it is no message of the log, but has its form. */
export function logGreeting(fields: object, text: string): void {
  const output = { write: (line: string) => process.stdout.write(line) };
  createLog({ format: 'json', level: 'info' }, process.env, output).info(fields, text);
}

/** Logs what Node would print in plain text: warnings, and an error that ends the process. */
export function logRuntimeMessages(log: Logger): void {
  process.removeAllListeners('warning');
  process.on('warning', (err) => {
    log.warn({ err }, 'a warning of Node');
  });
  process.on('uncaughtException', () => {
    process.exit(1);
  });
}
