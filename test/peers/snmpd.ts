import { execFile } from 'node:child_process';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { accountOf, startChild } from './child.ts';
import { freeUdpPort } from './port.ts';

const run = promisify(execFile);

/** A running agent of Net-SNMP, which most Linux-based access points use. */
export interface Snmpd {
  /** Port on 127.0.0.1, and on ::1 if `hasIpv6`. */
  readonly port: number;
  readonly hasIpv6: boolean;
  /** Community with read access to everything. */
  readonly community: string;
  /** SHA-256 and AES-128. `signed` has no privacy, and may read without it. */
  readonly v3: {
    readonly user: string;
    readonly authPassword: string;
    readonly privPassword: string;
    readonly signed: string;
  };
  /** Values that the agent returns below `madeUp`, by OID. */
  readonly madeUp: typeof madeUp;
  stop(): Promise<void>;
}

// RFC 5612 reserves enterprise number 32473 for examples.
const base = '1.3.6.1.4.1.32473';

/** A writable snmpd that is asked to set this variable ends instead of answering, as a device that loses its address. */
export const deadlyOid = `${base}.30.0`;

/** Values that no machine reports by itself: subidentifier, type and value in the form of snmpd's `pass` protocol. */
const madeUp = {
  greatestCounter64: { oid: `${base}.1.0`, type: 'counter64', value: '18446744073709551615' },
  smallCounter64: { oid: `${base}.2.0`, type: 'counter64', value: '1' },
  negative: { oid: `${base}.3.0`, type: 'integer', value: '-2147483648' },
  greatestCounter32: { oid: `${base}.4.0`, type: 'counter', value: '4294967295' },
  greatestGauge: { oid: `${base}.5.0`, type: 'gauge', value: '4294967295' },
  text: { oid: `${base}.6.0`, type: 'string', value: 'Zimmer 12, Süd' },
  macAddress: { oid: `${base}.7.0`, type: 'octet', value: '00 1b 2c 3d 4e ff' },
  address: { oid: `${base}.8.0`, type: 'ipaddress', value: '192.0.2.7' },
  objectId: { oid: `${base}.9.0`, type: 'objectid', value: '.1.3.6.1.4.1.8072.3.2.10' },
  column1: { oid: `${base}.10.1`, type: 'counter64', value: '18446744073709551615' },
  column2: { oid: `${base}.10.2`, type: 'counter64', value: '18446744073709551615' },
  column10: { oid: `${base}.10.10`, type: 'counter64', value: '2' },
  mixed1: { oid: `${base}.11.1`, type: 'counter', value: '5' },
  mixed2: { oid: `${base}.11.2`, type: 'string', value: 'five' },
} as const;

const community = 'gatehouse-test';
const v3 = {
  user: 'reader',
  authPassword: 'auth-password',
  privPassword: 'priv-password',
  signed: 'signer',
};

export interface SnmpdOptions {
  /** True: the community and the user may write, and snmpd lets contact, name and location be set; their values are then its own. */
  readonly isWritable?: boolean;
  /** Rows of ifTable and ifXTable that snmpd returns instead of those of this machine, in the order of their OIDs. */
  readonly interfaces?: readonly Row[];
  /** Rows of any other table, which requests may set if `isWritable`. */
  readonly rows?: readonly Row[];
  /** SNMPv3 engine; without it snmpd makes an id of its own and counts its starts from one. */
  readonly engine?: { readonly id: string; readonly starts: number };
  /** Further SNMPv3 users who may read, with the protocols by snmpd's names and the passwords of the first user. */
  readonly users?: readonly {
    readonly name: string;
    readonly auth: string;
    readonly priv: string;
  }[];
}

/** A variable in the form of snmpd's `pass` protocol. */
interface Row {
  readonly oid: string;
  readonly type: string;
  readonly value: string;
}

/** Groups of the interface tables (RFC 2863), and the modules of snmpd that would answer for them. */
const interfaceGroups = ['1.3.6.1.2.1.2', '1.3.6.1.2.1.31'];
const interfaceModules = '-interface,ifTable,ifXTable';

