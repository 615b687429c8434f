import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';

/** Returns the programs that hold a port, `nginx (process 12)`; only root sees the names of other users' programs. */
export function holdersOf(protocol: 'tcp' | 'udp', port: number): readonly string[] {
  const inodes = new Set([protocol, `${protocol}6`].flatMap((table) => inodesIn(table, port)));
  if (inodes.size === 0) return [];
  const names = processIds()
    .filter((pid) => socketsOf(pid).some((inode) => inodes.has(inode)))
    .map((pid) => `${nameOf(pid)} (process ${pid})`);
  return names.length > 0 ? names : ['a program of another user'];
}

/** Returns the name of a process; Node gives its own the name of its main thread. */
function nameOf(pid: string): string {
  const name = read(`/proc/${pid}/comm`).trim();
  return name.endsWith('MainThread') ? basename(linkOf(`/proc/${pid}/exe`)) : name;
}

const listening = '0A';

function inodesIn(table: string, port: number): readonly string[] {
  return read(`/proc/net/${table}`)
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, , state]) => {
      const isBound = Number.parseInt(local?.split(':')[1] ?? '', 16) === port;
      return isBound && (table.startsWith('udp') || state === listening);
    })
    .map((columns) => columns[9] ?? '');
}

const processIds = () => readdirSync('/proc').filter((name) => /^\d+$/.test(name));

function socketsOf(pid: string): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((descriptor) => {
      const [, inode] = /^socket:\[(\d+)\]$/.exec(linkOf(`/proc/${pid}/fd/${descriptor}`)) ?? [];
      return inode === undefined ? [] : [inode];
    });
  } catch {
    return [];
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
