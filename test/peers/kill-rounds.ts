import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import type { GatewayProcess } from '../gateway-process.ts';
import { AccountingStream } from './accounting-stream.ts';

/** Octets of the newest answered packet by session id. */
export type Answered = Map<string, number>;

/** Maximum time to the first answer on a busy machine. */
const firstAnswerTimeoutMs = 10_000;

export interface Round {
  /** Number of packets answered in the round. */
  readonly answers: number;
  /** Sessions of which the store holds fewer octets than were answered, in this round or before. */
  readonly missing: readonly string[];
}

/**
 * Kills the gateway in the middle of a stream of accounting, restarts it and compares its store with the answers.
 *
 * @param at.answered  added to
 */
export async function killRound(
  gateway: GatewayProcess,
  at: { readonly name: string; readonly secret: string; readonly answered: Answered },
): Promise<Round> {
  const stream = new AccountingStream(
    { port: gateway.acctPort, secret: at.secret, name: at.name },
    at.answered,
  );
  const sending = stream.run();
  const deadline = performance.now() + firstAnswerTimeoutMs;
  while (stream.answers === 0 && performance.now() < deadline) await sleep(5);
  await sleep(randomInt(0, 340));
  await gateway.signal('SIGKILL');
  stream.stop();
  await sending;
  await gateway.start();
  return { answers: stream.answers, missing: missing(gateway.database, at.answered) };
}

/** Returns the sessions of which the store holds fewer octets than were answered. */
export function missing(file: string, answered: Answered): string[] {
  const database = new Database(file, { readonly: true });
  const rows = database.prepare<[], { acctsessionid: string; acctinputoctets: number | null }>(
    'select acctsessionid, acctinputoctets from aaa_accounting',
  );
  const stored = new Map(
    rows.all().map(({ acctsessionid, acctinputoctets }) => [acctsessionid, acctinputoctets ?? 0]),
  );
  database.close();
  return [...answered]
    .filter(([session, octets]) => (stored.get(session) ?? -1) < octets)
    .map(([session]) => session);
}
