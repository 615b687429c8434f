import type { FileEntry, SFTPWrapper, Stats } from 'ssh2';
import { Fault } from '../../../contract/errors.ts';

/** Ending of the name of a file that is not complete. */
export const partialEnding = '.partial';

/** Files of a server over SFTP (draft-ietf-secsh-filexfer-02), below one folder. */
export class FileTransfer {
  readonly #sftp: SFTPWrapper;
  readonly #peerLabel: string;
  readonly #folder: string;

  /** @param folder  empty: where a login begins */
  constructor(sftp: SFTPWrapper, peerLabel: string, folder: string) {
    this.#sftp = sftp;
    this.#peerLabel = peerLabel;
    this.#folder = folder === '' ? '.' : folder;
  }

  /** Lists the names of the folder. @throws Fault `rejected` naming the folder */
  async list(): Promise<readonly string[]> {
    const entries = await this.#call<readonly FileEntry[]>(`list ${this.#folder}`, (done) => {
      this.#sftp.readdir(this.#folder, done);
    });
    return entries.map(({ filename }) => filename);
  }

  /**
   * Writes a file under a temporary name, on the disk of the server where it can do that, and gives it its name when it is
   * complete.
   *
   * @throws Fault `rejected` naming the file
   */
  async upload(from: string, { name, octets }: { readonly name: string; readonly octets: number }) {
    const [target, partial] = [this.#at(name), this.#at(`${name}${partialEnding}`)];
    await this.#run(`write ${partial}`, (done) => {
      this.#sftp.fastPut(from, partial, { mode: 0o600 }, done);
    });
    await this.#sync(partial);
    const { size } = await this.#call<Stats>(`read the size of ${partial}`, (done) => {
      this.#sftp.stat(partial, done);
    });
    if (size !== octets)
      throw new Fault(
        'garbled',
        `${this.#peerLabel}: ${partial} has ${size} octets, not ${octets}`,
      );
    await this.#run(`rename ${partial} to ${target}`, (done) => {
      this.#sftp.rename(partial, target, done);
    });
  }

  async remove(name: string): Promise<void> {
    await this.#run(`remove ${this.#at(name)}`, (done) => {
      this.#sftp.unlink(this.#at(name), done);
    });
  }

  /** Writes a file to the disk of a server with `fsync@openssh.com`; another writes it when it likes to. */
  async #sync(file: string): Promise<void> {
    const handle = await this.#call<Buffer>(`open ${file}`, (done) => {
      this.#sftp.open(file, 'r+', done);
    });
    try {
      await this.#run(`sync ${file}`, (done) => {
        this.#sftp.ext_openssh_fsync(handle, done);
      });
    } catch (error) {
      // Thrown before anything is sent.
      if (!/does not support/.test(error instanceof Error ? error.message : '')) throw error;
    } finally {
      this.#sftp.close(handle, () => undefined);
    }
  }

  #at(name: string): string {
    return `${this.#folder.replace(/\/$/, '')}/${name}`;
  }

  /** A request that is lost with the connection ends as well: ssh2 answers it. */
  #call<T>(
    what: string,
    start: (done: (error: Error | null | undefined, value: T) => void) => void,
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      const fail = (cause: Error) => {
        reject(
          new Fault('rejected', `${this.#peerLabel}: cannot ${what}: ${cause.message}`, { cause }),
        );
      };
      try {
        start((error, value) => {
          if (error) fail(error);
          else resolve(value);
        });
      } catch (error) {
        fail(error instanceof Error ? error : new Error(String(error)));
      }
    });
  }

  #run(what: string, start: (done: (error?: Error | null) => void) => void): Promise<null> {
    return this.#call(what, (done) => {
      start((error) => {
        done(error, null);
      });
    });
  }
}
