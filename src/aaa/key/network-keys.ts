import { sql } from 'kysely';
import { Secret } from '../../contract/secret.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { deriveMasterKey } from '../../protocol/eapol/pairwise-master-key.ts';
import { mapInTurns, Turns } from '../../runtime/limit/turns.ts';
import { compileStatement, type Store } from '../../store/store.ts';
import { openKey, type DeviceKey, type KeyRow } from './device-key.ts';

/* The pairwise master keys of the Wi-Fi keys of an organization in one network. */

const place = 'user_key_master.master_key';
/** Networks of an organization whose master keys are stored; those of others are derived again after a restart. */
const maxStoredNetworks = 8;
const keysOfBatch = 100;

type Context = Pick<Gateway, 'store' | 'vault'>;

/** A network of an organization. */
export interface Network {
  readonly organization: number;
  readonly ssid: string;
}

interface StoredKey extends KeyRow {
  readonly master_key: string | null;
}

/** A key whose master key may not have been derived yet. */
interface Entry {
  readonly row: KeyRow;
  masterKey: Buffer | null;
  deriving: Promise<Buffer> | null;
}

/** A key that fits, with its master key. */
export interface FoundKey {
  readonly key: DeviceKey;
  readonly masterKey: Buffer;
}

interface Search {
  /** True for the master key that is searched. */
  readonly fits: (masterKey: Buffer) => boolean;
  /** Id of the key to try first; null: none is likelier than the others. */
  readonly first: number | null;
  /** True as soon as the caller cannot wait any longer. */
  readonly isOver: () => boolean;
}

/** The keys of an organization in one network, newest first. */
export class NetworkKeys {
  readonly #context: Context;
  readonly #network: Network;
  readonly #isStored: boolean;
  #entries: readonly Entry[] = [];
  #version = '';
  #underived: Entry[] = [];
  #isDeriving = false;

  private constructor(context: Context, network: Network, isStored: boolean) {
    this.#context = context;
    this.#network = network;
    this.#isStored = isStored;
  }

  /** @throws Fault if the store cannot be read */
  static async open(context: Context, network: Network): Promise<NetworkKeys> {
    return new NetworkKeys(context, network, await isStored(context.store, network));
  }

  get size(): number {
    return this.#entries.length;
  }

  /**
   * Finds the key that fits: the likeliest first, then those whose master key is known, then the newest of the others.
   *
   * @returns null: none fits; `not_derived`: the time was over before all were derived, which goes on
   * @throws Fault if the store cannot be read
   */
  async find({ fits, first, isOver }: Search): Promise<FoundKey | 'not_derived' | null> {
    await this.#reload();
    const entries = this.#entries;
    const likeliest = entries.find(({ row }) => row.id === first);
    if (likeliest && fits(await this.#masterKey(likeliest))) return this.#found(likeliest);
    const turns = new Turns();
    for (const entry of entries) {
      if (entry.masterKey && fits(entry.masterKey)) return this.#found(entry);
      await turns.pass();
    }
    for (const entry of entries.filter(({ masterKey }) => masterKey === null)) {
      if (isOver()) {
        void this.#deriveRest();
        return 'not_derived';
      }
      if (fits(await this.#masterKey(entry))) return this.#found(entry);
    }
    return null;
  }

  async #found(entry: Entry): Promise<FoundKey> {
    const masterKey = await this.#masterKey(entry);
    void this.#deriveRest();
    return { key: openKey(this.#context.vault, entry.row), masterKey };
  }

  async #reload(): Promise<void> {
    const { store, vault } = this.#context;
    const version = await readVersion(store, this.#network);
    if (version === this.#version) return;
    const known = new Map(this.#entries.map((entry) => [entry.row.id, entry]));
    const rows = await readKeys(store, this.#network);
    this.#entries = await mapInTurns(rows, ({ master_key: sealed, ...row }) => {
      const masterKey =
        sealed === null ? null : Buffer.from(vault.open(sealed, place).reveal(), 'base64');
      return known.get(row.id) ?? { row, masterKey, deriving: null };
    });
    this.#version = version;
  }

  /** Returns the master key of an entry, derived once however many searches wait for it. */
  #masterKey(entry: Entry): Buffer | Promise<Buffer> {
    if (entry.masterKey) return entry.masterKey;
    entry.deriving ??= this.#derive(entry);
    return entry.deriving;
  }

  async #derive(entry: Entry): Promise<Buffer> {
    const { key } = openKey(this.#context.vault, entry.row);
    const masterKey = await deriveMasterKey(key, this.#network.ssid);
    entry.masterKey = masterKey;
    if (this.#isStored) this.#underived.push(entry);
    if (this.#underived.length >= keysOfBatch) await this.#flush();
    return masterKey;
  }

  /** Derives what no search has waited for, one after the other, and stores it. Never throws. */
  async #deriveRest(): Promise<void> {
    if (this.#isDeriving) return;
    this.#isDeriving = true;
    try {
      for (const entry of this.#entries) await this.#masterKey(entry);
      await this.#flush();
    } catch {
      // A key that cannot be opened or stored is derived again by the next search.
    } finally {
      this.#isDeriving = false;
    }
  }

  /** Stores derived master keys. A key that has been deleted in the meantime stores none. */
  async #flush(): Promise<void> {
    const { store, vault } = this.#context;
    const { ssid } = this.#network;
    const derived = this.#underived.splice(0);
    const statements = derived.map(({ row: { id }, masterKey }) => {
      const text = new Secret((masterKey ?? Buffer.alloc(0)).toString('base64'));
      return compileStatement(
        store.db
          .insertInto('user_key_master')
          .columns(['user_key', 'ssid', 'master_key'])
          .expression(
            store.db
              .selectFrom('user_key')
              .select([
                'id',
                sql<string>`cast(${ssid} as text)`.as('ssid'),
                sql<string>`cast(${vault.seal(text, place)} as text)`.as('master_key'),
              ])
              .where('id', '=', id),
          )
          .onConflict((conflict) => conflict.columns(['user_key', 'ssid']).doNothing()),
      );
    });
    if (statements.length > 0) await store.write(statements);
  }
}

/** Keys are added and deleted, never changed, and no id is given twice. */
async function readVersion({ db }: Store, { organization }: Network): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select count(*) || ' ' || coalesce(sum(id), 0) || ' ' || coalesce(max(id), 0) as version
    from user_key where organization = ${organization}`.execute(db);
  return rows[0]?.version ?? '';
}

async function readKeys(store: Store, network: Network): Promise<readonly StoredKey[]> {
  const query = store.db
    .selectFrom('user_key as k')
    .leftJoin('user_key_master as m', (join) =>
      join.onRef('m.user_key', '=', 'k.id').on('m.ssid', '=', network.ssid),
    )
    .select(['k.id', 'k.organization', 'k.user', 'k.name', 'k.key', 'm.master_key'])
    .where('k.organization', '=', network.organization)
    .orderBy('k.id', 'desc');
  return store.readLong({ compile: () => query.compile() });
}

/** True for a network whose master keys are stored, or one of the first of its organization. */
async function isStored({ db }: Store, { organization, ssid }: Network): Promise<boolean> {
  const rows = await db
    .selectFrom('user_key_master as m')
    .innerJoin('user_key as k', 'k.id', 'm.user_key')
    .select('m.ssid')
    .distinct()
    .where('k.organization', '=', organization)
    .limit(maxStoredNetworks)
    .execute();
  return rows.length < maxStoredNetworks || rows.some((row) => row.ssid === ssid);
}
