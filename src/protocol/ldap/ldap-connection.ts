import { connect } from 'node:net';
import { connect as connectSecurely, type ConnectionOptions } from 'node:tls';
import type { Client, Entry } from 'ldapts';
import { Fault } from '../../contract/errors.ts';
import type { Secret } from '../../contract/secret.ts';
import { runWithin } from '../../runtime/deadline.ts';
import { withBrackets } from '../../runtime/ip-address.ts';
import { resolveHost } from '../resolve-host.ts';
import { serverOfName } from '../tls-server-name.ts';
import { bindRefusal } from './bind-refusal.ts';

/** How a connection is protected: TLS from the begin (`ldaps`), StartTLS (RFC 4511 section 4.14), or not at all. */
export const ldapProtections = ['tls', 'starttls', 'none'] as const;
export type LdapProtection = (typeof ldapProtections)[number];

/** A directory server. */
export interface LdapServer {
  /** IP address or host name. */
  readonly host: string;
  readonly port: number;
  readonly protection: LdapProtection;
  /** CAs of its certificate as PEM; null: the public ones. */
  readonly ca: string | null;
  /** Name that its certificate must contain; null: its host. */
  readonly serverName: string | null;
  /** Limit of the connection, and of each operation. */
  readonly timeoutMs: number;
}

export interface LdapSearch {
  readonly base: string;
  /** A filter (RFC 4515). */
  readonly filter: string;
  readonly attributes: readonly string[];
  readonly maxEntries: number;
}

/** An entry; the names of its attributes are in lower case. */
export interface LdapEntry {
  readonly dn: string;
  readonly attributes: ReadonlyMap<string, readonly string[]>;
}

const invalidCredentials = 49;
const sizeLimitExceeded = 4;

/** A connection to a directory (RFC 4511), made once: when it has ended, another one has to be opened. */
export class LdapConnection {
  readonly #client: Client;

  private constructor(client: Client) {
    this.#client = client;
  }

  /** @throws Error if the server cannot be reached, or does not prove who it is */
  static async open(server: LdapServer): Promise<LdapConnection> {
    const { protection, port, timeoutMs } = server;
    const { Client } = await import('ldapts');
    const { address } = await resolveHost(server.host, { timeoutMs });
    const tlsOptions = tlsOptionsOf(server);
    const client = new Client({
      url: `${protection === 'tls' ? 'ldaps' : 'ldap'}://${withBrackets(address)}:${port}`,
      timeout: timeoutMs,
      connectTimeout: timeoutMs,
      // With these it uses TLS whatever the scheme says.
      ...(protection === 'tls' ? { tlsOptions } : {}),
      // It would connect again by itself, and then send a password without TLS where StartTLS had protected the first one.
      createConnection: once(connect),
      createSecureConnection: once(connectSecurely),
    });
    const connection = new LdapConnection(client);
    try {
      if (protection === 'starttls')
        await runWithin({ timeoutMs }, () => client.startTLS(tlsOptions));
    } catch (error) {
      connection.close();
      throw error;
    }
    return connection;
  }

  get isOpen(): boolean {
    return this.#client.isConnected;
  }

  /**
   * Authenticates the connection by a simple bind (RFC 4511 section 4.2). A server takes an empty password for an anonymous bind
   * (RFC 4513 section 5.1.2), so that is wrong without asking it.
   *
   * @returns null: it is; else what the server says about the credentials
   * @throws Error for everything else
   */
  async bind(dn: string, password: Secret): Promise<string | null> {
    if (password.reveal() === '') return 'an empty password';
    try {
      await this.#client.bind(dn, password.reveal());
      return null;
    } catch (error) {
      if (codeOf(error) === invalidCredentials && error instanceof Error)
        return bindRefusal(error.message);
      throw error;
    }
  }

  /** Searches a subtree (RFC 4511 section 4.5). @throws Fault `conflict` if more entries match; Error for everything else */
  async search({
    base,
    filter,
    attributes,
    maxEntries,
  }: LdapSearch): Promise<readonly LdapEntry[]> {
    try {
      const { searchEntries } = await this.#client.search(base, {
        scope: 'sub',
        filter,
        attributes: [...attributes],
        sizeLimit: maxEntries,
      });
      return searchEntries.map(entryOf);
    } catch (error) {
      if (codeOf(error) !== sizeLimitExceeded) throw error;
      throw new Fault('conflict', `more than ${maxEntries} entries match ${filter}`, {
        cause: error,
      });
    }
  }

  close(): void {
    this.#client.unbind().catch(() => undefined);
  }
}

function tlsOptionsOf({ host, ca, serverName }: LdapServer): ConnectionOptions {
  return {
    ...serverOfName(serverName ?? host),
    ...(ca === null ? {} : { ca }),
    minVersion: 'TLSv1.2',
  };
}

/** Returns a function that makes one connection only. */
function once<F extends (...options: never[]) => unknown>(make: F): F {
  let isMade = false;
  return new Proxy(make, {
    apply(target, self, options: Parameters<F>) {
      if (isMade) throw new Error('the connection has ended');
      isMade = true;
      return Reflect.apply(target, self, options);
    },
  });
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

function entryOf({ dn, ...attributes }: Entry): LdapEntry {
  return {
    dn,
    attributes: new Map(
      Object.entries(attributes).map(([name, value]) => [
        name.toLowerCase(),
        (Array.isArray(value) ? value : [value]).map(String),
      ]),
    ),
  };
}
