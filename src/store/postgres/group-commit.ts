import pg from 'pg';
import { Fault } from '../../errors.ts';
import { toQueryConfig, toStatementResult, type PostgresRow } from './query-config.ts';
import type { StatementNames } from './statement-names.ts';
import type { Statement, StatementResult } from '../store.ts';

interface Waiting {
  readonly statement: Statement;
  readonly resolve: (written: readonly StatementResult[]) => void;
  readonly reject: (error: unknown) => void;
}

interface Means {
  /** Of connections that take a statement before the one before it is answered (`pipeline`). */
  readonly pool: pg.Pool;
  readonly names: StatementNames;
  /** Writes a unit by itself. */
  readonly alone: (statement: Statement) => Promise<readonly StatementResult[]>;
  /** What is said of a connection that broke. */
  readonly broken: (error: unknown) => Fault;
}

const largestGroup = 64;
/** Groups under way at a time, each on a connection of its own. */
export const maxConcurrentGroups = 2;

/**
 * Units of one statement that come while others are being written go together: one message to the server and one commit
 * for all of them. A statement that the server refuses undoes the group, and each is then written by itself; so none is
 * undone for the sake of another.
 */
export class GroupCommit {
  readonly #means: Means;
  #queue: Waiting[] = [];
  #underWay = 0;

  constructor(means: Means) {
    this.#means = means;
  }

  /** @throws Fault as `Store.write` does */
  write(statement: Statement): Promise<readonly StatementResult[]> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ statement, resolve, reject });
      if (this.#queue.length === 1) setImmediate(() => void this.#work());
    });
  }

  /** After the last unit has been written. */
  close(): Promise<void> {
    return this.#means.pool.end();
  }

  async #work(): Promise<void> {
    if (this.#underWay >= maxConcurrentGroups) return;
    this.#underWay += 1;
    while (this.#queue.length > 0) {
      const group = this.#queue.splice(0, largestGroup);
      await (group.length === 1 ? this.#eachAlone(group) : this.#together(group));
    }
    this.#underWay -= 1;
  }

  async #together(group: readonly Waiting[]): Promise<void> {
    const results = await this.#sent(group).catch((error: unknown) => this.#means.broken(error));
    if (results instanceof Fault) for (const { reject } of group) reject(results);
    else if (results === 'undone') await this.#eachAlone(group);
    else results.forEach(settle);
  }

  async #eachAlone(group: readonly Waiting[]): Promise<void> {
    await Promise.all(
      group.map(({ statement, resolve, reject }) =>
        this.#means.alone(statement).then(resolve, reject),
      ),
    );
  }

  /**
   * @returns `undone` where the server refused a statement
   * @throws where the connection broke: nobody knows what became of the group
   */
  async #sent(group: readonly Waiting[]): Promise<readonly Answered[] | 'undone'> {
    const { pool, names } = this.#means;
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
    // After a fault nobody need know what such a connection has prepared.
    client.release(faults.length > 0);
    if (faults.some((fault) => !(fault instanceof pg.DatabaseError)))
      throw new AggregateError(faults, 'the connection broke');
    if (faults.length > 0) return 'undone';
    return group.flatMap((waiting, position) => {
      // Behind `begin`.
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
