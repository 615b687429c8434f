import { parseDuration } from '../../runtime/duration.ts';
import { readExport, type ExportedObject } from './mikrotik-export.ts';
import type { StagedItem, StagedTable, Staging } from './staging.ts';

type Values = ExportedObject['values'];

/**
 * Reads the users, profiles and routers of User Manager 6 and 7, and the users of hotspots, of an export of RouterOS into
 * the staging: profiles are groups, and limits the controls of FreeRADIUS.
 *
 * @returns a message for each object that is not imported
 */
export async function readMikrotik(file: string, staging: Staging): Promise<readonly string[]> {
  const reader = new MikrotikReader(staging);
  for await (const { menu, values } of readExport(file)) reader.read(menu, values);
  reader.end();
  return reader.left;
}

class MikrotikReader {
  readonly left: string[] = [];
  readonly #staging: Staging;
  /** Names of templates, and of users without a password. */
  readonly #unusable = new Set(['', 'default', 'default-trial']);
  readonly #limitations = new Map<string, Values>();
  readonly #limitationsOf: Values[] = [];

  constructor(staging: Staging) {
    this.#staging = staging;
  }

  read(menu: string, values: Values): void {
    this.#readers[menu]?.(values);
  }

  /** Joins profiles with their limitations, which an export may have in any order. */
  end(): void {
    for (const { profile = '', limitation = '', ...others } of this.#limitationsOf) {
      const found = this.#limitations.get(limitation);
      if (!found) this.left.push(`profile ${profile}: there is no limitation ${limitation}`);
      else this.#addGroup(profile, limitItems(found), replyItems(found));
      this.#name(`profile ${profile}`, others, ['from-time', 'till-time', 'weekdays']);
      if (found) this.#name(`profile ${profile}`, found, ['download-limit', 'upload-limit']);
    }
  }

  readonly #readers: Readonly<Record<string, (values: Values) => void>> = {
    '/user-manager user': (values) => {
      this.#addUser(values.name ?? values.username ?? '', values);
    },
    '/ip hotspot user': (values) => {
      const name = values.name ?? '';
      this.#addUser(name, values);
      // A user of a hotspot has one profile, which is that called default if it is not named.
      this.#addToGroup(name, values.profile ?? 'default');
      this.#name(`user ${name}`, values, ['limit-bytes-in', 'limit-bytes-out']);
    },
    '/ip hotspot user profile': ({ name = '', ...values }) => {
      this.#addGroup(name, limitItems(values), replyItems(values));
    },
    '/user-manager profile': ({ name = '', ...values }) => {
      this.#addGroup(name, limitItems(values), []);
      this.#name(`profile ${name}`, values, ['validity']);
    },
    '/user-manager limitation': (values) => this.#limitations.set(values.name ?? '', values),
    '/user-manager profile limitation': (values) =>
      this.#limitations.set(values.name ?? '', values),
    '/user-manager profile-limitation': (values) => this.#limitationsOf.push(values),
    '/user-manager profile profile-limitation': (values) => this.#limitationsOf.push(values),
    '/user-manager user-profile': ({ user = '', profile = '' }) => {
      this.#addToGroup(user, profile);
    },
    '/user-manager router': ({ name = '', address, 'ip-address': former, ...values }) => {
      const nasname = address ?? former ?? '';
      const secret = values['shared-secret'] ?? '';
      this.#staging.add('nas', [{ nasname, shortname: name, secret, description: '' }]);
    },
  };

  #addUser(username: string, values: Values): void {
    const { password, disabled } = values;
    // The trial users of hotspots have no password either.
    if (this.#unusable.has(username)) return;
    if (password === undefined) {
      this.#unusable.add(username);
      this.left.push(`user ${username}: it has no password; export with show-sensitive`);
    } else {
      const items = [
        item('Cleartext-Password', ':=', password),
        ...(disabled === 'yes' ? [item('Auth-Type', ':=', 'Reject')] : []),
        ...limitItems(values),
        ...callingStation(values['caller-id'] ?? values['mac-address']),
      ];
      this.#add('radcheck', { username }, items);
      this.#add('radreply', { username }, [...addressItems(values), ...ownAttributes(values)]);
    }
  }

  #addToGroup(username: string, groupname: string): void {
    if (!this.#unusable.has(username))
      this.#staging.add('radusergroup', [{ username, groupname, priority: '1' }]);
  }

  #addGroup(groupname: string, check: readonly StagedItem[], reply: readonly StagedItem[]): void {
    this.#add('radgroupcheck', { groupname }, check);
    this.#add('radgroupreply', { groupname }, reply);
  }

  #add(table: StagedTable, key: Values, items: readonly StagedItem[]): void {
    this.#staging.add(
      table,
      items.map((one) => ({ ...key, ...one })),
    );
  }

  /** Names the limits that a source sets and the gateway does not have. */
  #name(of: string, values: Values, keys: readonly string[]): void {
    const set = keys.filter((key) => !isNone(values[key]));
    if (set.length > 0) this.left.push(`${of}: ${set.join(', ')} not taken over`);
  }
}

