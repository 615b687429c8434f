import { readdir, readFile, readlink } from 'node:fs/promises';
import { Counter, type Registry } from 'prom-client';

/** Datagrams that the kernel dropped because the receive buffer of a socket was full, by the inode of the socket. */
type DropsByInode = ReadonlyMap<string, number>;

const tables = ['/proc/net/udp', '/proc/net/udp6'];

/**
 * Counts the datagrams that the kernel drops before a listener reads them. Without /proc, the counter has no samples.
 *
 * @param name  of the counter
 * @param ports  by the values of its label
 */
export function reportKernelDrops(
  metrics: Registry,
  name: string,
  ports: Readonly<Record<string, readonly number[]>>,
): void {
  const seen = new Map<string, number>();
  new Counter({
    name,
    help: 'Datagrams that the kernel dropped because a receive buffer was full',
    labelNames: ['port'],
    registers: [metrics],
    async collect() {
      const own = await readOwnInodes();
      for (const [port, numbers] of Object.entries(ports))
        for (const [inode, drops] of await readDrops(numbers))
          if (own.has(inode)) {
            this.inc({ port }, Math.max(0, drops - (seen.get(inode) ?? 0)));
            seen.set(inode, drops);
          }
    },
  });
}

async function readDrops(ports: readonly number[]): Promise<DropsByInode> {
  const texts = await Promise.all(tables.map((table) => readFile(table, 'utf8').catch(() => '')));
  return new Map(texts.flatMap((text) => parseDrops(text, ports)));
}

/**
 * Returns inode and drops of the sockets of some ports.
 *
 * @param table  as the kernel writes it, with a header line: the second column is `ADDRESS:PORT` in hexadecimal
 * @see https://docs.kernel.org/networking/proc_net_tcp.html
 */
export function parseDrops(table: string, ports: readonly number[]): [string, number][] {
  return table
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local = '']) => ports.includes(Number.parseInt(local.split(':')[1] ?? '', 16)))
    .map((columns) => [columns[9] ?? '', Number(columns[12])]);
}

/** Returns the inodes of the sockets of this process. */
async function readOwnInodes(): Promise<ReadonlySet<string>> {
  const folder = '/proc/self/fd';
  const names = await readdir(folder).catch(() => []);
  const targets = await Promise.all(
    names.map((name) => readlink(`${folder}/${name}`).catch(() => '')),
  );
  return new Set(targets.flatMap((target) => /^socket:\[(\d+)\]$/.exec(target)?.[1] ?? []));
}
