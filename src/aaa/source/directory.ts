import type { Secret } from '../../contract/secret.ts';
import { asFault, Fault } from '../../contract/errors.ts';
import {
  LdapConnection,
  type LdapEntry,
  type LdapSearch,
} from '../../protocol/ldap/ldap-connection.ts';
import { fillFilter } from '../../protocol/ldap/ldap-filter.ts';
import { FairQueue } from '../../runtime/fair-queue.ts';
import { commonNameOf, normalizedDn } from './group-name.ts';
import type { StoredSource } from './source-store.ts';

/** A person, as the directory knows it. */
export interface Person {
  readonly dn: string;
  /** The user name, as the directory spells it. */
  readonly username: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string | null;
  /** DNs and common names of its groups, normalized. */
  readonly groups: ReadonlySet<string>;
}

/** Connections of each kind at a time, and logins that may wait for one. */
const concurrency = 4;
const maxWaiting = 256;
const maxGroups = 1_000;
/** A directory that does not answer is left in peace for so long: a login need not wait for what has just failed. */
const restMs = 5_000;

/** Connections that search, and those that verify passwords. */
type Lane = 'search' | 'verify';

export interface DirectoryEnvironment {
  /** Milliseconds that never go backwards. */
  readonly monotonicMs: () => number;
  /** Hears of each change: null, the directory answers; else why it does not. */
  readonly onState: (error: string | null) => void;
}

