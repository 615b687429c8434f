import { statSync } from 'node:fs';
import type { Logger } from 'pino';
import { bootstrapAdmin } from '../aaa/account/bootstrap-admin.ts';
import { hasUsers } from '../aaa/account/user-lookup.ts';
import type { Config } from '../config/load-config.ts';
import type { PeriodicTask } from '../gateway/job.ts';
import type { Resource } from '../contract/resource.ts';
import { readGatewayId } from '../runtime/data-directory.ts';
import { sealedColumns } from '../site/sealed-columns.ts';
import { openStore } from '../store/database.ts';
import { checkResources } from '../store/resource-check.ts';
import type { Store } from '../store/store.ts';
import type { Vault } from '../store/vault.ts';
import { registerGateway } from './gateway-registration.ts';
import { checkStoreIsThere, findTraces, lostStore } from './lost-store.ts';
import { openStoreVault } from './secret-key.ts';

export interface OwnStore {
  readonly store: Store;
  readonly vault: Vault;
  /** Name of this gateway among the gateways of the store. */
  readonly owner: string;
  /** Tasks that keep the id registered. */
  readonly tasks: readonly PeriodicTask[];
  /** Path of the first token's file; null unless this start created it. */
  readonly tokenFile: string | null;
  close(): Promise<void>;
}

interface OpenOptions {
  readonly log: Logger;
  readonly now: () => Date;
  readonly resources: readonly Resource[];
  readonly mayReplaceStore: boolean;
}

/**
 * Opens the store of a gateway with its key and its id. The first start creates the first administrator, writes it to the
 * store's file, and only then creates id and key: if these exist, a store without users was lost.
 *
 * @throws StartRefusal naming the files if the store or the key is lost
 */
export async function openOwnStore(
  config: Config,
  { log, now, resources, mayReplaceStore }: OpenOptions,
): Promise<OwnStore> {
  const traces = findTraces(config.data_dir);
  if (!mayReplaceStore) checkStoreIsThere(config, traces);
  const report = (message: string, err: Error) => {
    log.error({ err }, message);
  };
  const store = await openStore(config.database.url, config.data_dir, { report });
  try {
    await checkResources(store, resources);
    if (traces.followAdmin && !mayReplaceStore && !(await hasUsers(store)))
      throw lostStore('the store has no user', traces);
    const tokenFile = await bootstrapAdmin(store, config.data_dir, now());
    if (tokenFile !== null) store.checkpoint();
    const owner = readGatewayId(config.data_dir);
    const registration = await registerGateway(store, config.data_dir, owner);
    const vault = await openStoreVault(store, config.secret_key_file, sealedColumns(resources));
    reportReadableKey(config.secret_key_file, log);
    const close = async () => {
      await registration?.end().catch(() => undefined);
      await store.close();
    };
    return {
      store,
      vault,
      owner,
      tasks: registration ? [registration.task] : [],
      tokenFile,
      close,
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Logs that every account of the machine can read the key. */
function reportReadableKey(file: string, log: Logger): void {
  if ((statSync(file).mode & 0o004) === 0) return;
  log.warn({ file }, 'every account of this machine can read the secret key; run chmod 600 on it');
}
