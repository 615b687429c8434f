import { createHash } from 'node:crypto';
import { ntPasswordHash } from '../../src/protocol/radius/nt-hash.ts';
import { Secret } from '../../src/contract/secret.ts';

/* The users of a hotel, as daloRADIUS and the like write them for FreeRADIUS. */

/** Shared with 127.0.0.1 by FreeRADIUS of Debian. */
export const radiusSecret = 'testing123';

/** Attribute, operator, value. */
type Item = readonly [string, string, string];

interface Kind {
  readonly count: number;
  /** Begin of the names of its users. */
  readonly name: string;
  readonly groups: readonly string[];
  readonly check: (password: string) => readonly Item[];
  readonly reply?: readonly Item[];
}

const clear = (password: string): Item => ['Cleartext-Password', ':=', password];
const past = '01 Jan 2020 00:00:00';

const kinds: readonly Kind[] = [
  { count: 500, name: 'room', groups: ['guests'], check: (password) => [clear(password)] },
  {
    count: 200,
    name: 'gäst',
    groups: ['conference', 'guests'],
    check: (password) => [clear(`${password} für 50 % d'été`)],
    reply: [['Session-Timeout', ':=', '7200']],
  },
  {
    count: 100,
    name: 'vip',
    groups: ['conference'],
    check: (password) => [clear(password), ['Simultaneous-Use', ':=', '4']],
    reply: [
      ['Mikrotik-Rate-Limit', '=', '50M/50M'],
      ['Reply-Message', '=', 'Welcome back'],
      ['Reply-Message', '+=', 'Breakfast is from 7 to 10'],
    ],
  },
  {
    count: 100,
    name: 'staff',
    groups: [],
    check: (password) => [['NT-Password', ':=', ntHashOf(password)]],
    reply: [
      ['Tunnel-Type', '=', 'VLAN'],
      ['Tunnel-Medium-Type', '=', 'IEEE-802'],
      ['Tunnel-Private-Group-Id', '=', '20'],
    ],
  },
  {
    count: 100,
    name: 'left',
    groups: ['guests'],
    check: (password) => [clear(password), ['Expiration', ':=', past]],
  },
  {
    count: 50,
    name: 'barred',
    groups: ['guests'],
    check: (password) => [clear(password), ['Auth-Type', ':=', 'Reject']],
  },
  {
    count: 50,
    name: 'hashed',
    groups: ['guests'],
    check: (password) => [
      ['SHA2-Password', ':=', createHash('sha256').update(password).digest('hex')],
    ],
  },
];

const groups: Readonly<Record<string, readonly Item[]>> = {
  guests: [
    ['Session-Timeout', '=', '3600'],
    ['Idle-Timeout', ':=', '900'],
    ['Acct-Interim-Interval', '=', '300'],
  ],
  conference: [
    ['WISPr-Bandwidth-Max-Down', ':=', '20000000'],
    ['Fall-Through', '=', 'Yes'],
  ],
};

/** Returns statements that fill the tables of FreeRADIUS' schema. */
export function hotelSql(): string {
  const users = kinds.flatMap((kind) =>
    Array.from({ length: kind.count }, (_, number) => ({
      ...kind,
      user: `${kind.name}-${number}`,
    })),
  );
  return [
    ...users.flatMap(({ user, check, reply = [], groups: own }) => [
      ...check(passwordOf(user)).map((item) => insert('radcheck', 'username', [user, ...item])),
      ...reply.map((item) => insert('radreply', 'username', [user, ...item])),
      ...own.map(
        (group, at) =>
          `insert into radusergroup values (null, ${listOf([user, group])}, ${at + 1});`,
      ),
    ]),
    ...Object.entries(groups).flatMap(([group, items]) =>
      items.map((item) => insert('radgroupreply', 'groupname', [group, ...item])),
    ),
    `insert into nas (nasname, shortname, secret) values (${listOf(['127.0.0.1', 'this', radiusSecret])});`,
  ].join('\n');
}

function insert(table: string, key: string, values: readonly string[]): string {
  return `insert into ${table} (${key}, attribute, op, value) values (${listOf(values)});`;
}

const listOf = (values: readonly string[]) =>
  values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', ');

const passwordOf = (user: string) =>
  createHash('md5').update(user).digest('base64url').slice(0, 12);

const ntHashOf = (password: string) =>
  ntPasswordHash(new Secret(password)).toString('hex').toUpperCase();
