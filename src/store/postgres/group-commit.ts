import pg from 'pg';
import { Fault } from '../../contract/errors.ts';
import { isEnded } from './postgres-faults.ts';
import { toQueryConfig, toStatementResult, type PostgresRow } from './query-config.ts';
import type { StatementNames } from './statement-names.ts';
import type { Statement, StatementResult } from '../store.ts';

interface Waiting {
  readonly statement: Statement;
  readonly resolve: (written: readonly StatementResult[]) => void;
  readonly reject: (error: unknown) => void;
}

interface GroupCommitOptions {
  /** Connections in pipeline mode, which send a statement before the previous one is answered. */
  readonly pool: pg.Pool;
  readonly names: StatementNames;
  /** Writes one statement in a transaction of its own. */
  readonly writeAlone: (statement: Statement) => Promise<readonly StatementResult[]>;
  /** Converts the error of a lost connection. */
  readonly connectionFault: (error: unknown) => Fault;
}

const maxGroupSize = 64;
/** Groups in progress at a time, each on its own connection: with one the rate was a third lower, with three no better. */
export const maxConcurrentGroups = 2;

/**
 * Group commit of batches of one statement: batches that are queued while others are written share one message to the server
 * and one commit. If the server rejects a statement, the group is rolled back and each statement is written alone, so no
 * statement fails because of another.
 */
export class GroupCommit {
  readonly #options: GroupCommitOptions;
  #queue: Waiting[] = [];
  #groupsInProgress = 0;

  constructor(options: GroupCommitOptions) {
    this.#options = options;
  }

  /** Writes a statement with the next group. @throws Fault as `Store.write` */
  write(statement: Statement): Promise<readonly StatementResult[]> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ statement, resolve, reject });
      if (this.#queue.length === 1) setImmediate(() => void this.#drain());
    });
  }

  /** Closes the pool. To be called after the last write has been answered. */
  close(): Promise<void> {
    return this.#options.pool.end();
  }

  async #drain(): Promise<void> {
    if (this.#groupsInProgress >= maxConcurrentGroups) return;
    this.#groupsInProgress += 1;
    while (this.#queue.length > 0) {
      const group = this.#queue.splice(0, maxGroupSize);
      await (group.length === 1 ? this.#writeEachAlone(group) : this.#writeTogether(group));
    }
    this.#groupsInProgress -= 1;
  }

  async #writeTogether(group: readonly Waiting[]): Promise<void> {
    const results = await this.#send(group).catch((error: unknown) =>
      this.#options.connectionFault(error),
    );
    if (results instanceof Fault) for (const { reject } of group) reject(results);
    else if (results === 'rolled back') await this.#writeEachAlone(group);
    else results.forEach(settle);
  }

  async #writeEachAlone(group: readonly Waiting[]): Promise<void> {
    await Promise.all(
      group.map(({ statement, resolve, reject }) =>
        this.#options.writeAlone(statement).then(resolve, reject),
      ),
    );
  }

  /**
   * @returns `rolled back` if the server rejected a statement
   * @throws AggregateError if the connection was lost or no transaction begun; it is unknown what of the group was committed
   */
  async #send(group: readonly Waiting[]): Promise<readonly Answered[] | 'rolled back'> {
    const { pool, names } = this.#options;
    const client = await pool.connect();
    const { stream } = client.connection;
    stream.cork();
    const answers = [
      client.query<PostgresRow>('begin'),
      ...group.map(({ statement }) => client.query<PostgresRow>(toQueryConfig(statement, names))),
      client.query<PostgresRow>('commit'),
    ];
    stream.uncork();
    const ended = await Promise.allSettled(answers);
    const faults = ended.flatMap((answer): unknown[] =>
      answer.status === 'rejected' ? [answer.reason] : [],
    );
    // After a fault the connection's prepared statements are in doubt, so it is closed.
    client.release(faults.length > 0);
    if (faults.some((fault) => !(fault instanceof pg.DatabaseError) || isEnded(fault)))
      throw new AggregateError(faults, 'the connection was lost');
    // The statements were sent all the same, and each was committed by itself.
    if (ended[0]?.status === 'rejected')
      throw new AggregateError(faults, 'the server has begun no transaction');
    if (faults.length > 0) return 'rolled back';
    return group.flatMap((waiting, position) => {
      // The first answer belongs to `begin`.
      const answer = ended[position + 1];
      return answer?.status === 'fulfilled' ? [{ waiting, result: answer.value }] : [];
    });
  }
}

interface Answered {
  readonly waiting: Waiting;
  readonly result: pg.QueryResult<PostgresRow>;
}

function settle({ waiting: { statement, resolve, reject }, result }: Answered): void {
  try {
    resolve([toStatementResult(statement, result, 0)]);
  } catch (error) {
    reject(error);
  }
}
