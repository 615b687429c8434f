import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { chown, lchown, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Config } from '../../config/load-config.ts';
import { engineOf } from '../../store/database.ts';
import type { RestoreMoves } from './pending-restore.ts';
import type { KeyTexts } from '../backup/key-envelope.ts';
import { backupPaths } from '../backup/manifest.ts';
import { siteKeys } from '../backup/site-files.ts';
import {
  asidePlace,
  isWithin,
  placeOfKey,
  sitePlaces,
  storeEndings,
  storeFile,
} from './restore-plan.ts';

const ending = '.restore-';

interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** Restored files, next to their places until all of them are complete. */
export class RestoreDrafts {
  readonly #config: Config;
  readonly #stamp: string;
  readonly #isFile: boolean;
  readonly #keys: string[] = [];
  /** Folders of keys that did not exist. */
  readonly #madeFolders: string[] = [];

  constructor(stamp: string, config: Config) {
    this.#stamp = stamp;
    this.#config = config;
    this.#isFile = engineOf(config.database.url) === 'sqlite';
  }

  /** The draft of the store. */
  get store(): string {
    return this.#draft(this.#store);
  }

  get #store(): string {
    return this.#isFile
      ? storeFile(this.#config)
      : join(this.#config.data_dir, backupPaths.store.postgres);
  }

  /** Place of the configuration of the backup: it may be of another machine, so it does not replace the present one. */
  get #configuration(): string {
    return join(this.#config.data_dir, 'configuration-of-backup.yaml');
  }

  /** Returns where a file of the backup is unpacked; null if it is not restored. */
  draftOf(path: string): string | null {
    if (Object.values(backupPaths.store).some((store) => store === path)) return this.store;
    if (path === backupPaths.configuration) return this.#draft(this.#configuration);
    const place = this.#sitePlaces().find((one) => isWithin(path, one.path));
    return place ? this.#draft(place.target) + path.slice(place.path.length) : null;
  }

  addKeys(keys: KeyTexts): void {
    for (const [path, text] of Object.entries(keys)) {
      const target = placeOfKey(path, this.#config);
      if (target === null || target === '') continue;
      const made = mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
      if (made !== undefined) this.#madeFolders.push(made);
      writeFileSync(this.#draft(target), text, { mode: 0o600, flag: 'wx', flush: true });
      this.#keys.push(target);
    }
  }

  /** Gives the drafts to the owner of the data directory, if root restores. */
  async takeOwner(): Promise<void> {
    const owner = await stat(this.#config.data_dir);
    if (process.getuid?.() !== 0 || owner.uid === 0) return;
    for (const folder of this.#madeFolders) await lchown(folder, owner.uid, owner.gid);
    for (const target of this.#present()) await giveTo(this.#draft(target), owner);
  }

  /** Returns the moves: the present files of each place aside, and the drafts into their places. */
  moves(): RestoreMoves {
    const targets = this.#present().filter((target) => target !== this.#store || this.#isFile);
    const former = targets.flatMap((target) =>
      target === this.#store ? storeEndings.map((ending) => `${target}${ending}`) : [target],
    );
    return {
      aside: former
        .filter((target) => existsSync(target))
        .map((target) => ({ from: target, to: asidePlace(target, this.#stamp) })),
      placed: targets.map((target) => ({ from: this.#draft(target), to: target })),
    };
  }

  /** Removes the drafts of killed restores. */
  removeStale(): void {
    const keys = siteKeys(this.#config).map(({ file }) => file);
    const places = this.#sitePlaces().map(({ target }) => target);
    for (const target of [this.#configuration, this.#store, ...keys, ...places]) {
      const folder = dirname(target);
      if (target === '' || !existsSync(folder)) continue;
      for (const name of readdirSync(folder))
        if (name.startsWith(`${basename(target)}${ending}`))
          rmSync(join(folder, name), { recursive: true, force: true });
    }
  }

  remove(): void {
    for (const target of this.#present())
      rmSync(this.#draft(target), { recursive: true, force: true });
  }

  /** Places with a draft. */
  #present(): readonly string[] {
    const places = this.#sitePlaces().map(({ target }) => target);
    return [this.#configuration, this.#store, ...this.#keys, ...places].filter((target) =>
      existsSync(this.#draft(target)),
    );
  }

  #sitePlaces() {
    return sitePlaces(this.#config).filter(({ target }) => target !== '');
  }

  #draft(target: string): string {
    return `${target}${ending}${this.#stamp}`;
  }
}

async function giveTo(path: string, { uid, gid }: Owner): Promise<void> {
  await lchown(path, uid, gid);
  if (!(await stat(path)).isDirectory()) return;
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true }))
    await chown(join(entry.parentPath, entry.name), uid, gid);
}
