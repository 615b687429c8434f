import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as LoadConfig from '../src/config/load-config.ts';
import type * as Main from '../src/start/main.ts';
import { HttpClient } from './http-client.ts';
import { root } from './source-files.ts';

/* A copy of the built product in which a test follows a recipe of CONTRIBUTING, edit by edit. */

/** Lines that are added to a file of src. */
export interface Edit {
  /** Path without its extension: `src/radius/server`. */
  readonly file: string;
  /** Text after which they are added, which must occur exactly once; null: at the beginning. */
  readonly after: string | null;
  readonly add: string;
}

export class ChangedSource {
  readonly folder = mkdtempSync(join(tmpdir(), 'gatehouse-source-'));
  /** Not below the folder, whose `data` would be the store of the checkout. */
  readonly #data = mkdtempSync(join(tmpdir(), 'gatehouse-source-data-'));

  /** @throws Error if the text after which an edit belongs is not there exactly once */
  constructor(edits: readonly Edit[]) {
    for (const part of ['src', 'adapters'])
      cpSync(join(root, 'dist', part), join(this.folder, 'dist', part), { recursive: true });
    for (const name of readdirSync(root))
      if (name !== 'dist') symlinkSync(join(root, name), join(this.folder, name));
    for (const edit of edits) this.#apply(edit);
  }

  /** Path of a built file of the copy. */
  path(file: string): string {
    return join(this.folder, 'dist', `${file}.js`);
  }

  add(file: string, text: string): void {
    writeFileSync(this.path(file), text, { flag: 'wx' });
  }

  /** Starts the gateway of the copy on loopback, with a store of its own. */
  async startGateway() {
    const { loadConfig } = (await this.#load('src/config/load-config')) as typeof LoadConfig;
    const { startGateway } = (await this.#load('src/start/main')) as typeof Main;
    const data = this.#data;
    const config = loadConfig(join(root, 'config/gatehouse.yaml'), {
      GATEHOUSE_DATA_DIR: data,
      GATEHOUSE_HTTP_HOST: '127.0.0.1',
      GATEHOUSE_HTTP_PORT: '0',
      GATEHOUSE_RADIUS_HOST: '127.0.0.1',
      GATEHOUSE_RADIUS_AUTH_PORT: '0',
      GATEHOUSE_RADIUS_ACCT_PORT: '0',
      GATEHOUSE_LOG_LEVEL: 'silent',
    });
    const running = await startGateway(config);
    const client = new HttpClient(running.http.port);
    const token = readFileSync(join(data, 'admin-token'), 'utf8').trim();
    const ask = async (method: string, path: string, body?: object): Promise<string> => {
      const content = { token, ...(body && { body: JSON.stringify(body) }) };
      return (await client.ask(method, path, content)).text;
    };
    return { running, ask };
  }

  #load(file: string): Promise<unknown> {
    return import(pathToFileURL(this.path(file)).href);
  }

  remove(): void {
    for (const folder of [this.folder, this.#data]) rmSync(folder, { recursive: true });
  }

  #apply({ file, after, add }: Edit): void {
    const text = readFileSync(this.path(file), 'utf8');
    const parts = after === null ? ['', text] : text.split(after);
    if (parts.length !== 2) throw new Error(`${file}: ${after} occurs ${parts.length - 1} times`);
    writeFileSync(this.path(file), parts.join(`${after ?? ''}\n${add}\n`));
  }
}
