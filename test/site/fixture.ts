import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { loadShippedAdapters } from '../../src/device-type/adapter-loader.ts';
import { bootstrapAdmin } from '../../src/aaa/account/bootstrap-admin.ts';
import { lazyDictionary } from '../../src/protocol/radius/dictionary.ts';
import { planSite, type SitePlan } from '../../src/site/plan.ts';
import { describeChanges } from '../../src/site/change.ts';
import { exportSite } from '../../src/site/export.ts';
import { SiteFaults } from '../../src/site/faults.ts';
import { openStore } from '../../src/store/database.ts';
import type { Store } from '../../src/store/store.ts';
import { openVault, type Vault } from '../../src/store/vault.ts';
import { copyBlankStore } from '../blank-store.ts';

const dictionary = lazyDictionary('');
const adapters = await loadShippedAdapters();

/** A store after the first start of a gateway, with a folder for site files. */
export class TestSite {
  readonly folder = mkdtempSync(join(tmpdir(), 'gatehouse-site-'));
  readonly keyFile = join(this.folder, 'secret.key');
  readonly vault: Vault = openVault(this.keyFile);
  readonly store: Store;
  environment: Readonly<Record<string, string>> = {};
  /** How far the comparisons were. */
  readonly reported: string[] = [];
  #now = 1;

  private constructor(store: Store) {
    this.store = store;
  }

  /** @param url  `sqlite`, or the connection string of a database without rows */
  static async open(url: string): Promise<TestSite> {
    const place = mkdtempSync(join(tmpdir(), 'gatehouse-store-'));
    copyBlankStore(url, place);
    const site = new TestSite(
      await openStore(url === 'sqlite' ? `sqlite:${join(place, 'gatehouse.db')}` : url, place),
    );
    await bootstrapAdmin(site.store, site.folder, new Date());
    const type = { short_name: 'linux', name: 'Linux host', created_at: 1, updated_at: 1 };
    await site.store.write([site.store.db.insertInto('inventory_type').values(type)]);
    return site;
  }

  put(name: string, text: string): void {
    mkdirSync(dirname(join(this.folder, name)), { recursive: true });
    writeFileSync(join(this.folder, name), text);
  }

  plan(text: string, store = this.store): Promise<SitePlan> {
    this.put('site.yaml', text);
    const site = {
      store,
      vault: this.vault,
      adapters,
      dictionary,
      now: () => new Date(this.#now++),
    };
    return planSite(join(this.folder, 'site.yaml'), site, {
      environment: this.environment,
      mayBeAbsent: false,
      report: (done, total) => this.reported.push(`${done} of ${total}`),
    });
  }

  /** @returns the changes, as the command line prints them */
  async apply(text: string): Promise<string> {
    const { changes, apply } = await this.plan(text);
    await apply();
    return describeChanges(changes);
  }

  /** Returns the faults of a file: `12: user "x": field: reason`. */
  async faults(text: string): Promise<string[]> {
    try {
      await (await this.plan(text)).apply();
      return [];
    } catch (error) {
      if (!(error instanceof SiteFaults)) throw error;
      return error.faults.map(
        ({ location, subject, reason }) =>
          `${location.split(':').at(-1) ?? ''}: ${subject}: ${reason}`,
      );
    }
  }

  export(): Promise<string> {
    return exportSite(this.store);
  }

  async close(): Promise<void> {
    await this.store.close();
    rmSync(this.folder, { recursive: true });
  }
}

/** Returns the error of a rejected promise. */
export const rejection = (promise: Promise<unknown>) =>
  promise.then(
    () => new Error('was not rejected'),
    (error: unknown) => error,
  );

export const secrets = {
  AURORA_RADIUS_SECRET: 'radius-secret-in-the-clear',
  AURORA_SNMP_AUTH: 'auth-password-in-the-clear',
  AURORA_SNMP_PRIV: 'priv-password-in-the-clear',
};
export const roomPassword = 'room-password-in-the-clear';
export const privateKey = '-----BEGIN KEY-----\nkey-in-the-clear\n-----END KEY-----\n';

/** Creates the files and variables that the example references. */
export function putSecrets(site: TestSite): void {
  site.environment = secrets;
  site.put('secrets/room-101', `${roomPassword}\n`);
  site.put('secrets/ap-key', privateKey);
}
