import { sql } from 'kysely';
import type { Store } from '../store/store.ts';
import type { Queue } from './forward-queue.ts';

/** Whose packet it is. */
export interface Told {
  readonly organization: number;
  readonly username: string | null;
  /** Accounting-On or -Off. */
  readonly isOfNas: boolean;
}

interface Rules {
  readonly parents: ReadonlyMap<number, number | null>;
  /** Realms by organization; empty: all users. */
  readonly realms: ReadonlyMap<number, ReadonlySet<string>>;
  readonly isPortalTold: boolean;
}

const msBetweenLooks = 1_000;
const nowhere: readonly Queue[] = [];

/**
 * Which queues accounting goes to. Kept in memory, so that a gateway without upstreams pays nothing; what has changed is
 * noticed within a second.
 */
export class ForwardQueues {
  readonly #store: Store;
  #rules: Rules = { parents: new Map(), realms: new Map(), isPortalTold: false };
  #version = '';
  #lookedAt = -Infinity;
  #looking: Promise<void> | null = null;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Whether anybody is told of sessions of the portal. */
  get isPortalTold(): boolean {
    return this.#rules.isPortalTold;
  }

  /** Whether nobody is to be told of what NASes say. */
  get isEmpty(): boolean {
    return this.#rules.realms.size === 0;
  }

  /**
   * The queue of the nearest organization upwards that has one for the user's realm, or for all users. Of itself a NAS
   * tells everybody whom its sessions may be told to.
   */
  of({ organization, username, isOfNas }: Told): readonly Queue[] {
    if (this.isEmpty) return nowhere;
    const realm = realmOf(username);
    for (const above of this.#upwards(organization)) {
      const realms = this.#rules.realms.get(above);
      if (!realms) continue;
      if (isOfNas) return [...realms].map((each) => ({ organization: above, realm: each }));
      if (realms.has(realm)) return [{ organization: above, realm }];
      if (realms.has('')) return [{ organization: above, realm: '' }];
    }
    return nowhere;
  }

  /**
   * Looks whether the upstreams have changed, and takes them over; at most once a second, whoever asks.
   *
   * @throws Fault where the store can not be read; those known stay
   */
  look(): Promise<void> {
    if (!this.#looking && performance.now() - this.#lookedAt < msBetweenLooks) return Promise.resolve();
    this.#looking ??= this.#reloadIfChanged().finally(() => {
      this.#looking = null;
      this.#lookedAt = performance.now();
    });
    return this.#looking;
  }

  *#upwards(from: number): Iterable<number> {
    const { parents } = this.#rules;
    let at: number | null = from;
    // No line is longer than there are organizations, even if one were its own ancestor.
    for (let steps = 0; at !== null && steps <= parents.size; steps += 1) {
      yield at;
      at = parents.get(at) ?? null;
    }
  }

  async #reloadIfChanged(): Promise<void> {
    const version = await storedVersion(this.#store);
    if (version === this.#version) return;
    const [upstreams, organizations] = await Promise.all([readUpstreams(this.#store), readOrganizations(this.#store)]);
    const realms = new Map<number, Set<string>>();
    for (const { organization, realm } of upstreams.filter((upstream) => upstream.handles_accounting === 1))
      realms.set(organization, (realms.get(organization) ?? new Set()).add(realm?.toLowerCase() ?? ''));
    const isPortalTold = upstreams.some(({ portal_accounting }) => portal_accounting === 1);
    this.#rules = { parents: new Map(organizations.map(({ id, parent }) => [id, parent])), realms, isPortalTold };
    this.#version = version;
  }
}

async function storedVersion({ db }: Store): Promise<string> {
  const found = await sql<Record<string, number>>`
    select (select count(*) from aaa_upstream) as upstreams, (select max(last_change) from aaa_upstream) as changed,
      (select max(id) from aaa_upstream) as newest, (select count(*) from organization) as organizations,
      (select max(last_change) from organization) as moved, (select max(id) from organization) as founded`.execute(db);
  return Object.values(found.rows[0] ?? {}).join('/');
}

function readUpstreams({ db }: Store) {
  return db
    .selectFrom('aaa_upstream')
    .select(['organization', 'realm', 'handles_accounting', 'portal_accounting'])
    .where('is_active', '=', 1)
    .execute();
}

function readOrganizations({ db }: Store) {
  return db.selectFrom('organization').select(['id', 'parent']).execute();
}

/** What stands behind the last `@`, in lower case; empty: nothing. */
export function realmOf(username: string | null): string {
  const at = username?.lastIndexOf('@') ?? -1;
  return at < 0 ? '' : (username?.slice(at + 1).toLowerCase() ?? '');
}