/** Asks the servers of a directory, the first that answers. */
export class Directory {
  readonly source: StoredSource;
  readonly #environment: DirectoryEnvironment;
  /** Connections that search, as the service account, and connections that verify passwords. */
  readonly #idle: Readonly<Record<Lane, LdapConnection[]>> = { search: [], verify: [] };
  readonly #queue = new FairQueue({
    lanes: ['verify', 'search'],
    concurrency: 2 * concurrency,
    maxWaiting,
    maxWaitingOfClient: { verify: maxWaiting, search: maxWaiting },
  });
  /** The server that answered last. */
  #server = 0;
  /** Null: it answered; undefined: not known yet. */
  #lastError: string | null | undefined;
  #restsUntil = 0;
  #isClosed = false;

  constructor(source: StoredSource, environment: DirectoryEnvironment) {
    this.source = source;
    this.#environment = environment;
    // What the row says already is not written again.
    this.#lastError = source.state === 'up' ? null : undefined;
  }

  /**
   * Finds a person by its user name.
   *
   * @returns null: the directory has no such person
   * @throws Fault `conflict` if several entries match; `unavailable` if no server answers; `overloaded` if too much waits
   */
  find(username: string): Promise<Person | null> {
    const { baseDn, userFilter, usernameAttribute } = this.source;
    const attributes = [usernameAttribute, 'givenName', 'sn', 'mail', 'memberOf'];
    const filter = fillFilter(userFilter, { username });
    return this.#run('search', async (connection) => {
      const found = await connection.search({ base: baseDn, filter, attributes, maxEntries: 2 });
      const [entry, ...others] = found;
      if (!entry) return null;
      if (others.length > 0) throw new Fault('conflict', `several entries match ${filter}`);
      return this.#personOf(connection, entry, username);
    });
  }

  async #personOf(
    connection: LdapConnection,
    { dn, attributes }: LdapEntry,
    asked: string,
  ): Promise<Person> {
    const first = (name: string) => attributes.get(name.toLowerCase())?.[0] ?? null;
    const username = first(this.source.usernameAttribute) ?? asked;
    return {
      dn,
      username,
      firstName: first('givenName'),
      lastName: first('sn'),
      email: first('mail'),
      groups: await this.#groupsOf(connection, {
        dn,
        username,
        listed: attributes.get('memberof'),
      }),
    };
  }

  async #groupsOf(
    connection: LdapConnection,
    person: {
      readonly dn: string;
      readonly username: string;
      readonly listed: readonly string[] | undefined;
    },
  ): Promise<ReadonlySet<string>> {
    const { groups, groupFilter, groupBaseDn: base } = this.source;
    if (groups.length === 0) return new Set();
    const { dn, username, listed = [] } = person;
    const search: LdapSearch | null =
      groupFilter === null
        ? null
        : {
            base,
            filter: fillFilter(groupFilter, { dn, username }),
            attributes: ['cn'],
            maxEntries: maxGroups,
          };
    const found = search ? (await connection.search(search)).map((entry) => entry.dn) : listed;
    return new Set(found.flatMap((group) => [normalizedDn(group), commonNameOf(group)]));
  }

  /**
   * Verifies the password of an entry by a bind.
   *
   * @returns null: it is right; else what the directory says
   * @throws as `find`
   */
  verify(dn: string, password: Secret): Promise<string | null> {
    return this.#run('verify', (connection) => connection.bind(dn, password));
  }

  close(): void {
    this.#isClosed = true;
    for (const connections of Object.values(this.#idle))
      for (const connection of connections.splice(0)) connection.close();
  }

  #run<T>(lane: Lane, ask: (connection: LdapConnection) => Promise<T>): Promise<T> {
    if (this.#lastError != null && this.#environment.monotonicMs() < this.#restsUntil)
      return Promise.reject(unavailable(this.source.name, this.#lastError));
    return this.#queue.run({ lane, client: this.source.name }, async () => {
      try {
        const answer = await this.#askAny(lane, ask);
        this.#note(null);
        return answer;
      } catch (error) {
        if (asFault(error)?.kind === 'conflict') throw error;
        const reason = error instanceof Error ? error.message : String(error);
        this.#note(reason);
        throw unavailable(this.source.name, reason, error);
      }
    });
  }

  /** An idle connection may have ended without a word, so a new one is tried after it, then the other servers. */
  async #askAny<T>(lane: Lane, ask: (connection: LdapConnection) => Promise<T>): Promise<T> {
    const idle = this.#takeIdle(lane);
    if (idle)
      try {
        return await this.#use(lane, idle, ask);
      } catch (error) {
        if (asFault(error)?.kind === 'conflict') throw error;
      }
    const { addresses } = this.source;
    let last: unknown;
    for (let tried = 0; tried < addresses.length; tried += 1) {
      const at = (this.#server + tried) % addresses.length;
      try {
        const answer = await this.#use(lane, await this.#open(lane, addresses[at] ?? ''), ask);
        this.#server = at;
        return answer;
      } catch (error) {
        if (asFault(error)?.kind === 'conflict') throw error;
        last = error;
      }
    }
    throw last;
  }

  #takeIdle(lane: Lane): LdapConnection | undefined {
    const idle = this.#idle[lane];
    let connection = idle.pop();
    while (connection && !connection.isOpen) connection = idle.pop();
    return connection;
  }

  async #use<T>(
    lane: Lane,
    connection: LdapConnection,
    ask: (connection: LdapConnection) => Promise<T>,
  ): Promise<T> {
    try {
      const answer = await ask(connection);
      if (this.#isClosed || this.#idle[lane].length >= concurrency) connection.close();
      else this.#idle[lane].push(connection);
      return answer;
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  async #open(lane: Lane, host: string): Promise<LdapConnection> {
    const { port, protection, ca, serverName, timeoutMs, service } = this.source;
    const server = { host, port, protection, ca, serverName, timeoutMs };
    const connection = await LdapConnection.open(server);
    const refusal =
      lane === 'search' && service ? await connection.bind(service.dn, service.password) : null;
    if (refusal === null) return connection;
    connection.close();
    throw new Error(`bind_dn or bind_password is wrong: ${refusal}`);
  }

  #note(error: string | null): void {
    if (error !== null) this.#restsUntil = this.#environment.monotonicMs() + restMs;
    if (this.#lastError !== undefined && (this.#lastError === null) === (error === null)) return;
    this.#lastError = error;
    this.#environment.onState(error);
  }
}

function unavailable(name: string, reason: string, cause?: unknown): Fault {
  return new Fault('unavailable', `directory ${name}: ${reason}`, { cause });
}
