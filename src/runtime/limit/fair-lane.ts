/** Whose account a work is on. */
interface OnAccount {
  readonly tenant: string;
  readonly client: string;
}

export interface Waiting<W extends OnAccount> {
  readonly work: W;
  readonly start: () => void;
}

interface Account<T> {
  readonly name: string;
  /** Milliseconds that it has had, from the level at which it came. */
  used: number;
  /** What waits. */
  readonly of: T;
}

/** Accounts beyond which those without waiting work are looked for. */
const minForgotten = 16;

/** Those who have waiting or recent work, with the milliseconds that they have had in excess of the others. */
class Accounts<T extends { readonly length: number }> {
  readonly #accounts = new Map<string, Account<T>>();
  readonly #create: () => T;
  /** What the one has had whose turn it was last; who comes new has had as much. */
  #level = 0;
  #forgetAt = minForgotten;

  constructor(create: () => T) {
    this.#create = create;
  }

  get(name: string): T {
    const known = this.#accounts.get(name);
    if (known) {
      known.used = Math.max(known.used, this.#level);
      return known.of;
    }
    const account = { name, used: this.#level, of: this.#create() };
    this.#accounts.set(name, account);
    return account.of;
  }

  find(name: string): T | undefined {
    return this.#accounts.get(name)?.of;
  }

  /** Lists those with waiting work who have had least first; of equal ones those who have waited longest. */
  *inTurn(): Generator<Account<T>, undefined> {
    let first: Account<T> | undefined;
    for (const account of this.#accounts.values())
      if (account.of.length > 0 && !(first && first.used <= account.used)) first = account;
    if (!first) return;
    yield first;
    // Sorted only if the work of the first may not start yet.
    const others = [...this.#accounts.values()].filter(
      (account) => account !== first && account.of.length > 0,
    );
    yield* others.sort((one, other) => one.used - other.used);
  }

  /** Marks the one whose turn it is, who then is the last of those who have had as much. */
  turn(account: Account<T>): void {
    this.#level = Math.max(this.#level, account.used);
    this.#accounts.delete(account.name);
    this.#accounts.set(account.name, account);
  }

  charge(name: string, ms: number): void {
    const account = this.#accounts.get(name);
    if (account) account.used += ms;
  }

  /** Forgets those who have no work and have had no more than the others, each time that the accounts have doubled. */
  forget(): void {
    if (this.#accounts.size < this.#forgetAt) return;
    for (const [name, { used, of }] of this.#accounts)
      if (of.length === 0 && used <= this.#level) this.#accounts.delete(name);
    this.#forgetAt = Math.max(minForgotten, this.#accounts.size * 2);
  }

  clear(): void {
    this.#accounts.clear();
    this.#level = 0;
    this.#forgetAt = minForgotten;
  }
}

/** The clients of a tenant. */
class Clients<W extends OnAccount> extends Accounts<Waiting<W>[]> {
  /** Works that wait. */
  length = 0;

  constructor() {
    super(() => []);
  }
}

/** Work of one lane: of each client in its order, and of tenants and their clients by the time that they have had. */
export class Lane<W extends OnAccount> {
  readonly #tenants = new Accounts<Clients<W>>(() => new Clients());
  #size = 0;

  get size(): number {
    return this.#size;
  }

  lengthOf({ tenant, client }: W): number {
    return this.#tenants.find(tenant)?.find(client)?.length ?? 0;
  }

  add(waiting: Waiting<W>): void {
    const { tenant, client } = waiting.work;
    const clients = this.#tenants.get(tenant);
    clients.get(client).push(waiting);
    this.#count(clients, 1);
  }

  /** Takes the first work that may start, of the tenant and then the client with the least time. */
  take(mayStart: (work: W) => boolean = () => true): Waiting<W> | undefined {
    for (const tenant of this.#tenants.inTurn())
      for (const client of tenant.of.inTurn()) {
        const position = client.of.findIndex(({ work }) => mayStart(work));
        const [waiting] = position === -1 ? [] : client.of.splice(position, 1);
        if (!waiting) continue;
        this.#tenants.turn(tenant);
        tenant.of.turn(client);
        this.#count(tenant.of, -1);
        return waiting;
      }
    return undefined;
  }

  /** Takes work out before its turn. */
  remove(waiting: Waiting<W>): void {
    const { tenant, client } = waiting.work;
    const clients = this.#tenants.find(tenant);
    const queue = clients?.find(client);
    const position = queue?.indexOf(waiting) ?? -1;
    if (!clients || !queue || position === -1) return;
    queue.splice(position, 1);
    this.#count(clients, -1);
  }

  /** Puts the time of a work on the accounts of its tenant and client. */
  charge({ tenant, client }: W, ms: number): void {
    if (this.#size === 0) {
      this.#tenants.clear();
      return;
    }
    // Work that did not wait has no account yet.
    const clients = this.#tenants.get(tenant);
    clients.get(client);
    this.#tenants.charge(tenant, ms);
    clients.charge(client, ms);
    clients.forget();
    this.#tenants.forget();
  }

  #count(clients: Clients<W>, by: 1 | -1): void {
    clients.length += by;
    this.#size += by;
  }
}