/** Starts snmpd on a free port of the loopback interface, in a directory of its own, as a user without rights. */
export async function startSnmpd(options: SnmpdOptions = {}): Promise<Snmpd> {
  const { interfaces } = options;
  const account = accountOf('nobody');
  const directory = await mkdtemp(join(tmpdir(), 'snmpd-'));
  const [groups, rows] = passedRows(interfaces);
  for (const group of groups)
    await writeFile(join(directory, `${group}.sh`), answerScript(group, rows));
  const passes = groups.map((group) => `pass ${group} /bin/sh ${join(directory, `${group}.sh`)}`);
  await writeFile(
    join(directory, 'snmpd.conf'),
    [...configuration(options), ...passes, ''].join('\n'),
  );
  if (account !== undefined) await chown(directory, account.uid, account.gid);
  const port = await freeUdpPort();
  const hasIpv6 = networkInterfaces()['lo']?.some(({ family }) => family === 'IPv6') ?? false;
  const addresses = [`udp:127.0.0.1:${port}`, ...(hasIpv6 ? [`udp6:[::1]:${port}`] : [])];
  const modules = interfaces ? ['-I', interfaceModules] : [];
  const child = await startChild({
    command: '/usr/sbin/snmpd',
    args: ['-f', '-Lo', '-C', '-c', join(directory, 'snmpd.conf'), '-r', ...modules, ...addresses],
    env: { MIBS: '', SNMP_PERSISTENT_DIR: directory },
    cwd: directory,
    account,
    ready: () => answers(port),
  }).catch(async (error: unknown) => {
    await rm(directory, { recursive: true });
    throw error;
  });
  const stop = async () => {
    await child.stop();
    await rm(directory, { recursive: true, force: true });
  };
  return { port, hasIpv6, community, v3, madeUp, stop };
}

function configuration({
  isWritable = false,
  engine,
  rows = [],
  users = [],
}: SnmpdOptions): string[] {
  const access = isWritable ? 'rw' : 'ro';
  // What the file sets cannot be set by SNMP.
  const fixed = [
    'sysName ap-lobby-01',
    'sysLocation Lobby, 1st floor',
    'sysContact noc@example.net',
  ];
  return [
    `${access}community ${community} 127.0.0.1`,
    `${access}community6 ${community} ::1`,
    `createUser ${v3.user} SHA-256 "${v3.authPassword}" AES "${v3.privPassword}"`,
    `createUser ${v3.signed} SHA-256 "${v3.authPassword}"`,
    `${access}user ${v3.user} authpriv`,
    `rouser ${v3.signed} auth`,
    ...users.flatMap(({ name, auth, priv }) => [
      `createUser ${name} ${auth} "${v3.authPassword}" ${priv} "${v3.privPassword}"`,
      `rouser ${name} authpriv`,
    ]),
    ...(isWritable ? [] : fixed),
    ...rows.map(({ oid, type, value }) => `override -rw ${oid} ${type} ${value}`),
    // As snmpd itself notes them when it ends; it begins anew to count under another id than the old one.
    ...(engine ? ['exactEngineID', 'oldEngineID'].map((name) => `${name} 0x${engine.id}`) : []),
    ...(engine ? [`engineBoots ${engine.starts}`] : []),
  ];
}

/** Returns the subtrees that scripts answer for, and their rows. */
function passedRows(interfaces: readonly Row[] | undefined): [readonly string[], readonly Row[]] {
  const own = Object.values(madeUp);
  return interfaces
    ? [
        [base, ...interfaceGroups],
        [...own, ...interfaces],
      ]
    : [[base], own];
}

/** Script of the `pass` protocol: snmpd calls it with -g OID or -n OID, it prints OID, type and value, or nothing. */
function answerScript(group: string, rows: readonly Row[]): string {
  const below = rows.filter(({ oid }) => oid.startsWith(`${group}.`));
  const print = (row: Row | undefined) =>
    row === undefined ? ':' : `printf '%s\\n' '.${row.oid}' '${row.type}' '${row.value}'`;
  const exact = below.map((row) => `'-g .${row.oid}') ${print(row)};;`);
  const after = below.map((row, at) => `'-n .${row.oid}') ${print(below[at + 1])};;`);
  const first = new Map<string, Row>();
  for (const row of below)
    for (const table of ancestorsOf(row.oid, group)) if (!first.has(table)) first.set(table, row);
  const tables = [...first].map(([table, row]) => `'-n .${table}') ${print(row)};;`);
  // The script is a child of snmpd, which so ends without an answer.
  const fatal = `'-s .${deadlyOid}') kill -9 "$PPID";;`;
  return ['case "$1 $2" in', ...exact, ...after, ...tables, fatal, 'esac', ''].join('\n');
}

/** Returns the OIDs from a group down to the one above a variable. */
function ancestorsOf(oid: string, group: string): readonly string[] {
  const arcs = oid.split('.');
  const depth = group.split('.').length;
  return arcs.slice(depth).map((_, at) => arcs.slice(0, depth + at).join('.'));
}

async function answers(port: number): Promise<boolean> {
  const at = ['-v', '2c', '-c', community, '-t', '0.5', '-r', '0', `127.0.0.1:${port}`];
  await run('snmpget', ['-m', '', ...at, '1.3.6.1.2.1.1.3.0']);
  return true;
}
