import type { Readable } from 'node:stream';
import { isIP } from 'node:net';
import { Fault } from '../contract/errors.ts';
import { LongLine, linesOf } from '../runtime/lines-of.ts';
import { canonicalHostname } from './hostname.ts';

/** Characters of a list as text, comments included. */
const maxListLength = 128 * 1024 * 1024;
const maxLineOctets = 4096;
const entriesAtOnce = 5000;
const maxReportedLines = 20;

/** Names of the machine itself, which lists in the form of a hosts file begin with. */
const ownNames: ReadonlySet<string> = new Set([
  'localhost',
  'localhost.localdomain',
  'local',
  'broadcasthost',
  'ip6-localhost',
  'ip6-loopback',
  'ip6-localnet',
  'ip6-mcastprefix',
  'ip6-allnodes',
  'ip6-allrouters',
  'ip6-allhosts',
]);

/** An entry of a list: hosts that it adds or removes. */
export interface ListEntry {
  readonly host: string;
  readonly isRemoved: boolean;
}

/**
 * Reads a list of hosts as text: a host on each line, or lines of a hosts file (`0.0.0.0 ads.example.com`). `#` begins a comment;
 * `*.` before a host is left out, since every host includes the names below it.
 *
 * @param mayRemove  true: `-` before a host removes it
 * @yields           some thousand entries each time; never an empty list
 * @throws Fault `invalid` with the lines that are no host names, the first 20 of them
 */
export async function* readHostList(
  text: Readable,
  { mayRemove }: { readonly mayRemove: boolean },
): AsyncGenerator<readonly ListEntry[]> {
  const faults: string[] = [];
  let entries: ListEntry[] = [];
  for await (const { line, place } of boundedLines(text)) {
    const read = entriesOf(line, mayRemove);
    if (typeof read === 'string') faults.push(`line ${place}: ${read}`);
    else entries.push(...read);
    if (faults.length >= maxReportedLines) break;
    if (entries.length < entriesAtOnce) continue;
    if (faults.length === 0) yield entries;
    entries = [];
  }
  if (faults.length > 0)
    throw new Fault('invalid', faults.join(' '), { fields: { hosts: faults } });
  if (entries.length > 0) yield entries;
}

/** @throws Fault `invalid` if a line or the whole text is too long */
async function* boundedLines(text: Readable): AsyncGenerator<{ line: string; place: number }> {
  let place = 0;
  let length = 0;
  // A request that is destroyed gets no reply.
  const octets = text.iterator({ destroyOnReturn: false });
  try {
    for await (const line of linesOf(octets, maxLineOctets)) {
      place += 1;
      length += line.length;
      if (length > maxListLength)
        throw Fault.field('hosts', `The list has more than ${maxListLength} characters.`);
      yield { line, place };
    }
  } catch (error) {
    if (!(error instanceof LongLine)) throw error;
    throw Fault.field('hosts', `line ${place + 1} has more than ${maxLineOctets} octets.`);
  }
}

/** Returns the entries of a line, or what is wrong with it. */
function entriesOf(line: string, mayRemove: boolean): readonly ListEntry[] | string {
  const words = line.replace(/#.*/, '').split(/\s+/).filter(Boolean);
  const [first = '', ...names] = words;
  const isHostsFile = names.length > 0 && isIP(first) !== 0;
  if (names.length > 0 && !isHostsFile) return `${shown(line)} is not a host name.`;
  const given = isHostsFile
    ? names.filter((name) => !ownNames.has(name) && isIP(name) === 0)
    : words;
  const entries: ListEntry[] = [];
  for (const name of given) {
    const isRemoved = mayRemove && name.startsWith('-');
    const host = canonicalHostname(name.slice(isRemoved ? 1 : 0).replace(/^\*?\./, ''));
    if (host === null) return `${shown(name)} is not a host name.`;
    entries.push({ host, isRemoved });
  }
  return entries;
}

function shown(text: string): string {
  return JSON.stringify(text.length <= 60 ? text : `${text.slice(0, 60)}…`);
}