function item(attribute: string, op: string, value: string): StagedItem {
  return { attribute, op, value };
}

function isNone(value: string | undefined): boolean {
  return value === undefined || /^(?:|0\w?|0s|0B|none|off|unlimited|00:00:00)$/.test(value);
}

/** Returns an item if the value is set. */
function given(attribute: string, op: string, value: string | undefined): readonly StagedItem[] {
  return value === undefined || isNone(value) ? [] : [item(attribute, op, value)];
}

/** Returns the limits of a user or a limitation, and how many may share a name. */
function limitItems(values: Values): readonly StagedItem[] {
  return [
    ...given('Max-All-Session', ':=', secondsOf(values['limit-uptime'] ?? values['uptime-limit'])),
    ...given(
      'Max-All-Octets',
      ':=',
      octetsOf(values['limit-bytes-total'] ?? values['transfer-limit']),
    ),
    ...given('Simultaneous-Use', ':=', values['override-shared-users'] ?? values['shared-users']),
  ];
}

function replyItems(values: Values): readonly StagedItem[] {
  const { 'rate-limit-rx': rx, 'rate-limit-tx': tx } = values;
  const rate = isNone(rx) && isNone(tx) ? undefined : `${rateOf(rx)}/${rateOf(tx)}`;
  return [
    ...given('Mikrotik-Rate-Limit', '=', values['rate-limit'] ?? rate),
    ...given('Session-Timeout', '=', secondsOf(values['session-timeout'])),
    ...given('Idle-Timeout', '=', secondsOf(values['idle-timeout'])),
    ...given('Mikrotik-Address-List', '=', values['address-list']),
    ...given('Mikrotik-Group', '=', values['group-name']),
    ...given('Framed-Pool', '=', values['ip-pool']),
  ];
}

function callingStation(address: string | undefined): readonly StagedItem[] {
  return address === 'bind' || address === '00:00:00:00:00:00'
    ? []
    : given('Calling-Station-Id', '==', address);
}

function addressItems({ 'ip-address': former, address = former }: Values): readonly StagedItem[] {
  return address === '0.0.0.0' ? [] : given('Framed-IP-Address', '=', address);
}

/** Reads `Framed-Pool:guests,Tunnel-Type:13`. */
function ownAttributes({ attributes = '' }: Values): readonly StagedItem[] {
  return attributes.split(',').flatMap((text) => {
    const [name = '', ...value] = text.split(':');
    return given(name, '=', value.join(':'));
  });
}

/** Reads `1w2d3h4m5s` or `1d 03:04:05`. Other text is returned unchanged, and the gateway refuses it. */
function secondsOf(text: string | undefined): string | undefined {
  return text === undefined ? undefined : String(parseDuration(text) ?? text);
}

const unitOctets: Readonly<Record<string, number>> = { k: 1, m: 2, g: 3, t: 4 };

/** Reads `1073741824B`, `1G`, `1GiB`: a unit is 1,024 of the one before. */
function octetsOf(text: string | undefined): string | undefined {
  const [, digits, unit = ''] = /^([\d.]+)([kmgt]?)(?:i?b)?$/i.exec(text ?? '') ?? [];
  if (digits === undefined) return text;
  return String(Math.round(Number(digits) * 1024 ** (unitOctets[unit.toLowerCase()] ?? 0)));
}

/** Reads a rate of User Manager: bits per second. */
function rateOf(text: string | undefined): string {
  return text === undefined ? '0' : text.replace(/B$/, '');
}
